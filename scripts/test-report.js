// What a runner's own report says: how many tests passed, and what failed, in a few lines each. A run
// that broke before it could report is one failure.
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/**
 * `failures` are in words; `files` are those with a failed test, from `root` on; `elsewhere` is how
 * many tests of all other files passed.
 */
export function vitestReport(file, ok, root) {
  const report = read(file);
  if (!report) return { ok: false, passed: 0, failed: 1, failures: [], files: [], elsewhere: 0 };
  const broken = report.testResults
    .filter(({ status }) => status === 'failed')
    .map(({ name, message, assertionResults }) => {
      const tests = assertionResults.filter((one) => one.status === 'failed');
      return {
        file: relative(root, name),
        // A file that could not even be loaded has no tests to count.
        failed: tests.length > 0 ? tests : [{ fullName: '', failureMessages: [message] }],
      };
    });
  const failures = broken.flatMap((one) =>
    one.failed.map(({ fullName, failureMessages }) =>
      inWords([one.file, fullName].filter(Boolean).join(' › '), failureMessages[0]),
    ),
  );
  return {
    ...honest({ passed: report.numPassedTests, failed: failures.length }, ok),
    failures,
    files: broken.map((one) => one.file),
    elsewhere: report.testResults
      .filter(({ status }) => status !== 'failed')
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status }) => status === 'passed').length,
  };
}

/**
 * Of a run whose failed files ran `again`, on databases of their own: what passed then has passed, and
 * `note` names it.
 */
export function repeatedReport(first, again) {
  const result = { ...again, passed: first.elsewhere + again.passed };
  return again.ok ? { ...result, note: noted(first.failures) } : result;
}

/** A test that passed only when repeated, on a fresh campus, has passed; `note` names it. */
export function playwrightReport(file, ok) {
  const report = read(file);
  if (!report) return { ok: false, passed: 0, failed: 1, failures: [] };
  const { expected, unexpected, flaky } = report.stats;
  const result = {
    ...honest({ passed: expected + flaky, failed: unexpected }, ok),
    failures: ofPlaywright(report, 'unexpected'),
  };
  if (flaky === 0) return result;
  return { ...result, note: noted(ofPlaywright(report, 'flaky')) };
}

const noted = (failures) => ['Passed only when repeated:', ...failures].join('\n');

function ofPlaywright({ specs = [], suites = [] }, wanted) {
  return [
    ...specs.flatMap(({ file, line, title, tests }) =>
      tests
        .filter(({ status }) => status === wanted)
        .map(({ projectName, results }) =>
          inWords(
            `${projectName} ${file}:${line} › ${title}`,
            results.flatMap(({ errors }) => errors).at(-1)?.message,
          ),
        ),
    ),
    ...suites.flatMap((suite) => ofPlaywright(suite, wanted)),
  ];
}

/** A message can hold a whole page, so what it begins with must do, and where in the test it was. */
function inWords(name, message = '') {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim());
  const place = lines.find((line) => /^\s+at .*\.(test|spec)\.tsx?:/.test(line));
  const told = [...lines.filter((line) => !/^\s+at /.test(line)).slice(0, 12), place ?? ''];
  return [name, ...told.filter(Boolean).map((line) => `    ${line.slice(0, 200)}`)].join('\n');
}

/** No failure is lost, and a run that found nothing to test did not pass. */
function honest({ passed, failed }, ok) {
  const broken = failed === 0 && (!ok || passed === 0);
  return { passed, failed: broken ? 1 : failed, ok: ok && failed === 0 && !broken };
}

function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}
