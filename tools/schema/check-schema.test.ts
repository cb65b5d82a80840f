import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../apps/server/src/db/migrate.ts';
import { emptyDatabase } from '../../apps/server/src/testing/test-database.ts';
import type { TestDatabase } from '../../apps/server/src/testing/test-database.ts';
import { generatedFiles, generateFiles } from './generated-files.ts';
import type { GeneratedFile } from './generated-files.ts';

let database: TestDatabase;
let generated: Record<GeneratedFile, string>;

beforeAll(async () => {
  database = await emptyDatabase();
  await migrate(database.owner);
  generated = await generateFiles(database.owner);
});
afterAll(() => database.drop());

describe('the migrations and the committed descriptions of the schema agree', () => {
  it.each(['tables', 'schema'] as const)('%s (if not: npm run tables)', (name) => {
    expect(readFileSync(generatedFiles[name], 'utf8')).toBe(generated[name]);
  });

  it('and every table and view was looked at', async () => {
    const { rows } = await database.pool.query<{ name: string; view: boolean }>(
      "select table_name as name, table_type = 'VIEW' as view from information_schema.tables where table_schema = 'public'",
    );
    expect(rows.length).toBeGreaterThan(1);
    for (const { name, view } of rows) {
      expect(generated.schema).toContain(
        view ? `create view ${name} as` : `create table ${name} (`,
      );
      if (name !== 'campus_migrations') expect(generated.tables).toContain(`\n  ${name}: `);
    }
  });
});

/** Tables of which rows are referred to by columns without an index, because no row is ever deleted. */
const kept = [
  'assignments',
  'book_copies',
  'books',
  'faculty',
  'move_in_batches',
  'people',
  'subjects',
  'terms',
];

it('a column that refers to rows which may be deleted has an index: without one, each deletion reads its whole table', async () => {
  const { rows } = await database.pool.query<{ column: string; to: string }>(`
    select conrelid::regclass || '.' || attname as column, confrelid::regclass::text as to
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and connamespace = 'public'::regnamespace and not exists (
      select from pg_index where indrelid = conrelid and indkey[0] = any (conkey)
        and (indpred is null or pg_get_expr(indpred, indrelid) like '(% IS NOT NULL)'))`);
  expect(rows.filter(({ to }) => !kept.includes(to))).toEqual([]);
  expect(kept.filter((table) => !rows.some(({ to }) => to === table))).toEqual([]);

  const server = join(import.meta.dirname, '../../apps/server');
  const sources = readdirSync(join(server, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|^testing\b/.test(file))
    .map((file) => readFileSync(join(server, 'src', file), 'utf8'));
  const code = [...sources, generated.schema].join('\n');
  expect(kept.filter((table) => new RegExp(`delete from ${table}\\b`).test(code))).toEqual([]);
});
