import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withoutAccents } from '@campus/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '../testing/test-database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const rows = async (statement: string, values: unknown[] = []) =>
  (await database.pool.query(statement, values)).rows;

test('lists searched in the browser and in the database find the same, whatever letters a name has', async () => {
  const between = (first: number, last: number) =>
    fc.integer({ min: first, max: last }).map((code) => String.fromCharCode(code));
  const letter = fc.oneof(
    between(0x20, 0x24f),
    between(0x300, 0x52f),
    between(0x900, 0x97f),
    between(0x1e00, 0x1fff),
    fc.constantFrom(...Array.from('łŁøØđĐðÐħĦŧŦıİŋŊɓƁɗƊƙƘƴƳςΣßẞæÆǽœŒþÞﬁＡ李٣')),
  );
  const name = fc.string({ unit: letter, minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(name, async (given) => {
      const [{ key }] = await rows('select search_key($1) as key', [given]);
      expect(withoutAccents(given)).toBe(key);
    }),
    { numRuns: 500 },
  );
});

/** As it was before migration 125. */
const formerKey = `
  create or replace function search_key(given text) returns text
  language sql immutable strict parallel safe
  return lower(regexp_replace(normalize(given, nfkd), '[\\u0300-\\u036f]', '', 'g') collate campus_name)
    collate "C";`;

const migrateAgain = async (): Promise<void> => {
  for (const name of ['0125_plain_letters', '0126_keys_of_plain_letters']) {
    const file = join(import.meta.dirname, `../../migrations/${name}.sql`);
    await database.asOwner(`begin; ${readFileSync(file, 'utf8')}; commit`);
  }
};

test('records of an earlier version are found by plain letters: only their keys change, and no history begins', async () => {
  await database.asOwner(`${formerKey}
    insert into people (role, email, name) values
      ('teacher', 'soren@example.edu', 'Søren'), ('student', 'lukasz@example.edu', 'Łukasz'),
      ('admin', 'ruth@example.edu', 'Ruth'), ('student', 'agnes@example.edu', 'Ágnes');
    insert into terms (name, starts_on, ends_on) values ('Term', '2026-01-01', '2026-06-01');
    insert into faculty (person_id, department) values (1, 'Økonomi');
    insert into students (person_id) values (2), (4);
    insert into subjects (term_id, teacher_id, name, code) values (1, 1, 'Mænd', 'M1');
    insert into exams (subject_id, title, held_on, created_by) values (1, 'Prøve', '2026-02-02', 1);
    insert into books (title, author, created_by) values ('Straße', 'Þór', 3), ('Zahlen', 'Agnes', 3)`);
  const stored = `
    select name as of, search_key as key, xmin from people where role <> 'student'
    union all select 'department', search_key, xmin from faculty
    union all select name, search_key, xmin from student_directory
    union all select 'subject', search_key, xmin from subjects
    union all select 'exam', search_key, xmin from exams
    union all select title, search_words::text, xmin from books order by of`;
  const before = await rows(stored);
  await migrateAgain();
  const after = await rows(stored);
  expect(after.map(({ of, key }) => [of, key.trim()])).toEqual([
    ['Ágnes', 'agnes\nagnes@example.edu'],
    ['department', 'okonomi'],
    ['exam', 'prove'],
    ['Łukasz', 'lukasz\nlukasz@example.edu'],
    ['Ruth', 'ruth\nruth@example.edu'],
    ['Søren', 'soren\nsoren@example.edu'],
    ['Straße', "'strasse':1 'thor':2"],
    ['subject', 'maend\nm1'],
    ['Zahlen', "'agnes':2 'zahlen':1"],
  ]);
  const written = after.filter(({ xmin }, at) => xmin !== before[at].xmin);
  expect(written.map(({ of }) => of)).toEqual([
    'department',
    'exam',
    'Łukasz',
    'Søren',
    'Straße',
    'subject',
  ]);
  expect(await rows('select from person_changes union all select from book_changes')).toEqual([]);
});

test('who is being added while the letters are introduced is found by them, too', async () => {
  await database.asOwner(formerKey);
  const adding = await database.pool.connect();
  await adding.query('begin');
  await adding.query(
    `insert into people (role, email, name) values ('admin', 'oyvind@example.edu', 'Øyvind')`,
  );
  const migrated = migrateAgain();
  const waiting = `select from pg_locks join pg_database on pg_database.oid = database
    where datname = current_database() and not granted`;
  await expect.poll(() => rows(waiting), { timeout: 60_000 }).toHaveLength(1);
  await adding.query('commit');
  adding.release();
  await migrated;
  expect(await rows(`select search_key from people where name = 'Øyvind'`)).toEqual([
    { search_key: 'oyvind\noyvind@example.edu\n\n\n' },
  ]);
});
