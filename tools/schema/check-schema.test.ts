import { readFileSync } from 'node:fs';
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
