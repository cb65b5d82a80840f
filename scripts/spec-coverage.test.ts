import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import {
  coverageProblems,
  passedInPlaywright,
  passedInVitest,
  readCoverage,
} from './spec-coverage.js';

const folder = mkdtempSync(join(tmpdir(), 'campus-coverage-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const report = (name: string, content: unknown): string => {
  const file = join(folder, name);
  writeFileSync(file, JSON.stringify(content));
  return file;
};

const rows = readCoverage(`
| sentence | | held by |
| -------- | --- | --- |
| 2.a.1 | “A button” | \`e2e/specs/a.spec.ts › a button\` |
| 2.a.2 | “this \\| that” | \`apps/a.test.ts › group › one\`, \`apps/a.test.ts › two\` |
| 2.a.3 | “nothing” | |
| 2.a.4 | less | accepted: the proxy’s |
| 2.a.5 | a rule | [written down](rules.md) |
| 2.a.6 | a fault | what happens | \`npm run trials -- it\`, \`apps/a.test.ts › two\` |
`);

test('the table is read: numbers, sentences, and each test', () => {
  expect(rows).toEqual([
    {
      id: '2.a.1',
      sentence: '“A button”',
      tests: [{ file: 'e2e/specs/a.spec.ts', title: 'a button' }],
      excused: false,
    },
    {
      id: '2.a.2',
      sentence: '“this | that”',
      tests: [
        { file: 'apps/a.test.ts', title: 'group › one' },
        { file: 'apps/a.test.ts', title: 'two' },
      ],
      excused: false,
    },
    { id: '2.a.3', sentence: '“nothing”', tests: [], excused: false },
    { id: '2.a.4', sentence: 'less', tests: [], excused: true },
    { id: '2.a.5', sentence: 'a rule', tests: [], excused: true },
    {
      id: '2.a.6',
      sentence: 'a fault',
      tests: [{ file: 'apps/a.test.ts', title: 'two' }],
      excused: true,
    },
  ]);
});

test('a test that failed, was skipped or does not exist covers nothing', () => {
  const vitest = report('vitest.json', {
    testResults: [
      {
        name: '/root/apps/a.test.ts',
        assertionResults: [
          { status: 'passed', title: 'one', fullName: 'group one' },
          { status: 'failed', title: 'two', fullName: 'two' },
        ],
      },
    ],
  });
  const spec = (title: string, ok: boolean, status: string) => ({
    title,
    ok,
    file: 'a.spec.ts',
    tests: [{ status }],
  });
  const playwright = report('playwright.json', {
    suites: [
      {
        specs: [spec('a button', true, 'skipped')],
        suites: [
          { specs: [spec('a list', true, 'expected'), spec('a form', false, 'unexpected')] },
        ],
      },
    ],
  });
  expect(passedInVitest(vitest, '/root')).toEqual(
    new Set(['apps/a.test.ts › one', 'apps/a.test.ts › group one']),
  );
  expect(passedInPlaywright(playwright)).toEqual(new Set(['e2e/specs/a.spec.ts › a list']));
});

test('a sentence without a passing test or a reason is a problem; what was not asked to run is none', () => {
  const passed = new Set(['apps/a.test.ts › two']);
  expect(coverageProblems(rows, passed, () => true)).toEqual([
    '2.a.1: "a button" in e2e/specs/a.spec.ts did not run and pass.',
    '2.a.2: "group › one" in apps/a.test.ts did not run and pass.',
    '2.a.3 names no test.',
  ]);
  expect(coverageProblems(rows, passed, (file: string) => !file.startsWith('e2e/'))).toHaveLength(
    2,
  );
});

const root = join(import.meta.dirname, '..');
const table = readCoverage(readFileSync(join(root, 'docs/spec-coverage.md'), 'utf8'));

test('every section of the specification has sentences, each with a number of its own', () => {
  const sections = new Set(table.map(({ id }) => id.split('.')[0]));
  expect([...sections]).toEqual(['2', '3', '4', '5', '6', '7', '8', '9']);
  expect(table.length).toBeGreaterThan(150);
  expect(new Set(table.map(({ id }) => id)).size).toBe(table.length);
  expect(table.filter(({ sentence }) => !sentence)).toEqual([]);
});

test('every sentence names tests, and their files are there', () => {
  expect(table.filter(({ tests }) => tests.length === 0).map(({ id }) => id)).toEqual([]);
  const files = new Set(table.flatMap(({ tests }) => tests.map(({ file }) => file)));
  expect(files.size).toBeGreaterThan(20);
  expect([...files].filter((file) => !existsSync(join(root, file)))).toEqual([]);
});
