import type { Client } from 'pg';
import { type Cell, copy, line } from './copy.ts';
import type { BenchCampus } from './generate.ts';
import { heldClasses } from './marks.ts';

/** Every class that was held, with its marks, their history and what they come to. */
export const loadAttendance = async (client: Client, campus: BenchCampus): Promise<void> => {
  // The rows fit together by construction: checking each of millions of marks takes minutes.
  await client.query('set session_replication_role = replica');
  await copy(client, 'class_sessions (id, subject_id, held_on, version)', sessions(campus));
  const mark = 'session_id, student_id, present, remarks';
  await copy(client, `attendance_marks (${mark}, marked_by)`, marks(campus, []));
  await copy(
    client,
    `attendance_mark_changes (${mark}, changed_by, version, correction)`,
    marks(campus, [1, false]),
  );
  await client.query(
    `select setval(pg_get_serial_sequence('class_sessions', 'id'), max(id)) from class_sessions`,
  );
  await client.query('set session_replication_role = origin');
  // Its triggers were asleep.
  await client.query('insert into attendance_tallies select * from attendance_tallies_now');
  await client.query('insert into subject_tallies select * from subject_tallies_now');
};

const sessions = function* (campus: BenchCampus): Generator<string> {
  for (const { id, subject, date } of heldClasses(campus)) yield line(id, subject.id, date, 1);
};

/** Every mark of every class, a class at a time; `more` cells follow each. */
const marks = function* (campus: BenchCampus, more: readonly Cell[]): Generator<string> {
  for (const { id, subject, present, remarks } of heldClasses(campus))
    yield subject.students
      .map((student, at) =>
        line(id, student.id, present[at] ?? null, remarks[at] ?? null, subject.teacher.id, ...more),
      )
      .join('');
};
