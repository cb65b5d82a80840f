// Measures Campus against the limit of the machine it runs on, both in the same run. Exits with 1 when a
// requirement is missed. See docs/performance.md.
import { join } from 'node:path';
import { dayIn } from '@campus/contract';
import type { Connection } from '@campus/server/src/db/connection.ts';
import { Client } from 'pg';
import {
  type Askers,
  type BareSide,
  type Bench,
  cyclic,
  type Finding,
  type Ready,
} from './benches/bench.ts';
import { benchBrokenRequests } from './benches/broken-requests.ts';
import { benchClassList } from './benches/class-list.ts';
import { benchFiles } from './benches/files.ts';
import { benchGenerator } from './benches/generator.ts';
import { benchGrids } from './benches/grids.ts';
import { benchLists } from './benches/lists.ts';
import { benchMarking } from './benches/marking.ts';
import { benchPages } from './benches/pages.ts';
import { benchPastMarks } from './benches/past-marks.ts';
import { benchReads } from './benches/reads.ts';
import { benchRoster } from './benches/roster.ts';
import { benchExamsAndLibrary } from './benches/exams-and-library.ts';
import { benchShares } from './benches/shares.ts';
import { benchSubmission } from './benches/submission.ts';
import { createAccounts } from './data/accounts.ts';
import { generateBooks, loadBooks } from './data/books.ts';
import { startDatabase } from './data/database.ts';
import { loadExams } from './data/exams.ts';
import { loadFormer } from './data/former.ts';
import { defaultSize, generateCampus } from './data/generate.ts';
import { loadLimit } from './data/limit.ts';
import { loadCampus } from './data/load.ts';
import { type BenchName, isFullRun, type Marks, readFlags, type Scale, sizes } from './flags.ts';
import { endAll, say, stopAtEnd } from './lifecycle.ts';
import { valueOf } from './measure/statements.ts';
import { describeMachine, lineOf, tableOf, updateMeasured, writeMeasured } from './report.ts';
import { benchScale } from './scale/scale.ts';
import { startCampus } from './sides/campus.ts';
import { startBare } from './sides/bare-side.ts';

const alone =
  (bench: (bench: Bench) => Promise<Finding[]>) =>
  async (ready: Ready): Promise<Finding[]> =>
    await bench(cyclic(await ready(), 0));

const benches: Readonly<Record<BenchName, (ready: Ready) => Promise<Finding[]>>> = {
  roster: benchRoster,
  reads: benchReads,
  submission: benchSubmission,
  generator: alone(benchGenerator),
  'exams-and-library': benchExamsAndLibrary,
  shares: alone(benchShares),
  'class-list': alone(benchClassList),
  'past-marks': alone(benchPastMarks),
  files: alone(benchFiles),
  lists: alone(benchLists),
  marking: alone(benchMarking),
  grids: alone(benchGrids),
  pages: alone(benchPages),
  broken: alone(benchBrokenRequests),
};
/** Benchmarks whose results must not depend on the number of marks: measured with each number in turn. */
const ofEverySize: readonly BenchName[] = ['roster', 'reads', 'submission'];
/** Benchmarks that depend on the number of connections: measured with each number. */
const ofEveryWidth: readonly BenchName[] = [...ofEverySize, 'exams-and-library'];
/** Benchmarks that read the catalogue. */
const ofBooks: readonly BenchName[] = ['exams-and-library', 'shares', 'lists', 'files'];
const page = join(import.meta.dirname, '../../docs/performance.md');

const flags = readFlags(process.argv.slice(2));

/** Students who read at the same time; more connections share them. */
const readers = 64;

interface Prepared extends Omit<Bench, 'connections' | keyof Askers> {
  /** Tokens expire after a quarter of an hour, but a whole run takes longer. */
  readonly askers: () => Promise<Askers>;
}

/** Opens a client that is closed at the end of the run. */
const openClient = async (connection: Connection): Promise<Client> => {
  const client = stopAtEnd(new Client(connection), (open) => open.end());
  await client.connect();
  return client;
};

