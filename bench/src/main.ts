// Measures Campus against the limit of the machine it runs on, both in the same run: ends with 1
// when a requirement is missed. See docs/performance.md.
import { join } from 'node:path';
import { dayIn } from '@campus/contract';
import type { Connection } from '@campus/server/src/db/connection.ts';
import { Client } from 'pg';
import {
  around,
  type Askers,
  type BareSide,
  type Bench,
  type Finding,
  type Ready,
} from './benches/bench.ts';
import { benchBrokenRequests } from './benches/broken-requests.ts';
import { benchClassList } from './benches/class-list.ts';
import { benchGenerator } from './benches/generator.ts';
import { benchLists } from './benches/lists.ts';
import { benchMarking } from './benches/marking.ts';
import { benchPages } from './benches/pages.ts';
import { benchReads } from './benches/reads.ts';
import { benchRoster } from './benches/roster.ts';
import { benchRooms } from './benches/rooms.ts';
import { benchShares } from './benches/shares.ts';
import { benchSubmission } from './benches/submission.ts';
import { createAccounts } from './data/accounts.ts';
import { generateBooks, loadBooks } from './data/books.ts';
import { startDatabase } from './data/database.ts';
import { loadExams } from './data/exams.ts';
import { loadFormer } from './data/former.ts';
import { generateCampus, usualSize } from './data/generate.ts';
import { loadLimit } from './data/limit.ts';
import { loadCampus } from './data/load.ts';
import { type BenchName, isFullRun, type Marks, readFlags, sizes } from './flags.ts';
import { describeMachine, lineOf, tableOf, updateMeasured, writeMeasured } from './report.ts';
import { startCampus } from './sides/campus.ts';
import { startBare } from './sides/bare-side.ts';

const alone =
  (bench: (bench: Bench) => Promise<Finding[]>) =>
  async (ready: Ready): Promise<Finding[]> =>
    await bench(around(await ready(), 0));

const benches: Readonly<Record<BenchName, (ready: Ready) => Promise<Finding[]>>> = {
  roster: benchRoster,
  reads: benchReads,
  submission: benchSubmission,
  generator: alone(benchGenerator),
  rooms: benchRooms,
  shares: alone(benchShares),
  'class-list': alone(benchClassList),
  lists: alone(benchLists),
  marking: alone(benchMarking),
  pages: alone(benchPages),
  broken: alone(benchBrokenRequests),
};
/** What the number of marks must not matter to: measured with each number in turns. */
const ofEverySize: readonly BenchName[] = ['roster', 'reads', 'submission'];
/** One person at a time: the number of connections is nothing to them. */
const once: readonly BenchName[] = [
  'generator',
  'shares',
  'class-list',
  'lists',
  'marking',
  'pages',
  'broken',
];
const page = join(import.meta.dirname, '../../docs/performance.md');

const flags = readFlags(process.argv.slice(2));
const cleanUp: (() => Promise<unknown>)[] = [];
const begun = performance.now();
const say = (text: string): void =>
  console.log(`${((performance.now() - begun) / 1000).toFixed(0).padStart(4)} s  ${text}`);

/** Students who read at the same time; more connections share them. */
const readers = 64;

interface Prepared extends Omit<Bench, 'connections' | keyof Askers> {
  /** Tokens end after a quarter of an hour, a whole run lasts longer. */
  readonly askers: () => Promise<Askers>;
}

/** A client that lasts until everything ends. */
const lookInto = async (connection: Connection): Promise<Client> => {
  const client = new Client(connection);
  await client.connect();
  cleanUp.push(() => client.end());
  return client;
};

/** A fresh database of so many marks, with the sides running on it. */
const prepare = async (marks: Marks): Promise<Prepared> => {
  const weeks = marks / sizes[0];
  const data = generateCampus(dayIn('UTC', new Date()), { ...usualSize, weeks });
  say(`A fresh database is started and filled with ${marks.toLocaleString('en')} marks.`);
  const database = await startDatabase();
  cleanUp.push(() => database.stop());
  const client = await lookInto(database.connection);
  await loadCampus(client, data);
  const needsBooks = flags.only.some(
    (name) => name === 'rooms' || name === 'shares' || name === 'lists',
  );
  const books = needsBooks && marks === flags.marks[0] ? generateBooks() : [];
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
  const bare = async (
    program: Parameters<typeof startBare>[0],
    connection: Connection,
  ): Promise<BareSide> => {
    const side = await startBare(program, connection, database);
    cleanUp.push(() => side.stop());
    return { ...side, client: await lookInto(connection) };
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

/** What is measured with how many connections, in this order. */
const planned = (): (readonly [BenchName, number])[] => [
  ...flags.connections.flatMap((connections) =>
    flags.only.filter((name) => !once.includes(name)).map((name) => [name, connections] as const),
  ),
  ...flags.only
    .filter((name) => once.includes(name))
    .map((name) => [name, around(flags.connections, 0)] as const),
];

const postgresOf = async ({ client }: Prepared): Promise<string> => {
  const { rows } = await client.query<{ version: string }>(
    `select split_part(current_setting('server_version'), ' ', 1) as version`,
  );
  return rows[0]?.version ?? '';
};

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
  const machine = describeMachine(await postgresOf(around(prepared, 0)));
  console.log(`\n${tableOf(findings)}\n\n${machine}`);
  if (isFullRun(flags)) writeMeasured(page, findings, machine);
  else if (flags.write) updateMeasured(page, findings);
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
