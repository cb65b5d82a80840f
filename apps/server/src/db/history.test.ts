import { afterAll, beforeAll, expect, test } from 'vitest';
import { text, textOrNull } from './db.ts';
import { testDatabase, type TestDatabase } from '../testing/test-database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

test('a column added to people later is in their history, and histories can only be appended to', async () => {
  await database.asOwner('alter table people add column favourite_day date');
  await database.query(`
    insert into people (role, email, name) values ('admin', 'a@example.edu', 'Ada');
    update people set favourite_day = '2026-03-11', valid_from = now()`);
  const rows = await database.rows(
    { field: text, before: textOrNull, after: textOrNull },
    'select field, before, after from person_changes',
  );
  expect(rows).toEqual([{ field: 'favouriteDay', before: null, after: '2026-03-11' }]);
  await expect(database.asOwner('delete from person_changes')).rejects.toThrow('append-only');
});
