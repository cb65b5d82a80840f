import assert from 'node:assert/strict';
import { classList } from '../data/class-list.ts';
import { secondsOf, upload } from '../measure/files.ts';
import { canMeasureMemory, peakMegabytes, resetPeak } from '../measure/memory.ts';
import { median } from '../measure/rounds.ts';
import { statisticsPerRequest, valueOf } from '../measure/statements.ts';
import { startCampus } from '../sides/campus.ts';
import { copyAgain, readAdded, removeAdded } from './added-students.ts';
import { type Bench, type Finding, shown, shownGrowth, twoDigits } from './bench.ts';

/** Campus may take four times as long as COPY, and this much more memory for 100 times the rows. */
const required = { times: 4, moreMegabytes: 64 } as const;
const rows = 10_000;

const lastPerson = ({ client }: Bench): Promise<number> =>
  valueOf(client, 'select max(id)::int from people');

const compareTimes = async (bench: Bench, audience: boolean, what: string): Promise<Finding> => {
  const { client, campus, adminToken } = bench;
  const file = classList(rows, { audience });
  const lastId = await lastPerson(bench);
  const store = async (): Promise<void> =>
    assert.equal(
      await upload(`${campus.origin}/api/uploadStudentDetails`, adminToken, new Uint8Array(file)),
      rows,
    );

  const { statements } = await statisticsPerRequest(client, 1, store);
  const added = await readAdded(client, lastId);
  await removeAdded(client, lastId);
  const taken: { limit: number; campus: number }[] = [];
  for (let round = 0; round < Math.ceil(bench.flags.rounds / 2); round += 1) {
    const limit = await secondsOf(() => copyAgain(client, added));
    await removeAdded(client, lastId);
    taken.push({ limit, campus: await secondsOf(store) });
    await removeAdded(client, lastId);
  }
  const times = median(taken.map((turn) => turn.campus / turn.limit));
  return {
    what,
    limit: `${shown(median(taken.map(({ limit }) => limit)))} s`,
    campus: `${shown(median(taken.map((turn) => turn.campus)))} s`,
    ratio: `${twoDigits(times)} times`,
    required: `at most ${required.times} times`,
    statements: `${statements} for the file`,
    passed: times <= required.times,
  };
};

/** Peak memory of a freshly started server for a file with this many students. */
const peakFor = async (bench: Bench, students: number): Promise<number> => {
  const lastId = await lastPerson(bench);
  const file = classList(students, { audience: false });
  const campus = await startCampus(bench.database);
  try {
    const token = await (await campus.signIn(bench.data.admin.email))();
    resetPeak(campus.pid);
    assert.equal(
      await upload(`${campus.origin}/api/uploadStudentDetails`, token, new Uint8Array(file)),
      students,
    );
    return peakMegabytes(campus.pid);
  } finally {
    await campus.stop();
    await removeAdded(bench.client, lastId);
  }
};

const compareMemory = async (bench: Bench): Promise<Finding> => {
  const few = await peakFor(bench, 1000);
  const many = await peakFor(bench, 100_000);
  return {
    what: 'Memory of the server: class list of 100,000 compared with 1,000',
    limit: `${shown(few)} MB`,
    campus: `${shown(many)} MB`,
    ratio: shownGrowth(few, many),
    required: `at most +${required.moreMegabytes} MB`,
    passed: many - few <= required.moreMegabytes,
  };
};

export const benchClassList = async (bench: Bench): Promise<Finding[]> => {
  const findings = [
    await compareTimes(
      bench,
      false,
      'Class list (CSV) of 10,000 students, compared with plain COPY',
    ),
    await compareTimes(bench, true, 'The same, each student enrolled in 20 subjects'),
  ];
  if (canMeasureMemory) findings.push(await compareMemory(bench));
  return findings;
};
