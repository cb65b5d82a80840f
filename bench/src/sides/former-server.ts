// How Campus stored a submission when each mark was a row: the former statements behind a bare server, on the
// schema of that time (data/former.ts), with a pool as large as Campus's today. It checks nothing that they do not.
// POST /marks/<actor> takes the same body as Campus.
import { Pool } from 'pg';
import { serve } from './bare.ts';
import { readSubmission } from './submitted.ts';

const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 16 });

const openClass = `
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
  where subjects.id = $1`;

const storeMarks = `
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
    (select count(*)::int from changed) as changed`;

const submit = async (actor: string, body: string): Promise<string> => {
  const { subjectId, date, emails, present, remarks, answer } = readSubmission(body);
  const client = await pool.connect();
  try {
    await client.query('begin');
    const { rows } = await client.query<{ sessionId: string }>({
      name: 'open-class',
      text: openClass,
      values: [subjectId, date],
    });
    const stored = await client.query<{ notEnrolled: string[]; changed: number }>({
      name: 'store-marks',
      text: storeMarks,
      values: [subjectId, rows[0]?.sessionId, date, emails, present, remarks, actor, false],
    });
    await client.query('commit');
    return answer(stored.rows[0]?.changed ?? 0);
  } finally {
    client.release();
  }
};

serve({ marks: ([actor = ''], { body }) => submit(actor, body) }, () => pool.end());
