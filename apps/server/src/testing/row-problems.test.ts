import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { integer, text, textOrNull, timestamp } from '../db/db.ts';
import { type DeclaredRow, rowProblems } from './row-problems.ts';
import { type TestDatabase, testDatabase } from './test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const problems = async (row: DeclaredRow, statement: string) =>
  rowProblems(row, await database.pool.query(statement));

const kind = z.enum(['lent', 'returned']);
test.each<[string, DeclaredRow, string]>([
  ['columns', { id: text, n: integer }, 'select 1::bigint as id, 2 as n'],
  [
    'a schema',
    z.object({ day: text, at: timestamp }),
    "select '2026-03-11'::date as day, now() as at",
  ],
  ['the only column', integer, 'select 2 as whatever'],
  ['nothing in a column that may be empty', { note: textOrNull }, 'select null::text as note'],
  ['JSON', { marks: z.array(z.object({ n: integer })) }, `select '[{"n": 1}]'::json as marks`],
  [
    'kinds of rows',
    z.union([z.object({ kind, n: integer }), z.object({ kind, n: z.null() })]),
    "select 'lent' as kind, null::int as n",
  ],
])('%s returned as declared are no problem', async (_what, row, statement) => {
  expect(await problems(row, statement)).toEqual([]);
});

test.each<[string, DeclaredRow, string, string]>([
  ['of another name', { id: text }, 'select 1::bigint as ids', 'does not answer "id"'],
  [
    'not declared',
    { id: text },
    'select 1::bigint as id, 2 as n',
    'answers "n", which is not declared',
  ],
  [
    'a bigint for a number',
    { n: integer },
    'select 1::bigint as n where false',
    'answers "n" as text',
  ],
  ['a number for text', { id: text }, 'select 1 as id where false', 'answers "id" as 0'],
  ['a number for a kind', { kind }, 'select 1 as kind where false', 'answers "kind" as 0'],
  [
    'an instant for text',
    { at: text },
    'select now() as at where false',
    'answers "at" as "1970-01-01T00:00:00.000Z"',
  ],
  ['another kind', { kind }, "select 'lost' as kind", 'at kind'],
  ['null', { note: text }, 'select null::text as note', 'at note'],
  [
    'another type within JSON',
    { of: z.object({ n: integer }) },
    `select '{"n": "1"}'::json as of`,
    'at of.n',
  ],
  [
    'more within JSON',
    { of: z.object({ n: integer }) },
    `select '{"n": 1, "m": 2}'::json as of`,
    '"m":2',
  ],
  [
    'two columns for a value',
    integer,
    'select 1 as one, 2 as two',
    'does not answer "the only column"',
  ],
])('a column that is %s is reported', async (_what, row, statement, told) => {
  expect((await problems(row, statement)).join('\n')).toContain(told);
});
