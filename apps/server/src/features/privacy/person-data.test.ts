import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { undoObstacles } from '../people/batches/import-undo.ts';
import { parts, personTables, withoutForeignKey } from './person-data.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const columnsOf = async (statement: string): Promise<string[]> =>
  (await database.pool.query(`select name from (${statement}) found (name) order by 1`)).rows.map(
    ({ name }) => name,
  );

const described = Object.entries(personTables)
  .flatMap(([table, { about = [], by = [] }]) => [...about, ...by].map((c) => `${table}.${c}`))
  .toSorted();

/** The foreign keys to a person, by the column that has the person's id. */
const foreignKeys = `
  select distinct refers.relname || '.' || held.attname from pg_constraint
  join pg_class refers on refers.oid = conrelid
  join pg_class referred on referred.oid = confrelid
  cross join unnest(conkey, confkey) as pair (own, theirs)
  join pg_attribute held on held.attrelid = conrelid and held.attnum = own
  join pg_attribute key on key.attrelid = confrelid and key.attnum = theirs
  where contype = 'f' and conrelid::regclass::text not like '%.%'
    and (referred.relname, key.attname) in
      (('people', 'id'), ('students', 'person_id'), ('faculty', 'person_id'))`;

/** Why the other tables hold nothing about a person. */
const nobodys = {
  assignment_contents: 'files, exported and erased with `hand_ins` and `assignment_files`',
  book_copies: 'of the library',
  campus_migrations: 'of the database',
  campus_settings: 'of the campus',
  counted_subjects: 'of a subject',
  departments: 'of the campus',
  ended_sessions: 'ids that name nobody once the account is gone',
  event_namespace: 'of the campus',
  grading_scale_grades: 'of the campus',
  hand_in_files: 'names of files, exported and erased with `hand_ins`',
  mail_pace: 'of the campus',
  programme_branches: 'of the campus',
  programmes: 'of the campus',
  roster_versions: 'of a subject',
  sections: 'of a subject',
  setup_link: 'of whoever sets up the campus',
  subject_percentages: 'counted from `seat_tallies`',
  subject_tallies: 'of a subject',
  trail_checks: 'of the trail',
  trail_pending: 'ids of entries of the trail',
  trail_segments: 'ids and digests of entries of the trail',
};

describe('the list of columns that refer to a person', () => {
  test('is of all tables, but for those of which it says here why they hold nothing about a person', async () => {
    const tables = await columnsOf(`select table_name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`);
    expect(tables.toSorted()).toEqual(
      [...Object.keys(personTables), ...Object.keys(nobodys)].toSorted(),
    );
  });

  test('names every foreign key to a person and every other reference, and nothing else', async () => {
    const keys = await columnsOf(foreignKeys);
    expect(keys.length).toBeGreaterThan(60);
    const rest = Object.keys(withoutForeignKey).toSorted();
    expect(rest.filter((column) => keys.includes(column))).toEqual([]);
    expect(described).toEqual([...keys, 'people.id', ...rest].toSorted());
  });

  test('is the same for the undo of an import, which checks what depends on a person', () => {
    const about = Object.entries(personTables).flatMap(([table, { about: columns = [] }]) =>
      columns.map((column) => `${table}.${column}`),
    );
    expect(Object.keys(undoObstacles).toSorted()).toEqual(about.toSorted());
  });

  test('includes each column that is named like a reference, foreign key or not', async () => {
    const called = await columnsOf(`
      select table_name || '.' || column_name from information_schema.columns
      join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE'
        and column_name ~ '(^|_)(by|person_id|student_id|teacher_id|owner_id|recipient|record_id|email|emails|subject)$'`);
    const others = [
      // The text of a mail belongs to its `recipient`.
      'kept_mails.subject',
      // Covered by `people.id` and `student_directory.person_id`.
      'people.email',
      'student_directory.email',
    ];
    expect(
      called.filter((column) => !described.includes(column) && !others.includes(column)),
    ).toEqual([]);
  });

  test('is of indexed columns where rows are about a person, or done by a student', async () => {
    const leading = await columnsOf(`
      select relname || '.' || attname from pg_index
      join pg_class on pg_class.oid = indrelid
      join pg_attribute on attrelid = indrelid and attnum = indkey[0]
      where indpred is null or pg_get_expr(indpred, indrelid) = format('(%I IS NOT NULL)', attname)`);
    const looked = Object.entries(personTables).flatMap(
      ([table, { about = [], by = [], byStudents }]) =>
        [...about, ...(byStudents ? by : [])].map((column) => `${table}.${column}`),
    );
    const others = [
      ...Object.keys(withoutForeignKey),
      /* A few files of each teacher. */ 'class_infos.teacher_id',
    ];
    expect(
      looked.filter((column) => !leading.includes(column) && !others.includes(column)),
    ).toEqual([]);
  });

  test('names only columns that exist', async () => {
    for (const { columns, source, where } of parts)
      await database.pool.query(
        `with asked (who, emails) as (values (1::bigint, '{}'::text[]))
         select ${columns} from ${source} stored, asked where ${where}`,
      );
    for (const [table, { blanked = [], own = 'true', view = table }] of Object.entries(
      personTables,
    )) {
      await database.pool.query(`select ${blanked.join(', ')} from ${table}`);
      await database.pool.query(`select from ${view} stored where ${own}`);
    }
  });
});

