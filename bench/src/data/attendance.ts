import type { Client } from 'pg';
import { continueIds, copy, line } from './copy.ts';
import type { BenchCampus } from './generate.ts';
import { heldClasses } from './marks.ts';

/** Loads every class that was held, with its marks, their history and totals. */
export const loadAttendance = async (client: Client, campus: BenchCampus): Promise<void> => {
  // The rows are consistent by construction: letting triggers keep the history of each class takes minutes.
  await client.query('set session_replication_role = replica');
  await copy(client, 'seats (subject_id, seat, student_id)', seats(campus));
  await copy(
    client,
    'class_sessions (id, subject_id, held_on, version, present, remarks, marked_by, marked_at)',
    sessions(campus),
  );
  await continueIds(client, 'class_sessions');
  await client.query(
    `insert into class_submissions (session_id, version, changed_by, changed_at, correction, present, remarks)
     select id, version, marked_by, marked_at, false, present, remarks from class_sessions`,
  );
  await client.query('set session_replication_role = origin');
  // Its trigger was disabled.
  await client.query('insert into seat_tallies select * from seat_tallies_now');
  await client.query('insert into subject_tallies select * from subject_tallies_now');
};

const seats = function* ({ subjects }: BenchCampus): Generator<string> {
  for (const { id, students } of subjects)
    yield students.map((student, at) => line(id, at + 1, student.id)).join('');
};

const sessions = function* (campus: BenchCampus): Generator<string> {
  for (const { id, subject, date, present, remarks } of heldClasses(campus))
    yield line(
      id,
      subject.id,
      date,
      1,
      arrayOf(present),
      arrayOf(remarks),
      subject.teacher.id,
      date,
    );
};

/** PostgreSQL's array syntax, for cells that need no escaping. */
const arrayOf = (cells: readonly (string | boolean | null)[]): string =>
  `{${cells.map((cell) => (cell === null ? 'NULL' : typeof cell === 'string' ? `"${cell}"` : cell)).join(',')}}`;
