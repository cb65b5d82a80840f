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

/** A test that passed only when repeated has failed. */
export function playwrightCounts(file, ok) {
  const stats = read(file)?.stats;
  if (!stats) return { passed: 0, failed: 1 };
  return honest({ passed: stats.expected, failed: stats.unexpected + stats.flaky }, ok);
}

/** No failure is lost, and a run that found nothing to test did not pass. */
function honest({ passed, failed }, ok) {
  const broken = failed === 0 && (!ok || passed === 0);
  return { passed, failed: broken ? 1 : failed, ok: ok && failed === 0 && !broken };
}

function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}
