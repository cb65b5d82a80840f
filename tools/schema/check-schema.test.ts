import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../apps/server/src/db/migrate.ts';
import { emptyDatabase } from '../../apps/server/src/testing/test-database.ts';
import type { TestDatabase } from '../../apps/server/src/testing/test-database.ts';
import { drawPictures, pictureFiles } from './pictures.ts';
import type { Picture } from './pictures.ts';

let database: TestDatabase;
let drawn: Record<Picture, string>;

beforeAll(async () => {
  database = await emptyDatabase();
  await migrate(database.owner);
  drawn = await drawPictures(database.owner);
});
afterAll(() => database.drop());

describe('the migrations and the committed pictures of the schema agree', () => {
  it.each(['tables', 'schema'] as const)('%s (if not: npm run tables)', (picture) => {
    expect(readFileSync(pictureFiles[picture], 'utf8')).toBe(drawn[picture]);
  });

  it('and every table and view was looked at', async () => {
    const { rows } = await database.pool.query<{ name: string; view: boolean }>(
      "select table_name as name, table_type = 'VIEW' as view from information_schema.tables where table_schema = 'public'",
    );
    expect(rows.length).toBeGreaterThan(1);
    for (const { name, view } of rows) {
      expect(drawn.schema).toContain(view ? `create view ${name} as` : `create table ${name} (`);
      if (name !== 'campus_migrations') expect(drawn.tables).toContain(`\n  ${name}: `);
    }
  });
});
