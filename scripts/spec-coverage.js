// Checks the tables of docs/spec-coverage.md, docs/security.md and docs/reliability.md against the tests that
// ran: a sentence counts as covered only if each test it names exists, ran and passed in this run.
import { relative } from 'node:path';
import { readReport } from './test-report.js';

/** Accepted instead of tests: a reason for not covering it, a document, or a trial. */
const reason = /^(accepted|does not apply)\b|\]\([^)]+\.md\)|`npm run trials -- /;

/** The rows of the table in order: `{id, sentence, tests: [{file, title}], excused}`; tests are in the last column. */
export function readCoverage(markdown) {
  return markdown
    .split('\n')
    .filter((line) => /^\| +\d/.test(line))
    .map((line) => {
      const [id, sentence, ...others] = cells(line);
      const tests = others.at(-1);
      return {
        id,
        sentence,
        tests: [...(tests ?? '').matchAll(/`([^`]+?) › ([^`]+)`/g)].map(named),
        excused: reason.test(tests ?? ''),
      };
    });
}

const cells = (line) =>
  line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));

const named = ([, file, title]) => ({ file, title });

/** The tests that passed in Vitest's report: `file › title`, with and without the titles of their groups. */
export function passedInVitest(file, root) {
  const passed = new Set();
  for (const { name, assertionResults } of readReport(file)?.testResults ?? [])
    for (const { status, title, fullName } of assertionResults)
      if (status === 'passed')
        for (const one of [title, fullName]) passed.add(`${relative(root, name)} › ${one}`);
  return passed;
}

/** The tests that passed in Playwright's report, on a desktop or a phone. */
export function passedInPlaywright(file) {
  const passed = new Set();
  const visit = ({ specs = [], suites = [] }) => {
    for (const { ok, title, file: spec, tests } of specs)
      if (ok && tests.some(({ status }) => status === 'expected'))
        passed.add(`e2e/specs/${spec} › ${title}`);
    suites.forEach(visit);
  };
  readReport(file)?.suites.forEach(visit);
  return passed;
}

/** Messages for the sentences not covered by this run. `ran` says whether the tests of a file were run. */
export function coverageProblems(rows, passed, ran) {
  return rows.flatMap(({ id, tests, excused }) => {
    if (tests.length === 0 && !excused) return [`${id} names no test.`];
    return tests
      .filter(({ file, title }) => ran(file) && !passed.has(`${file} › ${title}`))
      .map(({ file, title }) => `${id}: "${title}" in ${file} did not run and pass.`);
  });
}