test('everything that refers to an account of the identity service is deleted with it', async () => {
  const { rows } = await database.pool.query(`
    select conrelid::regclass::text as table, confdeltype as on_delete from pg_constraint
    where contype = 'f' and confrelid = 'identity.user'::regclass order by 1`);
  expect(rows.length).toBeGreaterThan(4);
  expect(rows.filter(({ on_delete }) => on_delete !== 'c')).toEqual([]);
});

const migrateAgain = (name: string) => {
  const file = join(import.meta.dirname, `../../../migrations/${name}.sql`);
  return database.asOwner(`begin; ${readFileSync(file, 'utf8')}; commit`);
};

test('who had been erased before migration 98 is rid of a leave’s reason and of a helper’s e-mail, too', async () => {
  await database.asOwner(`
    insert into people (role, email, name, active, erased_at)
      values ('admin', 'ruth@example.edu', 'Ruth', true, null),
        ('teacher', 'tom@example.edu', 'Tom', true, null),
        ('student', 'erased-0003@erased.invalid', 'Erased person 0003', false, now());
    insert into terms (name, starts_on, ends_on) values ('Term', '2026-01-01', '2026-06-01');
    insert into faculty (person_id, department) values (2, 'Physics');
    insert into students (person_id) values (3);
    insert into subjects (term_id, teacher_id, name, code) values (1, 2, 'Optics', 'OP1');
    insert into student_batches (action, made_by) values ('{"kind": "return"}', 1);
    insert into student_batch_students (batch_id, student_id, version, before)
      values (1, 3, 0, '{"awayFrom": "2026-02-01", "awayReason": "Ill"}');
    insert into record_changes (subject_id, version, field, after, changed_by)
      values (1, 2, 'helper', 'gone@example.edu, assistant from 2026-01-01', 1),
        (1, 3, 'helper', 'tom@example.edu, assistant from 2026-01-01', 1);
    insert into trail (kind, role, details) select 'helper_added', 'admin',
      jsonb_build_object('changes', jsonb_build_array(jsonb_build_object('after', after)))
      from record_changes where field = 'helper'`);
  await migrateAgain('0098_erased_wholly');
  const rows = async (statement: string) => (await database.pool.query(statement)).rows;
  expect(await rows('select before from student_batch_students')).toEqual([
    { before: { awayFrom: '2026-02-01' } },
  ]);
  expect(await rows('select after from record_changes order by version')).toEqual([
    { after: 'erased@erased.invalid, assistant from 2026-01-01' },
    { after: 'tom@example.edu, assistant from 2026-01-01' },
  ]);
  expect(await rows('select details is null as forgotten from trail order by id')).toEqual([
    { forgotten: true },
    { forgotten: false },
  ]);
});

test('who had been erased before migration 107 is rid of the origins of failed sign-ins, others are not', async () => {
  const { rows } = await database.pool.query(`
    insert into people (role, email, name, active, erased_at)
      values ('teacher', 'erased-0004@erased.invalid', 'Erased person 0004', false, now()),
        ('teacher', 'zoe@example.edu', 'Zoe', true, null) returning id`);
  await database.query(
    `insert into trail (kind, role, record_kind, record_id, address)
     select 'sign_in_failed', 'visitor', 'person', id, '203.0.113.' || id
     from unnest($1::bigint[]) id`,
    [rows.map(({ id }) => id)],
  );
  await migrateAgain('0107_failed_sign_ins_forgotten');
  const kept = await database.pool.query('select record_id from trail where address is not null');
  expect(kept.rows).toEqual([{ record_id: rows[1].id }]);
});
