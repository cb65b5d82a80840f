import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Connection, inDatabase, withClient } from '@campus/server/src/db/connection.ts';
import { continueIds, copy, line } from './copy.ts';
import type { BenchCampus } from './generate.ts';
import { heldClasses } from './marks.ts';

const schema = join(import.meta.dirname, '../sides/limit.sql');

const people = function* ({ admin, teachers, students }: BenchCampus): Generator<string> {
  yield line(admin.id, 'admin', admin.email, admin.name, null);
  for (const { id, email, name } of teachers) yield line(id, 'teacher', email, name, null);
  for (const { id, email, name, rollNo } of students)
    yield line(id, 'student', email, name, rollNo);
};

const seats = function* ({ subjects, term }: BenchCampus): Generator<string> {
  for (const { id, students } of subjects)
    yield students.map((student, at) => line(id, at + 1, student.id, term.startsOn)).join('');
};

const classes = function* (campus: BenchCampus): Generator<string> {
  for (const { id, subject, date, present, remarks } of heldClasses(campus)) {
    const bytes = `\\\\x${present.map((one) => (one ? '02' : '01')).join('')}`;
    const attended = present.filter(Boolean).length;
    const sparse = Object.fromEntries(
      remarks.flatMap((remark, at) => (remark === null ? [] : [[at + 1, remark]])),
    );
    yield line(
      id,
      subject.id,
      date,
      subject.teacher.id,
      bytes,
      attended,
      present.length - attended,
      JSON.stringify(sparse),
    );
  }
};

/** Computes what the totals must be. */
export const recount = `
  select subject, max(classes), sum(held)::int, sum(attended)::int, array_agg(held::smallint order by seat),
    array_agg(attended::smallint order by seat), array_agg(first_on order by seat), array_agg(last_on order by seat)
  from (
    select subject, seat, count(*)::int as classes, (count(held_on) filter (where value > 0))::int as held,
      (count(*) filter (where value = 2))::int as attended,
      min(held_on) filter (where value > 0) as first_on, max(held_on) filter (where value > 0) as last_on
    from seats join classes using (subject)
    cross join lateral (select get_byte(marks, seat - 1) as value) mark
    group by subject, seat
  ) seat
  group by subject`;

/** Loads the same university into the limit's schema, in a separate database on the same server. */
export const loadLimit = async (server: Connection, campus: BenchCampus): Promise<Connection> => {
  await withClient(server, (client) => client.query('create database attendance_limit'));
  const connection = inDatabase(server, 'attendance_limit');
  await withClient(connection, async (client) => {
    await client.query(readFileSync(schema, 'utf8'));
    await client.query('set session_replication_role = replica');
    await copy(client, 'people (id, role, email, name, roll_no)', people(campus));
    const { startsOn, endsOn } = campus.term;
    await copy(client, 'terms (id, name, starts_on, ends_on)', [
      line(1, 'This term', startsOn, endsOn),
    ]);
    await copy(
      client,
      'subjects (id, term, name, code, teacher)',
      campus.subjects.map(({ id, code, teacher }) =>
        line(id, 1, `Subject ${code}`, code, teacher.id),
      ),
    );
    await copy(client, 'seats (subject, seat, student, from_on)', seats(campus));
    await copy(
      client,
      'classes (id, subject, held_on, author, marks, present, absent, remarks)',
      classes(campus),
    );
    await continueIds(client, 'classes');
    await client.query('set session_replication_role = origin');
    await client.query('select write_roll(id) from subjects');
    await client.query(`insert into totals ${recount}`);
    await client.query('vacuum (analyze)');
    await client.query('checkpoint');
  });
  return connection;
};
