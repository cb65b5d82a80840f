// Measures Campus against the limit of the machine it runs on, both in the same run: ends with 1
// when a requirement is missed. See docs/performance.md.
import { join } from 'node:path';
import { dayIn } from '@campus/contract';
import { Client } from 'pg';
import type { Askers, Bench, Finding } from './benches/bench.ts';
import { benchClassList } from './benches/class-list.ts';
import { compareSizes } from './benches/growth.ts';
import { benchMarking } from './benches/marking.ts';
import { benchPages } from './benches/pages.ts';
import { benchReads } from './benches/reads.ts';
import { benchRoster } from './benches/roster.ts';
import { benchRooms } from './benches/rooms.ts';
import { benchSubmission } from './benches/submission.ts';
import { createAccounts } from './data/accounts.ts';
import { generateBooks, loadBooks } from './data/books.ts';
import { type BenchDatabase, startDatabase } from './data/database.ts';
import { loadExams } from './data/exams.ts';
import { generateCampus } from './data/generate.ts';
import { loadCampus } from './data/load.ts';
import { type BenchName, isFullRun, type Marks, readFlags, sizes } from './flags.ts';
import { describeMachine, lineOf, tableOf, writeMeasured } from './report.ts';
import { startCampus } from './sides/campus.ts';
import { startLimit } from './sides/limit.ts';

const benches: Readonly<Record<BenchName, (bench: Bench) => Promise<Finding[]>>> = {
  roster: benchRoster,
  reads: benchReads,
  submission: benchSubmission,
  rooms: benchRooms,
  'class-list': benchClassList,
  marking: benchMarking,
  pages: benchPages,
};
const alone: readonly BenchName[] = ['class-list', 'marking', 'pages'];
/** Nothing of them depends on how many marks there are: measured with the first number. */
const unmarked: readonly BenchName[] = ['rooms'];
const page = join(import.meta.dirname, '../../docs/performance.md');

const flags = readFlags(process.argv.slice(2));
const cleanUp: (() => Promise<unknown>)[] = [];
const begun = performance.now();
const say = (text: string): void =>
  console.log(`${((performance.now() - begun) / 1000).toFixed(0).padStart(4)} s  ${text}`);

/** Students who read at the same time; more connections share them. */
const readers = 64;

const isMeasured = (name: BenchName, marks: Marks): boolean =>
  flags.only.includes(name) &&
  (marks === flags.marks[0] || !(alone.includes(name) || unmarked.includes(name)));

interface Prepared extends Omit<Bench, 'connections' | keyof Askers> {
  /** Tokens end after a quarter of an hour, a whole run lasts longer. */
  readonly askers: () => Promise<Askers>;
}

const prepare = async (database: BenchDatabase, marks: Marks): Promise<Prepared> => {
  const client = new Client(database.connection);
  await client.connect();
  cleanUp.push(() => client.end());
  const data = generateCampus(dayIn('UTC', new Date()));
  await loadCampus(client, data, { pastTerms: marks / sizes[0] - 1 });
  const books = isMeasured('rooms', marks) ? generateBooks() : [];
  if (books.length > 0) {
    await loadExams(client, data);
    await loadBooks(client, data, books);
  }
  const most = Math.max(...flags.connections);
  const teachers = data.teachers.slice(0, Math.max(2, most));
  const students = data.students.slice(0, Math.min(readers, most));
  await createAccounts(database.connection, [data.admin, ...teachers, ...students]);
  const campus = await startCampus(database, flags.profile);
  cleanUp.push(() => campus.stop());
  const limit = await startLimit(database);
  cleanUp.push(() => limit.stop());
  const tokens = new Map<string, () => Promise<string>>();
  for (const { email } of [data.admin, ...teachers, ...students])
    tokens.set(email, await campus.signIn(email));
  const tokenOf = async ({ email }: { email: string }): Promise<string> =>
    (await tokens.get(email)?.()) ?? '';
  const bench = { flags, database, client, data, books, campus, limit };
  return {
    ...bench,
    askers: async () => ({
      teachers: await Promise.all(
        teachers.map(async (teacher) => ({
          email: teacher.email,
          token: await tokenOf(teacher),
          subjects: data.subjects.filter((subject) => subject.teacher.id === teacher.id),
        })),
      ),
      students: await Promise.all(
        students.map(async ({ id, email }) => ({ id, email, token: await tokenOf({ email }) })),
      ),
      adminToken: await tokenOf(data.admin),
    }),
  };
};

let postgres = '';

/** Everything asked for, on a database of so many marks. */
const measure = async (marks: Marks): Promise<Finding[]> => {
  say(`A fresh database is started and filled with ${marks.toLocaleString('en')} marks.`);
  const database = await startDatabase();
  cleanUp.push(() => database.stop());
  const prepared = await prepare(database, marks);
  const findings: Finding[] = [];
  for (const [at, connections] of flags.connections.entries())
    for (const name of flags.only) {
      // One person at a time, and nothing that depends on the marks: once is enough.
      if (!isMeasured(name, marks) || (alone.includes(name) && at > 0)) continue;
      say(`Measuring: ${name}, ${connections} connections.`);
      const found = await benches[name]({ ...prepared, ...(await prepared.askers()), connections });
      for (const finding of found) say(lineOf(finding));
      findings.push(...found);
    }
  const { rows } = await prepared.client.query<{ version: string }>(
    `select split_part(current_setting('server_version'), ' ', 1) as version`,
  );
  postgres = rows[0]?.version ?? '';
  return findings;
};

/** With two sizes the findings say of which they are. */
const titled = (finding: Finding, marks: Marks): Finding =>
  flags.marks.length > 1 && finding.p99
    ? { ...finding, what: `${finding.what}, ${marks.toLocaleString('en')} marks` }
    : finding;

const run = async (): Promise<void> => {
  const findings: Finding[] = [];
  let smaller: Finding[] | undefined;
  for (const marks of flags.marks) {
    const found = await measure(marks);
    await end();
    findings.push(...found.map((finding) => titled(finding, marks)));
    if (smaller) findings.push(...compareSizes(smaller, found));
    smaller = found;
  }
  const machine = describeMachine(postgres);
  const table = tableOf(findings);
  console.log(`\n${table}\n\n${machine}`);
  if (isFullRun(flags)) writeMeasured(page, `${table}\n\n${machine}`);
  for (const { what } of findings.filter(({ passed }) => !passed)) {
    console.error(`Missed: ${what}.`);
    process.exitCode = 1;
  }
};

const end = async (): Promise<void> => {
  for (const clean of cleanUp.splice(0).toReversed()) await clean();
};
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void end().finally(() => process.exit(130)));
try {
  await run();
} finally {
  await end();
}
