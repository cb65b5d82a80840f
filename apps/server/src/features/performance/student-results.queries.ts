import { type IsoDate, schoolPerformance } from '@campus/contract';
import { z } from 'zod';
import { type Db, integer, text } from '../../db/db.ts';

const termOfMarks = { id: text, name: text, months: z.array(schoolPerformance.monthOfMarks) };

/** Every term in which a student has published results, the latest first. */
export const termsOfMarks = (db: Db, studentId: string) =>
  db.rows(
    termOfMarks,
    `with month as (
       select subjects.term_id, to_char(result.held_on, 'YYYY-MM') as month,
         coalesce(sum(result.marks), 0) as marks,
         coalesce(sum(result.max_marks) filter (where not result.absent), 0) as max_marks,
         count(*) filter (where not result.absent) as exams,
         count(*) filter (where result.absent) as absent
       from published_exam_results result
       join subjects on subjects.id = result.subject_id
       where result.student_id = $1
       group by 1, 2)
     select terms.id::text, terms.name,
       json_agg(json_build_object('month', month, 'marks', marks, 'maxMarks', max_marks,
         'exams', exams, 'absent', absent) order by month) as months
     from month join terms on terms.id = month.term_id
     group by terms.id
     order by terms.starts_on desc`,
    [studentId],
  );

const { student, term } = schoolPerformance.resultSheet.reply.shape;
const head = { student: student.nullable(), term: term.nullable() };

/** Whose sheet it is and of which term; the parts that do not exist are null. */
export const sheetHead = (db: Db, email: string, termId: string) =>
  db.one(
    head,
    `select
       (select json_build_object('id', people.id::text, 'name', name, 'email', email,
          'univId', univ_id, 'rollNo', roll_no, 'course', course, 'branch', branch,
          'semester', semester)
        from people join students on students.person_id = people.id where email = $1) as student,
       (select json_build_object('id', id::text, 'name', name, 'startsOn', starts_on,
          'endsOn', ends_on)
        from terms where id = $2) as term`,
    [email, termId],
  );

const { exams, ...subject } = schoolPerformance.sheetSubject.pick({
  id: true,
  subjectName: true,
  subjectCode: true,
  credits: true,
  exams: true,
}).shape;
const subjectOnSheet = z.object({
  ...subject,
  exams: z.array(exams.element.omit({ percent: true })),
  classes: integer,
  present: integer,
});

/**
 * The subjects of a term that a student is enrolled in on a day, and any other they have published
 * results of, by name.
 */
export const subjectsOnSheet = (
  db: Db,
  { studentId, termId, on }: { studentId: string; termId: string; on: IsoDate },
) =>
  db.rows(
    subjectOnSheet,
    `with exam as (
       select result.subject_id,
         json_agg(json_build_object('title', title, 'date', held_on, 'marks', marks,
           'maxMarks', max_marks) order by held_on, exam_id) as exams
       from published_exam_results result
       where result.student_id = $1
       group by result.subject_id)
     select subjects.id::text, subjects.name as "subjectName", subjects.code as "subjectCode",
       subjects.credits, coalesce(exam.exams, '[]') as exams,
       coalesce(tally.classes, 0) as classes, coalesce(tally.present, 0) as present
     from subjects
     left join exam on exam.subject_id = subjects.id
     left join attendance_tallies tally
       on tally.subject_id = subjects.id and tally.student_id = $1
     where subjects.term_id = $2 and (exam.subject_id is not null or exists (
       select from enrolments
       where enrolments.subject_id = subjects.id and enrolments.student_id = $1
         and from_on <= $3 and (to_on is null or to_on >= $3)))
     order by subjects.name, subjects.id`,
    [studentId, termId, on],
  );
