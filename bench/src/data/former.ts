import { cpSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Connection, inDatabase, withClient } from '@campus/server/src/db/connection.ts';
import { migrate } from '@campus/server/src/db/migrate.ts';
import type { Client } from 'pg';
import { type Cell, continueIds, copy, line } from './copy.ts';
import type { BenchDatabase } from './database.ts';
import type { BenchCampus } from './generate.ts';
import { loadPeople } from './load.ts';
import { heldClasses } from './marks.ts';

const migrations = join(import.meta.dirname, '../../../apps/server/migrations');
/** The last migration with a row for each mark. */
const last = '0031';

/** Loads the same university with Campus's former schema into a separate database on the same server. */
export const loadFormer = async (
  { connection: server, folder }: BenchDatabase,
  campus: BenchCampus,
): Promise<Connection> => {
  await withClient(server, (client) => client.query('create database attendance_formerly'));
  const connection = inDatabase(server, 'attendance_formerly');
  const until = join(folder, 'former-migrations');
  mkdirSync(until);
  for (const name of readdirSync(migrations))
    if (name.slice(0, last.length) <= last) cpSync(join(migrations, name), join(until, name));
  await migrate(connection, until);
  await withClient(connection, async (client) => {
    await loadPeople(client, campus);
    await loadMarks(client, campus);
    await client.query('vacuum (analyze)');
    await client.query('checkpoint');
  });
  return connection;
};

const loadMarks = async (client: Client, campus: BenchCampus): Promise<void> => {
  await client.query('set session_replication_role = replica');
  await copy(client, 'class_sessions (id, subject_id, held_on, version)', sessions(campus));
  const mark = 'session_id, student_id, present, remarks';
  await copy(client, `attendance_marks (${mark}, marked_by)`, marks(campus, []));
  await copy(
    client,
    `attendance_mark_changes (${mark}, changed_by, version, correction)`,
    marks(campus, [1, false]),
  );
  await continueIds(client, 'class_sessions');
  await client.query('set session_replication_role = origin');
  // Its triggers were disabled.
  await client.query('insert into attendance_tallies select * from attendance_tallies_now');
  await client.query('insert into subject_tallies select * from subject_tallies_now');
};

const sessions = function* (campus: BenchCampus): Generator<string> {
  for (const { id, subject, date } of heldClasses(campus)) yield line(id, subject.id, date, 1);
};

/** Every mark of every class, class by class, each followed by the cells `more`. */
const marks = function* (campus: BenchCampus, more: readonly Cell[]): Generator<string> {
  for (const { id, subject, present, remarks } of heldClasses(campus))
    yield subject.students
      .map((student, at) =>
        line(id, student.id, present[at] ?? null, remarks[at] ?? null, subject.teacher.id, ...more),
      )
      .join('');
};
