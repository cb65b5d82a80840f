import { examResults } from '@campus/contract';
import { type Db, integer, text } from '../../db/db.ts';
import { instant, isTaughtStudent, type TeachingScope } from '../../db/sql.ts';
import { enrolledThatDay } from './exams.queries.ts';

/** `$1` is the exam, `$2` what the actor teaches. Sorted by roll number, like an attendance roster. */
const entries = (which: string): string => `
  select class.student_id::text as "studentId", person.name as "studentName",
    person.email as "studentEmail", person.univ_id as "univId", person.roll_no as "rollNo",
    class.enrolled, result.marks, coalesce(result.absent, false) as absent,
    (select name from people where id = result.marked_by) as "markedBy",
    ${instant('result.marked_at')} as "markedAt"
  from (
    select student_id, bool_or(enrolled) as enrolled from (
      select enrolments.student_id, true as enrolled
      from exams exam join enrolments on ${enrolledThatDay} where exam.id = $1
      union all
      select student_id, false from exam_results where exam_id = $1
    ) as anybody group by student_id
  ) as class
  join exams on exams.id = $1
  join subjects on subjects.id = exams.subject_id
  cross join lateral (
    select name, email, univ_id, roll_no from people join students on person_id = people.id
    where people.id = class.student_id
    -- Forces a lookup per student of the class; a plain join would read all people.
    limit 1) as person
  left join exam_results result on result.exam_id = $1 and result.student_id = class.student_id
  where ${isTaughtStudent('$2', 'class.student_id')} ${which}
  order by person.roll_no nulls last, person.name, class.student_id`;

/** Everybody enrolled in the exam's subject on its day, or with a result in it. */
export const readEntries = (db: Db, examId: string, taught: TeachingScope | null) =>
  db.rows(examResults.examEntry, entries(''), [examId, taught]);

/** The entries as JSON, with the version of their marks, read at the same moment. */
export const readClass = (db: Db, examId: string, taught: TeachingScope | null) =>
  db.row(
    { entries: text, version: integer },
    {
      name: 'exam-class',
      text: `
      select marks_version as version,
        (select coalesce(json_agg(entry), '[]')::text from (${entries('')}) as entry) as entries
      from exams where id = $1`,
      values: [examId, taught],
    },
  );

export const readEntry = (db: Db, examId: string, studentId: string) =>
  db.row(examResults.examEntry, entries('and class.student_id = $3'), [examId, null, studentId]);
