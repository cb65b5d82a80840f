import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { playwrightReport, vitestReport } from './test-report.js';

const folder = mkdtempSync(join(tmpdir(), 'campus-report-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const report = (name: string, content: unknown): string => {
  const file = join(folder, name);
  writeFileSync(file, JSON.stringify(content));
  return file;
};

interface Test {
  readonly status: 'passed' | 'failed';
  readonly fullName: string;
  readonly failureMessages: readonly string[];
}
const passed = (fullName: string): Test => ({ status: 'passed', fullName, failureMessages: [] });
const failed = (fullName: string, message: string): Test => ({
  status: 'failed',
  fullName,
  failureMessages: [message],
});
const ofVitest = (name: string, files: Readonly<Record<string, readonly Test[] | string>>) => {
  const testResults = Object.entries(files).map(([file, tests]) => ({
    name: `/root/${file}`,
    message: typeof tests === 'string' ? tests : '',
    status:
      typeof tests === 'string' || tests.some(({ status }) => status === 'failed')
        ? 'failed'
        : 'passed',
    assertionResults: typeof tests === 'string' ? [] : tests,
  }));
  const all = testResults.flatMap(({ assertionResults }) => assertionResults);
  const numPassedTests = all.filter(({ status }) => status === 'passed').length;
  return report(name, { numPassedTests, testResults });
};

const message = [
  '\u001B[31mError: Unable to find "Ada"\u001B[39m',
  '',
  ...Array.from({ length: 300 }, (_, line) => `<p>${line}</p>`),
  '    at find (/root/node_modules/library.js:1:1)',
  '    at /root/apps/a.test.ts:83:16',
].join('\n');

test('a failed test is told by its file, its name, how its error begins and where it was', () => {
  const file = ofVitest('told.json', {
    'apps/a.test.ts': [passed('one'), failed('two', message)],
    'apps/b.test.ts': [passed('three')],
    'apps/c.test.ts': 'SyntaxError: no',
  });
  const result = vitestReport(file, false, '/root');
  expect(result).toMatchObject({ ok: false, passed: 2, failed: 2 });
  const [first = '', second] = result.failures;
  expect(first.split('\n').slice(0, 3)).toEqual([
    'apps/a.test.ts › two',
    '    Error: Unable to find "Ada"',
    '    <p>0</p>',
  ]);
  expect(first.split('\n').at(-1)).toContain('apps/a.test.ts:83:16');
  expect(first.split('\n').length).toBeLessThan(20);
  expect(second).toBe('apps/c.test.ts\n    SyntaxError: no');
});

test('a run that broke, that found nothing, or whose errors are no test’s own has failed', () => {
  const nothing = report('nothing.json', { numPassedTests: 0, testResults: [] });
  const fine = ofVitest('fine.json', { 'a.test.ts': [passed('one')] });
  for (const [file, ok] of [
    [join(folder, 'not-there.json'), true],
    [nothing, true],
    [fine, false],
  ] as const)
    expect(vitestReport(file, ok, '/root')).toMatchObject({ ok: false, failed: 1 });
  expect(playwrightReport(join(folder, 'not-there.json'), true)).toMatchObject({ failed: 1 });
});

test('browser tests that failed are named with their window and what it showed', () => {
  const shown = join(folder, 'error-context.md');
  writeFileSync(shown, '```yaml\n- banner: Campus\n- main:\n  - alert: No room\n```\nabout');
  const spec = (title: string, status: string, ...errors: string[]) => ({
    title,
    file: 'a.spec.ts',
    line: 7,
    tests: [
      {
        status,
        projectName: 'phone',
        results: errors.map((error) => ({
          errors: [{ message: error }],
          attachments: [{ name: 'error-context', path: shown }],
        })),
      },
    ],
  });
  const file = report('playwright.json', {
    stats: { expected: 1, unexpected: 1 },
    suites: [
      {
        specs: [spec('fine', 'expected')],
        suites: [
          {
            specs: [spec('a list', 'unexpected', 'Error: no')],
          },
        ],
      },
    ],
  });
  expect(playwrightReport(file, false)).toEqual({
    ok: false,
    passed: 1,
    failed: 1,
    failures: [
      'phone a.spec.ts:7 › a list\n    Error: no\n    | - main:\n    |   - alert: No room',
    ],
  });
});
