import type { MonthOfMarks, ResultSheet } from '@campus/contract';
import type { Db } from '../../db/db.ts';

export interface TermOfMarks {
  readonly id: string;
  readonly name: string;
  /** Months with a published result, the first one first. */
  readonly months: readonly MonthOfMarks[];
}

/** Every term in which a student has published results, the latest first. */
export const termsOfMarks = async (db: Db, studentId: string): Promise<TermOfMarks[]> => {
  const { rows } = await db.query<TermOfMarks>(
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
  return rows;
};

type Head = Pick<ResultSheet, 'student' | 'term'>;

/** Whose sheet it is and of which term; the parts that do not exist are null. */
export const sheetHead = async (
  db: Db,
  email: string,
  termId: string | null,
): Promise<{ student: Head['student'] | null; term: Head['term'] | null }> => {
  const { rows } = await db.query<Head>(
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
  return rows[0] ?? { student: null, term: null };
};

export interface SubjectOnSheet {
  readonly id: string;
  readonly subjectName: string;
  readonly subjectCode: string;
  readonly credits: number;
  readonly exams: readonly {
    readonly title: string;
    readonly date: string;
    readonly marks: number | null;
    readonly maxMarks: number;
  }[];
  readonly classes: number;
  readonly present: number;
}

/**
 * The subjects of a term that a student is enrolled in on a day, and any other they have published
 * results of, by name.
 */
export const subjectsOnSheet = async (
  db: Db,
  { studentId, termId, on }: { studentId: string; termId: string; on: string },
): Promise<SubjectOnSheet[]> => {
  const { rows } = await db.query<SubjectOnSheet>(
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
  return rows;
};
