import { attendance, type IsoDate } from '@campus/contract';
import { z } from 'zod';
import { boolean, day, integer, text, texts, type Transaction } from '../../db/db.ts';
import { enrolledOn, instant, wasOpened } from '../../db/sql.ts';

/** The marks of a submission by column; the three arrays have the same length. */
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
  planned: boolean,
  sessionId: text,
  version: integer,
});

/**
 * Finds the class of a subject on a day, or creates it. Locks it and the subject's tally, so that two submissions for
 * one subject run one after the other. Returns undefined when there is no such subject. The caller checks whether the
 * actor may mark it and whether the day is right, and rolls back if not.
 */
export const lockOrCreateSession = (tx: Transaction, subjectId: string, date: IsoDate) =>
  tx.row(openedClass, {
    name: 'open-class',
    text: `
      with tally as (
        insert into subject_tallies (subject_id) 
        -- Locks the subject: a concurrent deletion waits, or has happened before.
        select id from subjects where id = $1 and term_id is not null for key share
        on conflict (subject_id) do update set marks = subject_tallies.marks
        returning subject_id
      ),
      session as (
        insert into class_sessions (subject_id, held_on) select subject_id, $2::date from tally
        on conflict (subject_id, held_on, slot) do update set version = class_sessions.version
        returning id, version
      )
      select subjects.teacher_id::text as "teacherId", teacher.email as "teacherEmail",
        terms.starts_on as "startsOn", terms.ends_on as "endsOn",
        terms.closed_at is not null as "termClosed", not ${wasOpened} as planned,
        session.id::text as "sessionId", session.version
      from subjects
      join terms on terms.id = subjects.term_id
      join people teacher on teacher.id = subjects.teacher_id
      cross join session
      where subjects.id = $1`,
    values: [subjectId, date],
  });

/** Marks of students of the given sections (null: of all) that were changed after `version` and differ from those sent. */
export const conflictsSince = (
  tx: Transaction,
  { sessionId, sections }: { sessionId: string; sections: readonly string[] | null },
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
       and ($6::bigint[] is null or exists (select from enrolments
         where enrolments.student_id = student.id and section_id = any($6)))
     order by student.email, changes.version desc`,
    [sessionId, version, sent.emails, sent.present, sent.remarks, sections],
  );

const countedDay = z.object({ name: text, until: day });

/**
 * Stores the marks that differ, in one statement; triggers update history and tallies. `lockOrCreateSession` has locked the
 * class. `notEnrolled` lists e-mails of people who were not enrolled that day, or not in one of the given sections:
 * unless it is empty, the caller must roll back. So it must if `counted` names a student with no mark yet, whose opening balance
 * includes that day.
 */
export const storeMarks = (
  tx: Transaction,
  at: { subjectId: string; sessionId: string; date: IsoDate; sections: readonly string[] | null },
  sent: SentMarks,
  by: { actorId: string; correction: boolean },
) =>
  tx.one(
    { notEnrolled: texts, changed: integer, counted: countedDay.nullable() },
    {
      name: 'store-marks',
      text: `
      with sent as materialized (
        select given.*,
          -- Not a join: on a new connection it would read all people for one class.
          (select student_id from people
            join enrolments on enrolments.student_id = people.id
            where people.email = given.email and enrolments.subject_id = $1
              and ${enrolledOn('$3')}
              and ($9::bigint[] is null or section_id = any($9))) as student_id
        from unnest($4::text[], $5::boolean[], $6::text[])
          with ordinality as given (email, present, remarks, place)
      ),
      seated as materialized (
        select sent.*, seats.seat is null as is_new, coalesce(seats.seat,
            (select coalesce(max(seat), 0) from seats where subject_id = $1)
              + row_number() over (partition by seats.seat is null order by place)) as seat
        from sent
        left join seats on seats.subject_id = $1 and seats.student_id = sent.student_id
        where sent.student_id is not null
      ),
      given_seats as (
        insert into seats (subject_id, seat, student_id)
        select $1, seat, student_id from seated where is_new
      ),
      mark as materialized (
        select seat, student_id, stored.present as before, stored.corrected_by, coalesce(seated.present, stored.present) as present,
          case when place is null then stored.remarks else seated.remarks end as remarks,
          place is not null and (seated.present is distinct from stored.present
            or seated.remarks is distinct from stored.remarks) as changed
        from class_sessions session
        -- Not by subscript: finding each remark would scan the array from its start.
        cross join lateral rows from (
          generate_series(1, greatest((select max(seat) from seated), cardinality(session.present))),
          unnest(session.present), unnest(session.remarks), unnest(session.corrected_by)
        ) as stored (seat, present, remarks, corrected_by)
        left join seated using (seat)
        where session.id = $2
      ),
      class as (
        select array_agg(present order by seat) as present,
          case when count(remarks) > 0 then array_agg(remarks order by seat) end as remarks,
          case when $8 or count(corrected_by) > 0 then array_agg(
            case when not changed then corrected_by when $8 then $7 end order by seat
          ) end as corrected_by,
          (count(*) filter (where changed))::int as changed
        from mark
      ),
      kept as (
        update class_sessions
        set version = version + 1, marked_by = $7, marked_at = now(),
          present = class.present, remarks = class.remarks, corrected_by = class.corrected_by
        from class
        where id = $2 and class.changed > 0
      )
      select array(select email from sent where student_id is null) as "notEnrolled", changed,
        (select json_build_object('name', people.name, 'until', until_on)
          from opening_balances as opening join people on people.id = student_id
          where opening.subject_id = $1 and until_on >= $3
            and exists (select from mark where mark.student_id = opening.student_id and before is null)
          order by until_on desc, people.name limit 1) as counted
      from class`,
      values: [
        at.subjectId,
        at.sessionId,
        at.date,
        sent.emails,
        sent.present,
        sent.remarks,
        by.actorId,
        by.correction,
        at.sections,
      ],
    },
  );
