// Measures Campus against the limit of the machine it runs on, both in the same run: ends with 1
// when a requirement is missed. See docs/performance.md.
import { join } from 'node:path';
import { dayIn } from '@campus/contract';
import { Client } from 'pg';
import type { Bench, Finding } from './benches/bench.ts';
import { benchClassList } from './benches/class-list.ts';
import { benchRoster } from './benches/roster.ts';
import { benchSubmission } from './benches/submission.ts';
import { createAccounts } from './data/accounts.ts';
import { type BenchDatabase, startDatabase } from './data/database.ts';
import { generateCampus } from './data/generate.ts';
import { loadCampus } from './data/load.ts';
import { type BenchName, isFullRun, readFlags } from './flags.ts';
import { describeMachine, tableOf, writeMeasured } from './report.ts';
import { startCampus } from './sides/campus.ts';
import { startLimit } from './sides/limit.ts';

const benches: Readonly<Record<BenchName, (bench: Bench) => Promise<Finding[]>>> = {
  roster: benchRoster,
  submission: benchSubmission,
  'class-list': benchClassList,
};
const page = join(import.meta.dirname, '../../docs/performance.md');

const flags = readFlags(process.argv.slice(2));
const cleanUp: (() => Promise<unknown>)[] = [];
const begun = performance.now();
const say = (text: string): void =>
  console.log(`${((performance.now() - begun) / 1000).toFixed(0).padStart(4)} s  ${text}`);

const prepare = async (database: BenchDatabase): Promise<Bench> => {
  const client = new Client(database.connection);
  await client.connect();
  cleanUp.push(() => client.end());
  const data = generateCampus(dayIn('UTC', new Date()));
  await loadCampus(client, data);
  const teachers = data.teachers.slice(0, Math.max(2, flags.connections));
  await createAccounts(database.connection, [data.admin, ...teachers]);
  const campus = await startCampus(database, flags.profile);
  cleanUp.push(() => campus.stop());
  const limit = await startLimit(database);
  cleanUp.push(() => limit.stop());
  const signedIn = [];
  for (const { id, email } of teachers) {
    const subjects = data.subjects.filter(({ teacher }) => teacher.id === id);
    signedIn.push({ email, token: await campus.signIn(email), subjects });
  }
  const adminToken = await campus.signIn(data.admin.email);
  return { flags, database, client, data, campus, limit, teachers: signedIn, adminToken };
};

const run = async (): Promise<void> => {
  say('A fresh database is started and filled.');
  const database = await startDatabase();
  cleanUp.push(() => database.stop());
  const bench = await prepare(database);
  const findings: Finding[] = [];
  for (const name of flags.only) {
    say(`Measuring: ${name}.`);
    findings.push(...(await benches[name](bench)));
  }
  const { rows } = await bench.client.query<{ version: string }>(
    `select split_part(current_setting('server_version'), ' ', 1) as version`,
  );
  const machine = describeMachine(rows[0]?.version ?? '');
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
