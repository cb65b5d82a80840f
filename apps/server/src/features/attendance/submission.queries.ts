import { attendance, type IsoDate } from '@campus/contract';
import { z } from 'zod';
import { boolean, day, integer, text, texts, type Transaction } from '../../db/db.ts';
import { instant } from '../../db/sql.ts';

/** The marks of a submission, column by column; the three lists are of one length. */
export interface SentMarks {
  readonly emails: readonly string[];
  readonly present: readonly boolean[];
  readonly remarks: readonly (string | null)[];
}

const openedClass = z.object({
  teacherId: text,
  teacherEmail: text,
  startsOn: day,
  endsOn: day,
  termClosed: boolean,
  sessionId: text,
  version: integer,
});

/**
 * Finds the class of a subject on a day, creating it when it is new, and locks it until the
 * transaction ends: two submissions of one class follow each other. Undefined when there is no
 * such subject. Whether the actor may and the day is right is checked by the caller, who rolls back.
 */
export const openClass = (tx: Transaction, subjectId: string, date: IsoDate) =>
  tx.row(openedClass, {
    name: 'open-class',
    text: `
      with session as (
        insert into class_sessions (subject_id, held_on)
        select id, $2::date from subjects where id = $1
        on conflict (subject_id, held_on, slot) do update set version = class_sessions.version
        returning id, version
      )
      select subjects.teacher_id::text as "teacherId", teacher.email as "teacherEmail",
        terms.starts_on as "startsOn", terms.ends_on as "endsOn",
        terms.closed_at is not null as "termClosed",
        session.id::text as "sessionId", session.version
      from subjects
      join terms on terms.id = subjects.term_id
      join people teacher on teacher.id = subjects.teacher_id
      cross join session
      where subjects.id = $1`,
    values: [subjectId, date],
  });

/** Marks changed after `version` that are stored otherwise than they were sent. */
export const conflictsSince = (
  tx: Transaction,
  sessionId: string,
  version: number,
  sent: SentMarks,
) =>
  tx.rows(
    attendance.rosterConflict,
    `select distinct on (student.email)
       student.email as "studentEmail", student.name as "studentName",
       marks.present, marks.remarks, author.name as "changedBy",
       ${instant('changes.changed_at')} as "changedAt"
     from attendance_mark_changes changes
     join attendance_marks marks using (session_id, student_id)
     join people student on student.id = changes.student_id
     join people author on author.id = changes.changed_by
     join unnest($3::text[], $4::boolean[], $5::text[]) as sent (email, present, remarks)
       on sent.email = student.email
     where changes.session_id = $1 and changes.version > $2
       and (sent.present <> marks.present or sent.remarks is distinct from marks.remarks)
     order by student.email, changes.version desc`,
    [sessionId, version, sent.emails, sent.present, sent.remarks],
  );

/**
 * Stores the marks that differ from what is stored, with their history, in one statement. The
 * class is locked by `openClass`. `notEnrolled` are e-mails of people who were not enrolled that day:
 * the caller rolls back when there are any.
 */
export const storeMarks = (
  tx: Transaction,
  at: { subjectId: string; sessionId: string; date: IsoDate },
  sent: SentMarks,
  by: { actorId: string; correction: boolean },
) =>
  tx.one(
    { notEnrolled: texts, changed: integer },
    {
      name: 'store-marks',
      text: `
      with sent as (
        select given.email, given.present, given.remarks, enrolments.student_id
        from unnest($4::text[], $5::boolean[], $6::text[]) as given (email, present, remarks)
        left join people on people.email = given.email
        left join enrolments on enrolments.subject_id = $1 and enrolments.student_id = people.id
          and enrolments.from_on <= $3 and (enrolments.to_on is null or enrolments.to_on >= $3)
      ),
      changed as materialized (
        select sent.student_id, sent.present, sent.remarks,
          stored.present as previous_present, stored.remarks as previous_remarks
        from sent
        left join attendance_marks stored
          on stored.session_id = $2 and stored.student_id = sent.student_id
        where sent.student_id is not null
          and (stored.present is distinct from sent.present
            or stored.remarks is distinct from sent.remarks)
      ),
      session as (
        update class_sessions set version = version + 1
        where id = $2 and exists (select from changed)
        returning version
      ),
      marks as (
        insert into attendance_marks
          (session_id, student_id, present, remarks, correction, marked_by)
        select $2, student_id, present, remarks, $8, $7 from changed
        on conflict (session_id, student_id) do update
          set present = excluded.present, remarks = excluded.remarks,
            correction = excluded.correction,
            marked_by = excluded.marked_by, marked_at = excluded.marked_at
      ),
      history as (
        insert into attendance_mark_changes (session_id, student_id, version, present, remarks,
          previous_present, previous_remarks, correction, changed_by)
        select $2, student_id, session.version, present, remarks,
          previous_present, previous_remarks, $8, $7
        from changed, session
      )
      select array(select email from sent where student_id is null) as "notEnrolled",
        (select count(*)::int from changed) as changed`,
      values: [
        at.subjectId,
        at.sessionId,
        at.date,
        sent.emails,
        sent.present,
        sent.remarks,
        by.actorId,
        by.correction,
      ],
    },
  );
