import {
  type Added,
  type Exam,
  exams,
  type IsoDate,
  type ListedExam,
  percentOf,
  type QueryOf,
} from '@campus/contract';
import type { z } from 'zod';
import { boolean, type Db, integer, text } from '../../db/db.ts';
import { addedOf, addedRow } from '../../db/history.ts';
import { counted } from '../../db/lists.ts';
import {
  enrolledOn,
  inPlannedTerm,
  instant,
  inTeachingScopeOrAny,
  isTaughtStudent,
  searchCondition,
  sectionsTaught,
  type TeachingScope,
  wasOpenedOrAny,
} from '../../db/sql.ts';
import { selectedFrom } from '../../db/stored-fields.ts';
import { examColumns } from './exam-record.queries.ts';

export const enrolledThatDay = `enrolments.subject_id = exam.subject_id
  and ${enrolledOn('exam.held_on')}`;

const examRow = exams.exam.omit({ average: true }).extend({ sum: integer });

/** `taught` is a parameter: counts are of the students taught. */
const columnsFor = (taught: string): string => `
  exam.id::text, exam.subject_id::text as "subjectId", subjects.name as "subjectName",
  subjects.code as "subjectCode", ${selectedFrom('exam', examColumns)},
  ${instant('exam.published_at')} as "publishedAt",
  publisher.name as "publishedBy", exam.version, counts.marked, counts.absent, counts.sum,
  ${sectionsTaught(taught)} as sections,
  (select count(*)::int from enrolments
   where ${enrolledThatDay} and ${isTaughtStudent(taught, 'enrolments.student_id')} and not exists (
     select from exam_results result
     where result.exam_id = exam.id and result.student_id = enrolments.student_id)) as missing`;

const joinsFor = (taught: string): string => `
  join subjects on subjects.id = exam.subject_id
  left join people publisher on publisher.id = exam.published_by
  cross join lateral (
    select count(marks)::int as marked, (count(*) filter (where result.absent))::int as absent,
      coalesce(sum(marks), 0)::int as sum
    from exam_results result
    where result.exam_id = exam.id and ${isTaughtStudent(taught, 'result.student_id')}) as counts`;

const examOf = ({ sum, ...exam }: z.infer<typeof examRow>): Exam => ({
  ...exam,
  average: percentOf({ marks: sum, maxMarks: exam.marked * exam.maxMarks }),
});

/** An exam, and the teacher of its subject. */
export const managedExamById = async (
  db: Db,
  id: string,
  taught: TeachingScope | null,
): Promise<{ exam: Exam; added: Added; teacherId: string; planned: boolean } | undefined> => {
  const found = await db.row(
    { ...examRow.shape, added: addedRow, teacherId: text, planned: boolean },
    {
      name: 'exam',
      text: `
      select ${columnsFor('$2')}, subjects.teacher_id::text as "teacherId",
        ${inPlannedTerm} as planned, ${addedOf('exam')} as added
      from exams exam ${joinsFor('$2')}
      where exam.id = $1 and exam.deleted_at is null`,
      values: [id, taught],
    },
  );
  if (!found) return undefined;
  const { added, teacherId, planned, ...row } = found;
  return { exam: examOf(row), added, teacherId, planned };
};

export const examById = async (
  db: Db,
  id: string,
  taught: TeachingScope | null,
): Promise<Exam | undefined> => (await managedExamById(db, id, taught))?.exam;

const groups = exams.examGroup.enum;
/** Those with marks to enter, then coming exams, earliest first, then the others; latest first. */
const order = `array_position(array['${groups.marksToEnter}', '${groups.coming}'], "group"),
  case "group" when '${groups.coming}' then exam.held_on end, exam.held_on desc, exam.id desc`;

/** One page of exams by group, of one teacher or of all, and how many there are. */
export const listExams = async (
  db: Db,
  list: QueryOf<typeof exams.listExams> & { readonly today: IsoDate; readonly skip?: number },
  taught: TeachingScope | null,
): Promise<{ rows: ListedExam[]; total: number }> => {
  const rows = await db.rows(
    { ...examRow.shape, group: exams.examGroup, total: integer },
    `select ${columnsFor('$1')}, listed."group", listed.total from (
       select exam.id, "group", (count(*) over ())::int as total
       from exams exam
       join subjects on subjects.id = exam.subject_id
       join terms on terms.id = subjects.term_id
       cross join lateral (
         select case when exam.held_on > $8 then '${groups.coming}'
           when exam.published_at is null then '${groups.marksToEnter}'
           else '${groups.done}' end as "group") as standing
       where exam.deleted_at is null
         and ${inTeachingScopeOrAny('$1')} and ${wasOpenedOrAny('$1')}
         and case when $2::bigint is not null then exam.subject_id = $2
           when $3::bigint is not null then terms.id = $3 else terms.is_open end
         and ($4::boolean is null or (exam.published_at is not null) = $4)
         and ($5::text is null
           or ${searchCondition("(exam.search_key || E'\\n' || subjects.search_key)", '$5')})
       order by ${order}
       limit $6 offset $7
     ) as listed
     join exams exam on exam.id = listed.id ${joinsFor('$1')}
     order by ${order}`,
    [
      taught,
      list.subjectId,
      list.termId,
      list.state && list.state === 'published',
      list.search || null,
      list.limit,
      list.skip,
      list.today,
    ],
  );
  return counted(rows, ({ group, ...row }) => ({ ...examOf(row), group }));
};
