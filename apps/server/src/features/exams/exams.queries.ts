import { type Exam, exams, percentOf, type QueryOf } from '@campus/contract';
import type { z } from 'zod';
import { type Db, integer, text } from '../../db/db.ts';
import { counted, skippedBy } from '../../db/lists.ts';
import { containing, instant } from '../../db/sql.ts';
import { selectedFrom } from '../../db/stored-fields.ts';
import { examColumns } from './exam.columns.ts';

/** Enrolled in the exam's subject on its day. */
export const enrolledThatDay = `enrolments.subject_id = exam.subject_id
  and enrolments.from_on <= exam.held_on
  and (enrolments.to_on is null or enrolments.to_on >= exam.held_on)`;

const examRow = exams.exam.omit({ average: true }).extend({ sum: integer });

const columns = `
  exam.id::text, exam.subject_id::text as "subjectId", subjects.name as "subjectName",
  subjects.code as "subjectCode", ${selectedFrom('exam', examColumns)},
  ${instant('exam.published_at')} as "publishedAt",
  publisher.name as "publishedBy", exam.version, counts.marked, counts.absent, counts.sum,
  (select count(*)::int from enrolments
   where ${enrolledThatDay} and not exists (
     select from exam_results result
     where result.exam_id = exam.id and result.student_id = enrolments.student_id)) as missing`;

const joins = `
  join subjects on subjects.id = exam.subject_id
  left join people publisher on publisher.id = exam.published_by
  cross join lateral (
    select count(marks)::int as marked, (count(*) filter (where result.absent))::int as absent,
      coalesce(sum(marks), 0)::int as sum
    from exam_results result where result.exam_id = exam.id) as counts`;

const examOf = ({ sum, ...exam }: z.infer<typeof examRow>): Exam => ({
  ...exam,
  average: percentOf({ marks: sum, maxMarks: exam.marked * exam.maxMarks }),
});

/** An exam, and the teacher who keeps it. */
export const managedExamById = async (
  db: Db,
  id: string,
): Promise<{ exam: Exam; teacherId: string } | undefined> => {
  const found = await db.row(
    { ...examRow.shape, teacherId: text },
    {
      name: 'exam',
      text: `
      select ${columns}, subjects.teacher_id::text as "teacherId"
      from exams exam ${joins}
      where exam.id = $1 and exam.deleted_at is null`,
      values: [id],
    },
  );
  if (!found) return undefined;
  const { teacherId, ...row } = found;
  return { exam: examOf(row), teacherId };
};

export const examById = async (db: Db, id: string): Promise<Exam | undefined> =>
  (await managedExamById(db, id))?.exam;

/** One page of exams, the latest first, of one teacher or of all, and how many there are. */
export const listExams = async (
  db: Db,
  list: QueryOf<typeof exams.listExams>,
  teacherId: string | null,
): Promise<{ rows: Exam[]; total: number }> => {
  const rows = await db.rows(
    { ...examRow.shape, total: integer },
    `select ${columns}, listed.total from (
       select exams.*, (count(*) over ())::int as total
       from exams
       join subjects on subjects.id = exams.subject_id
       join terms on terms.id = subjects.term_id
       where exams.deleted_at is null
         and ($1::bigint is null or subjects.teacher_id = $1)
         and case when $2::bigint is not null then exams.subject_id = $2
           when $3::bigint is not null then terms.id = $3 else terms.is_open end
         and ($4::boolean is null or (exams.published_at is not null) = $4)
         and ($5::text is null or exams.title ilike $5 or subjects.name ilike $5
           or subjects.code ilike $5)
       order by exams.held_on desc, exams.id desc
       limit $6 offset $7
     ) as listed
     join exams exam on exam.id = listed.id ${joins}
     order by exam.held_on desc, exam.id desc`,
    [
      teacherId,
      list.subjectId,
      list.termId,
      list.state && list.state === 'published',
      list.search ? containing(list.search) : null,
      list.limit,
      skippedBy(list),
    ],
  );
  return counted(rows, examOf);
};