/** Prepares a fresh database with this many marks and starts the sides on it. */
const prepare = async (marks: Marks): Promise<Prepared> => {
  const weeks = marks / sizes[0];
  const data = generateCampus(dayIn('UTC', new Date()), { ...defaultSize, weeks });
  say(`A fresh database is started and filled with ${marks.toLocaleString('en')} marks.`);
  const database = stopAtEnd(await startDatabase(), (started) => started.stop());
  const client = await openClient(database.connection);
  await loadCampus(client, data);
  const needsBooks = flags.only.some((name) => ofBooks.includes(name));
  const books = needsBooks && marks === flags.marks[0] ? generateBooks() : [];
  if (books.length > 0) {
    await loadExams(client, data);
    await loadBooks(client, data, books);
  }
  const most = Math.max(...flags.connections);
  const teachers = data.teachers.slice(0, Math.max(2, most));
  const students = data.students.slice(0, Math.min(readers, most));
  await createAccounts(database.connection, [data.admin, ...teachers, ...students]);
  const campus = stopAtEnd(await startCampus(database, flags.profile), (started) => started.stop());
  const bare = async (
    program: Parameters<typeof startBare>[0],
    connection: Connection,
  ): Promise<BareSide> => {
    const side = stopAtEnd(await startBare(program, connection, database), (one) => one.stop());
    return { ...side, client: await openClient(connection) };
  };
  const limit = await bare('limit', await loadLimit(database.connection, data));
  const ownStatements =
    books.length > 0 ? await bare('ownStatements', database.connection) : undefined;
  const former =
    marks === sizes[0] && flags.only.includes('submission')
      ? await bare('former', await loadFormer(database, data))
      : undefined;
  const tokens = new Map<string, () => Promise<string>>();
  for (const { email } of [data.admin, ...teachers, ...students])
    tokens.set(email, await campus.signIn(email));
  const tokenOf = async ({ email }: { email: string }): Promise<string> =>
    (await tokens.get(email)?.()) ?? '';
  return {
    flags,
    marks,
    database,
    client,
    data,
    books,
    campus,
    limit,
    ownStatements,
    former,
    askers: async () => ({
      teachers: await Promise.all(
        teachers.map(async (teacher) => ({
          id: teacher.id,
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

/** The benchmarks and their numbers of connections, in order. */
const planned = (): (readonly [BenchName, number])[] => [
  // Each benchmark runs with all numbers of connections before the next one: submissions to one side make its
  // replies differ from the other's.
  ...flags.only
    .filter((name) => ofEveryWidth.includes(name))
    .flatMap((name) => flags.connections.map((connections) => [name, connections] as const)),
  ...flags.only
    .filter((name) => !ofEveryWidth.includes(name))
    .map((name) => [name, cyclic(flags.connections, 0)] as const),
];

const run = async (): Promise<void> => {
  const needed = flags.only.some((name) => ofEverySize.includes(name))
    ? flags.marks
    : flags.marks.slice(0, 1);
  const prepared: Prepared[] = [];
  for (const marks of needed) prepared.push(await prepare(marks));
  const findings: Finding[] = [];
  for (const [name, connections] of planned()) {
    say(`Measuring: ${name}, ${connections} connections.`);
    const on = ofEverySize.includes(name) ? prepared : prepared.slice(0, 1);
    const found = await benches[name](
      async () =>
        await Promise.all(
          on.map(async (one) => ({ ...one, ...(await one.askers()), connections })),
        ),
    );
    for (const finding of found) say(lineOf(finding));
    findings.push(...found);
  }
  await report(findings, cyclic(prepared, 0).client);
};

/** Prints the table, writes it to docs/performance.md where requested, and reports what was missed. */
const report = async (findings: readonly Finding[], client: Client): Promise<void> => {
  const machine = describeMachine(
    await valueOf(client, `select split_part(current_setting('server_version'), ' ', 1)`),
  );
  console.log(`\n${tableOf(findings)}\n\n${machine}`);
  if (isFullRun(flags)) writeMeasured(page, findings, machine);
  else if (flags.write) updateMeasured(page, findings);
  for (const { what } of findings.filter(({ passed }) => !passed)) {
    console.error(`Missed: ${what}.`);
    process.exitCode = 1;
  }
};

/** `--size 20m`: a university ten times as large, on its own. */
const runScale = async (scale: Scale): Promise<void> => {
  const { findings, client } = await benchScale(flags, scale);
  await report(findings, client);
};

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void endAll().finally(() => process.exit(130)));
try {
  await (flags.scale ? runScale(flags.scale) : run());
} finally {
  await endAll();
}
