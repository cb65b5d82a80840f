// `npm test`: runs every check in turn, even if one fails. The arguments `check`, `unit` and `e2e` run parts
// of it. The last line is the total.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildServer, buildWeb } from './build.js';
import { findBrowser } from './find-browser.js';
import { install, root } from './install.js';
import { run } from './run-tool.js';
import {
  coverageProblems,
  passedInPlaywright,
  passedInVitest,
  readCoverage,
} from './spec-coverage.js';
import { statementsNotRun } from './statements.js';
import { playwrightReport, vitestReport } from './test-report.js';

install();
const results = mkdtempSync(join(tmpdir(), 'campus-test-results-'));
process.on('exit', () => rmSync(results, { recursive: true, force: true }));

const workspaces = ['packages', 'apps', '.']
  .flatMap((folder) => readdirSync(join(root, folder)).map((name) => join(folder, name)))
  .filter((folder) => existsSync(join(root, folder, 'tsconfig.json')) && hasTypeScript(folder));

function hasTypeScript(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).some(({ name }) =>
    name === 'src' ? true : name.endsWith('.ts'),
  );
}

// Each test that runs a plain statement appends the statement's place here.
const statementsRan = join(results, 'statements.txt');

const vitest = async (name, projects) => {
  const file = join(results, `${name}.json`);
  const flags = projects.flatMap((project) => ['--project', project]);
  const ran = await run(
    'vitest',
    ['run', ...flags, '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`],
    { env: { NO_COLOR: '1', CAMPUS_STATEMENTS_RAN: statementsRan } },
  );
  return { ...ran, ...vitestReport(file, ran.ok, root) };
};

const browserTests = async () => {
  const browser = findBrowser();
  if (!browser) return { ok: false, output: 'There is no browser to test with.' };
  const file = join(results, 'playwright.json');
  const ran = await run('playwright', ['test', '--reporter=dot,json'], {
    cwd: join(root, 'e2e'),
    env: { CHROME_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
  });
  return { ...ran, ...playwrightReport(file, ran.ok) };
};

/** The sentences of the specification, the security standard and the fault list, against the tests run so far. */
const specification = () => {
  const reports = ['tools', 'unit'].map((name) => join(results, `${name}.json`));
  const browser = join(results, 'playwright.json');
  const passed = new Set([
    ...reports.flatMap((file) => [...passedInVitest(file, root)]),
    ...passedInPlaywright(browser),
  ]);
  const ran = (file) => {
    const report = file.startsWith('e2e/') ? browser : reports[file.startsWith('tools/') ? 0 : 1];
    return existsSync(report);
  };
  const tables = ['spec-coverage', 'security', 'reliability'].map((page) => {
    const name = `docs/${page}.md`;
    return { name, rows: readCoverage(readFileSync(join(root, name), 'utf8')) };
  });
  const rows = tables.flatMap((table) => table.rows);
  const problems = coverageProblems(rows, passed, ran);
  const empty = tables.filter((table) => table.rows.length === 0);
  const broken = [...empty.map(({ name }) => `${name} has no rows.`), ...problems];
  return {
    ok: broken.length === 0,
    output: broken.join('\n'),
    passed: rows.length - new Set(problems.map((problem) => problem.split(/[: ]/, 1)[0])).size,
    failed: broken.length,
  };
};
const sentences = [
  'sentences of the specification, of the security standard and of faults',
  specification,
];

const statements = () => {
  const problems = statementsNotRun(root, statementsRan);
  return { ok: problems.length === 0, output: problems.join('\n') };
};

// Needed by tests that start Campus as a process, and by the browser tests.
const builds = [
  ['build of the pages', buildWeb],
  ['build of the server', buildServer],
];

const parts = {
  check: [
    ['format', () => run('oxfmt', ['--check'])],
    ['lint', () => run('oxlint', ['--deny-warnings'])],
    ...workspaces.map((folder) => [`types in ${folder}`, () => run('tsc', ['-p', folder])]),
    ['unused code', () => run('knip', ['--no-progress'])],
    ['boundaries and schema', () => vitest('tools', ['tools'])],
  ],
  unit: [
    ...builds,
    ['unit and API tests', () => vitest('unit', ['contract', 'server', 'web'])],
    ['plain statements, each run by a test', statements],
    sentences,
  ],
  e2e: [...builds, ['browser tests', browserTests], sentences],
};

const asked = process.argv.slice(2);
const unknown = asked.find((part) => !(part in parts));
if (unknown) {
  console.error(`There is no part "${unknown}": choose from ${Object.keys(parts).join(', ')}.`);
  process.exit(2);
}

let passed = 0;
let failed = 0;
const steps = new Set(
  Object.keys(parts)
    .filter((part) => asked.length === 0 || asked.includes(part))
    .flatMap((part) => parts[part]),
);
// Last, because it evaluates the reports of all others.
if (steps.delete(sentences)) steps.add(sentences);
for (const [name, step] of steps) {
  const begun = performance.now();
  const result = await step();
  const counts = { passed: Number(result.ok), failed: Number(!result.ok), ...result };
  passed += counts.passed;
  failed += counts.failed;
  const seconds = `${((performance.now() - begun) / 1000).toFixed(1)} s`;
  const sum = counts.passed + counts.failed > 1 ? `, ${counts.passed} passed` : '';
  console.log(`${result.ok ? 'ok  ' : 'FAIL'} ${name} (${seconds}${sum})`);
  if (!result.ok) console.log(`\n${result.failures?.join('\n') || result.output.trim()}\n`);
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
