import { type IsoDate, schoolPerformance } from '@campus/contract';
import { z } from 'zod';
import { type Db, integer, text } from '../../db/db.ts';
import { counted, type Paged } from '../../db/lists.ts';
import { enrolledOn, wasOpened } from '../../db/sql.ts';
import { absentCountsZero } from './scope.queries.ts';

const termOfMarks = {
  ...schoolPerformance.monthlyMarks.reply.shape.terms.element.shape,
  months: z.array(schoolPerformance.monthOfMarks),
};

/** The terms in which a student has published results, latest first. */
export const termsOfMarks = (db: Db, studentId: string) =>
  db.rows(
    termOfMarks,
    `with month as (
       select subjects.term_id, to_char(result.held_on, 'YYYY-MM') as month,
         coalesce(sum(result.marks), 0) as marks,
         coalesce(sum(result.max_marks) filter (where counted_marks is not null), 0) as max_marks,
         count(*) filter (where not result.absent) as exams,
         count(*) filter (where result.absent) as absent
       from published_exam_results result
       join subjects on subjects.id = result.subject_id
       where result.student_id = $1
       group by 1, 2)
     select terms.id::text, terms.name, ${absentCountsZero},
       json_agg(json_build_object('month', month, 'marks', marks, 'maxMarks', max_marks,
         'exams', exams, 'absent', absent) order by month) as months
     from month join terms on terms.id = month.term_id
     group by terms.id
     order by terms.starts_on desc`,
    [studentId],
  );

const { student, term, gradingScale } = schoolPerformance.resultSheet.reply.shape;
const termOnSheet = { ...term.shape, gradingScale };
export type TermOnSheet = z.infer<z.ZodObject<typeof termOnSheet>>;
export type StudentOnSheet = z.infer<typeof student>;

/**
 * The terms up to and including one, latest last, each with its grades, highest first; planned ones only with
 * `planned`. Empty when there is no such term.
 */
export const termsUpTo = (db: Db, termId: string, planned: boolean): Promise<TermOnSheet[]> =>
  db.rows(
    termOnSheet,
    `select terms.id::text, terms.name, terms.starts_on as "startsOn", terms.ends_on as "endsOn",
       ${absentCountsZero},
       (select json_agg(json_build_object('letter', letter, 'fromPercent', from_percent,
          'points', points) order by from_percent desc)
        from grading_scale_grades where scale_id = scale.scale_id) as "gradingScale"
     from terms join term_grading_scales as scale on term_id = terms.id
     where terms.starts_on <= (select starts_on from terms
         where id = $1 and deleted_at is null and ($2 or ${wasOpened}))
       and terms.deleted_at is null and ($2 or ${wasOpened})
     order by terms.starts_on`,
    [termId, planned],
  );

const studentColumns = `people.id::text, people.name, email, univ_id as "univId",
  roll_no as "rollNo", course, branch,
  case when of_term.moved_in_closed then null when moved.up then moved.semester
    else students.semester end as semester`;

/**
 * Students as in a term: one that is closed keeps the semester they were in, before they moved up. In which one they
 * were in a term that was moved in as closed is not known.
 */
const studentsIn = (termId: string): string => `
  people join students on students.person_id = people.id
  left join terms as of_term on of_term.id = ${termId}
  left join lateral (
    select true as up, before::int as semester from person_changes
    where person_id = people.id and field = 'semester' and changed_at >= of_term.closed_at
    order by person_changes.id limit 1) as moved on true`;

export const studentOnSheet = (
  db: Db,
  email: string,
  termId: string,
): Promise<StudentOnSheet | undefined> =>
  db.row(student.shape, `select ${studentColumns} from ${studentsIn('$2')} where email = $1`, [
    email,
    termId,
  ]);

/** Enrolled today or, if the term is over, on its last day. */
const enrolledWhere = (today: string): string => enrolledOn(`least(${today}::date, terms.ends_on)`);

/** One page of the students who have a subject on their sheets, and how many there are. */
export const classOnSheets = async (
  db: Db,
  {
    subjectId,
    today,
    limit,
    skip,
  }: Paged<{ subjectId: string; today: IsoDate; limit?: number | undefined }>,
) => {
  const rows = await db.rows(
    { ...student.shape, total: integer },
    `select ${studentColumns}, (count(*) over ())::int as total
     from ${studentsIn('(select term_id from subjects where id = $1)')}
     where people.id in (
       select student_id
       from enrolments
       join subjects on subjects.id = subject_id
       join terms on terms.id = term_id
       where subject_id = $1 and ${enrolledWhere('$2')}
       union
       select student_id from published_exam_results where subject_id = $1)
     order by roll_no nulls last, people.name, people.id
     limit $3 offset $4`,
    [subjectId, today, limit, skip],
  );
  return counted(rows, (row) => row);
};

const { exams, ...subject } = schoolPerformance.sheetSubject.pick({
  id: true,
  subjectName: true,
  subjectCode: true,
  credits: true,
  exams: true,
}).shape;
/** Null if the result does not count. */
const countedMarks = exams.element.shape.marks;
const subjectOnSheet = z.object({
  studentId: text,
  termId: text,
  ...subject,
  exams: z.array(exams.element.omit({ percent: true }).extend({ countedMarks })),
  classes: integer,
  present: integer,
});
export type SubjectOnSheet = z.infer<typeof subjectOnSheet>;

/** The subjects of some terms in which the students are enrolled or have published results, sorted by name. */
export const subjectsOnSheets = (
  db: Db,
  of: { studentIds: readonly string[]; termIds: readonly string[]; today: IsoDate },
) =>
  db.rows(
    subjectOnSheet,
    `with exam as (
       select result.student_id, result.subject_id,
         json_agg(json_build_object('title', title, 'date', held_on, 'marks', marks,
           'maxMarks', max_marks, 'countedMarks', counted_marks) order by held_on, exam_id) as exams
       from published_exam_results result
       where result.student_id = any($1)
       group by result.student_id, result.subject_id),
     member as (
       select student_id, subject_id from exam
       union
       select student_id, subject_id
       from enrolments
       join subjects on subjects.id = subject_id
       join terms on terms.id = term_id
       where student_id = any($1) and ${enrolledWhere('$3')})
     select member.student_id::text as "studentId", subjects.term_id::text as "termId",
       subjects.id::text, subjects.name as "subjectName", subjects.code as "subjectCode",
       subjects.credits, coalesce(exam.exams, '[]') as exams,
       coalesce(tally.classes, 0) as classes, coalesce(tally.present, 0) as present
     from member
     join subjects on subjects.id = member.subject_id
     left join exam using (student_id, subject_id)
     left join attendance_tallies tally using (student_id, subject_id)
     where subjects.term_id = any($2)
     order by subjects.name, subjects.id`,
    [of.studentIds, of.termIds, of.today],
  );
