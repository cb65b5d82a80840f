import {
  type AssignmentStudent,
  campusMinuteOf,
  exams,
  handIns,
  handInState,
  type OwnAssignment,
} from '@campus/contract';
import type { Campus } from '../../campus.ts';
import { type Db, integer, textOrNull, timestamp } from '../../db/db.ts';
import {
  enrolledNow,
  instant,
  isTaughtStudent,
  type TeachingScope,
  termState,
  wasOpened,
} from '../../db/sql.ts';
import type { AssignmentRecord } from './assignment-record.queries.ts';
import { assignmentColumns, withCampusTime } from './assignments.queries.ts';
import { ownDeadline } from './extensions.queries.ts';
import { isReopened, marksOf } from './marks.queries.ts';

const studentRow = handIns.assignmentStudent
  .omit({ state: true })
  .extend({ extendedTo: timestamp.nullable() });

/** The students who have to do an assignment or have handed in for it, by roll number. */
export const studentsOf = async (
  campus: Campus,
  { id, deadline, acceptLate, termClosed }: AssignmentRecord,
  taught: TeachingScope | null,
): Promise<AssignmentStudent[]> => {
  const rows = await campus.db.rows(
    studentRow,
    `with enrolled as (
       select distinct enrolments.student_id from assignments assignment
       join subjects on subjects.id = assignment.subject_id
       join terms on terms.id = subjects.term_id
       join enrolments on ${enrolledNow('$2')}
       where assignment.id = $1
     ),
     newest as (
       select distinct on (student_id) student_id, id, version, late, handed_in_at
       from judged_hand_ins where assignment_id = $1 order by student_id, version desc
     )
     select people.id::text as "studentId", people.name as "studentName",
       people.email as "studentEmail", people.univ_id as "univId", students.roll_no as "rollNo",
       enrolled.student_id is not null as enrolled, coalesce(newest.version, 0) as version,
       ${instant('newest.handed_in_at')} as "handedInAt", coalesce(newest.late, false) as late,
       (select count(*)::int from hand_in_files where hand_in_id = newest.id) as files,
       ${ownDeadline('assignments')} as "extendedTo",
       ${marksOf('marks')} as marks, coalesce(marks.version = newest.version, false) as marked,
       ${instant('marks.returned_at')} as "returnedAt",
       ${isReopened} as reopened
     from enrolled full join newest using (student_id)
     join people on people.id = student_id
     join students on students.person_id = student_id
     join assignments on assignments.id = $1
     join subjects on subjects.id = assignments.subject_id
     left join current_extensions extension
       on extension.assignment_id = $1 and extension.student_id = people.id
     left join hand_in_marks marks
       on marks.assignment_id = $1 and marks.student_id = people.id
     where ${isTaughtStudent('$3', 'people.id')}
     order by students.roll_no nulls last, people.name, people.id`,
    [id, campus.today(), taught],
  );
  return rows.map(({ extendedTo: own, ...row }) => {
    const returned = row.returnedAt !== null;
    const facts = { ...row, deadline: own ?? deadline, acceptLate, returned, termClosed };
    const extendedTo = own && campusMinuteOf(campus.timezone, own);
    const reopened = row.reopened && !termClosed;
    return { ...row, reopened, extendedTo, state: handInState(facts, campus.now()) };
  });
};

const ownRow = handIns.ownAssignment
  .omit({ state: true, deadlineOnCampus: true, extended: true })
  .extend({ version: integer, extendedTo: textOrNull });

/**
 * A student's assignments of a term that is not planned, next deadline first; with null those of the open one, and of
 * terms that were closed since.
 */
export const assignmentsOfStudent = async (
  campus: Campus,
  studentId: string,
  termId: string | null,
  closedSince: Date | null = null,
): Promise<OwnAssignment[]> => {
  const isEnrolled = `exists (
    select from enrolments where enrolments.student_id = $1 and ${enrolledNow('$2')})`;
  const rows = await campus.db.rows(
    ownRow,
    `select ${assignmentColumns}, coalesce(newest.version, 0) as version,
       ${instant('newest.handed_in_at')} as "handedInAt", coalesce(newest.late, false) as late,
       case when marks.returned_at is not null then ${marksOf('marks')} end as marks,
       ${instant('marks.returned_at')} as "returnedAt",
       ${isReopened} and ${isEnrolled} as reopened,
       ${instant(ownDeadline('assignment'))} as "extendedTo"
     from assignments assignment
     join subjects on subjects.id = assignment.subject_id
     join terms on terms.id = subjects.term_id
     left join lateral (
       select version, late, handed_in_at from judged_hand_ins
       where assignment_id = assignment.id and student_id = $1
       order by version desc limit 1) as newest on true
     -- Looked up one by one: a plain join reads the marks of all students in all terms.
     left join lateral (
       select * from hand_in_marks
       where assignment_id = assignment.id and student_id = $1 limit 1) as marks on true
     left join current_extensions extension
       on extension.assignment_id = assignment.id and extension.student_id = $1
     -- Starts from the student's own rows: with the last condition alone, all assignments of the term would be read.
     where subjects.id = any(array(
         select subject_id from enrolments where student_id = $1
         union select subject_id from assignments
         where id = any(array(select assignment_id from hand_ins where student_id = $1))))
       and ${wasOpened}
       and coalesce(terms.id = $3, terms.is_open or terms.closed_at >= $4::timestamptz)
       and assignment.deleted_at is null
       and (newest.version is not null or ${isEnrolled})
     order by greatest(assignment.due_at, extension.due_at), assignment.id`,
    [studentId, campus.today(), termId, closedSince],
  );
  return rows.map(({ version, extendedTo: own, ...listed }) => {
    const { acceptLate, termClosed } = listed;
    const reopened = listed.reopened && !termClosed;
    const row = { ...listed, reopened, deadline: own ?? listed.deadline, extended: own !== null };
    const deadline = new Date(row.deadline);
    const returned = row.returnedAt !== null;
    const facts = { deadline, acceptLate, reopened, returned, version, termClosed };
    return { ...withCampusTime(campus, row), state: handInState(facts, campus.now()) };
  });
};

/** The terms in which a student has or had subjects, without planned ones, latest first. */
export const termsOfStudent = (db: Db, studentId: string) =>
  db.rows(
    exams.examTerm,
    `select terms.id::text, terms.name, terms.starts_on as "startsOn", terms.ends_on as "endsOn",
       ${termState} as state
     from terms
     where ${wasOpened} and exists (select from enrolments join subjects on subjects.id = enrolments.subject_id
       where subjects.term_id = terms.id and enrolments.student_id = $1)
     order by terms.starts_on desc`,
    [studentId],
  );
