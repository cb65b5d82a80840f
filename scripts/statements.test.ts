import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { statementsNotRun } from './statements.js';

const root = mkdtempSync(join(tmpdir(), 'campus-statements-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('a statement that no test ran is named by its place', () => {
  const folder = join(root, 'apps/server/src');
  mkdirSync(join(folder, 'testing'), { recursive: true });
  const statements = 'const one = db.row(\n  row);\nconst all = await campus.db\n  .rows(row);\n';
  writeFileSync(join(folder, 'one.queries.ts'), statements);
  writeFileSync(join(folder, 'one.test.ts'), statements);
  writeFileSync(join(folder, 'testing/make.ts'), statements);
  const list = join(root, 'ran.txt');
  writeFileSync(list, 'apps/server/src/one.queries.ts:1\n');
  expect(statementsNotRun(root, list)).toEqual([
    'apps/server/src/one.queries.ts:4: no test runs this statement.',
  ]);
  expect(statementsNotRun(root, join(root, 'none.txt'))).toHaveLength(2);
});
