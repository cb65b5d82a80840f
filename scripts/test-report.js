// Summarises a test runner's report: how many tests passed, and each failure in a few lines. A run that broke
// before it could report counts as one failure.
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** Returns `failures` as text; files are relative to `root`. */
export function vitestReport(file, ok, root) {
  const report = readReport(file);
  if (!report) return { ok: false, passed: 0, failed: 1, failures: [] };
  const broken = report.testResults
    .filter(({ status }) => status === 'failed')
    .map(({ name, message, assertionResults }) => {
      const tests = assertionResults.filter((one) => one.status === 'failed');
      return {
        file: relative(root, name),
        // A file that could not be loaded has no tests.
        failed: tests.length > 0 ? tests : [{ fullName: '', failureMessages: [message] }],
      };
    });
  const failures = broken.flatMap((one) =>
    one.failed.map(({ fullName, failureMessages }) =>
      inWords([one.file, fullName].filter(Boolean).join(' › '), failureMessages[0]),
    ),
  );
  return { ...outcomeOf({ passed: report.numPassedTests, failed: failures.length }, ok), failures };
}

export function playwrightReport(file, ok) {
  const report = readReport(file);
  if (!report) return { ok: false, passed: 0, failed: 1, failures: [] };
  const { expected, unexpected } = report.stats;
  return {
    ...outcomeOf({ passed: expected, failed: unexpected }, ok),
    failures: ofPlaywright(report),
  };
}

function ofPlaywright({ specs = [], suites = [] }) {
  return [
    ...specs.flatMap(({ file, line, title, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected')
        .map(({ projectName, results }) => {
          const name = `${projectName} ${file}:${line} › ${title}`;
          const message = results.flatMap(({ errors }) => errors).at(-1)?.message;
          return [inWords(name, message), ...shownAt(results)].join('\n');
        }),
    ),
    ...suites.flatMap((suite) => ofPlaywright(suite)),
  ];
}

/** What the page showed when the test failed, without its navigation, as Playwright describes it beside the results. */
function shownAt(results) {
  const path = results
    .flatMap(({ attachments = [] }) => attachments)
    .find(({ name }) => name === 'error-context')?.path;
  if (!path || !existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n');
  const start = lines.findIndex((line) => /^- main\b/.test(line));
  const shown = start < 0 ? [] : lines.slice(start).slice(0, 60);
  const end = shown.indexOf('```');
  return (end < 0 ? shown : shown.slice(0, end)).map((line) => `    | ${line.slice(0, 160)}`);
}

/** Messages may contain a whole page: keeps the beginning, and where in the test it failed. */
function inWords(name, message = '') {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim());
  const place = lines.find((line) => /^\s+at .*\.(test|spec)\.tsx?:/.test(line));
  const kept = [...lines.filter((line) => !/^\s+at /.test(line)).slice(0, 12), place ?? ''];
  return [name, ...kept.filter(Boolean).map((line) => `    ${line.slice(0, 200)}`)].join('\n');
}

/** Never reports success for a run that failed otherwise or in which no test passed. */
function outcomeOf({ passed, failed }, ok) {
  const broken = failed === 0 && (!ok || passed === 0);
  return { passed, failed: broken ? 1 : failed, ok: ok && failed === 0 && !broken };
}

/** The JSON of a report; undefined if the run broke before it. */
export function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}
