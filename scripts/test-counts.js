// How many tests a runner's own report counts. A run that broke before it could count is one failure.
import { existsSync, readFileSync } from 'node:fs';

export function vitestCounts(file, ok) {
  const report = read(file);
  if (!report) return { passed: 0, failed: 1 };
  const failed =
    report.numFailedTests +
    // Files that could not even be loaded have no tests to count.
    report.testResults.filter(
      ({ status, assertionResults }) =>
        status === 'failed' && !assertionResults.some((one) => one.status === 'failed'),
    ).length;
  return honest({ passed: report.numPassedTests, failed }, ok);
}

/** A test that passed only when repeated, on a fresh campus, has passed; `note` names it. */
export function playwrightCounts(file, ok) {
  const report = read(file);
  if (!report) return { passed: 0, failed: 1 };
  const { expected, unexpected, flaky } = report.stats;
  const counts = honest({ passed: expected + flaky, failed: unexpected }, ok);
  if (flaky === 0) return counts;
  return { ...counts, note: ['Passed only when repeated:', ...repeated(report)].join('\n  ') };
}

function repeated({ specs = [], suites = [] }) {
  return [
    ...specs.flatMap(({ file, line, title, tests }) =>
      tests
        .filter(({ status }) => status === 'flaky')
        .map(({ projectName }) => `${projectName} ${file}:${line} ${title}`),
    ),
    ...suites.flatMap(repeated),
  ];
}

/** No failure is lost, and a run that found nothing to test did not pass. */
function honest({ passed, failed }, ok) {
  const broken = failed === 0 && (!ok || passed === 0);
  return { passed, failed: broken ? 1 : failed, ok: ok && failed === 0 && !broken };
}

function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}
