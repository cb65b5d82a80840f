import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { canMeasureMemory, peakMegabytes, resetPeak } from '../measure/memory.ts';
import type { Sending } from '../measure/send-files.ts';
import { median } from '../measure/rounds.ts';
import { valueOf } from '../measure/statements.ts';
import { type Bench, cyclic, type Finding, shown, twoDigits } from './bench.ts';

/** Limits for a teacher's roster and the server's memory, whatever students do meanwhile. */
const required = { rosterMs: 60, times: 2, megabytes: 400 } as const;
const searches = 50;

const get = async (bench: Bench, path: string, token: string): Promise<void> => {
  const answer = await fetch(bench.campus.origin + path, {
    headers: { authorization: `Bearer ${token}` },
  });
  const text = await answer.text();
  assert.equal(answer.status, 200, text.slice(0, 500));
};

/** Opens one roster after the other as one teacher for about this many seconds; returns how long each took. */
export const rosterTimes = async (bench: Bench, seconds: number): Promise<number[]> => {
  const { subjects, token } = cyclic(bench.teachers, 0);
  const taken: number[] = [];
  const until = performance.now() + seconds * 1000;
  while (performance.now() < until) {
    const { id } = cyclic(subjects, taken.length);
    const begun = performance.now();
    const day = cyclic(bench.data.heldOn, 0);
    await get(bench, `/api/attendance/subject/${id}/date/${day}`, token);
    taken.push(performance.now() - begun);
  }
  return taken;
};

/** One student keeps this many searches for a common word running until the work is done. */
const whileSearching = async <T>(bench: Bench, work: () => Promise<T>): Promise<T> => {
  const { token } = cyclic(bench.students, 0);
  const until = new AbortController();
  const search = async (): Promise<void> => {
    while (!until.signal.aborted)
      await get(bench, '/api/library/books?search=introduction&limit=50', token);
  };
  const going = Promise.all(Array.from({ length: searches }, search));
  try {
    return await work();
  } finally {
    until.abort();
    await going;
  }
};

const uploads = { students: 24, bytes: 20 * 1024 * 1024 } as const;

/** Creates an assignment for which the student can hand something in. */
const assign = ({ client, data }: Bench, email: string): Promise<string> => {
  const course = data.students.find((student) => student.email === email)?.course;
  const subject = data.subjects.find((one) => one.course === course);
  return valueOf(
    client,
    `insert into assignments (subject_id, title, description, grade, due_at, created_by)
     values ($1, 'Thesis', 'All of it', 10, date_trunc('day', now()) + interval '1 day', $2) returning id::text`,
    [subject?.id, data.admin.id],
  );
};

/**
 * All students hand in one large file each at once, from a separate thread, so that the teacher's requests do
 * not wait for the sending.
 */
const handInAtOnce = async (bench: Bench): Promise<void> => {
  const chosen = Array.from({ length: uploads.students }, (_, at) => cyclic(bench.students, at));
  const handIns: Sending['handIns'][number][] = [];
  for (const { email, token } of chosen)
    handIns.push({
      path: `/api/assignments/${await assign(bench, email)}/hand-ins/${email}`,
      token,
    });
  resetPeak(bench.campus.pid);
  const workerData: Sending = { origin: bench.campus.origin, bytes: uploads.bytes, handIns };
  const thread = new Worker(new URL('../measure/send-files.ts', import.meta.url), { workerData });
  await once(thread, 'exit');
};

/** Measures a whole class handing in at once while a teacher opens one roster after the other. */
const benchUploads = async (bench: Bench): Promise<Finding[]> => {
  if (!canMeasureMemory) return [];
  const alone = await rosterTimes(bench, 2 * bench.flags.seconds);
  const over = new AbortController();
  const handedIn = handInAtOnce(bench).finally(() => over.abort());
  const beside: number[] = [];
  while (!over.signal.aborted) beside.push(...(await rosterTimes(bench, 0.2)));
  await handedIn;
  const peak = peakMegabytes(bench.campus.pid);
  const [quiet, busy] = [median(alone), median(beside)];
  return [
    {
      what: `${uploads.students} uploads of 20 MB at once: roster of 200 students, memory of the server`,
      limit: `${shown(quiet)} ms`,
      campus: `${shown(busy)} ms, ${shown(peak)} MB`,
      ratio: `${twoDigits(busy / quiet)} times`,
      required: `at most ${required.times} times, ${required.megabytes} MB`,
      passed: busy <= required.times * quiet && peak <= required.megabytes,
    },
  ];
};

/** Checks that one person who sends many requests does not slow down the others. */
export const benchShares = async (bench: Bench): Promise<Finding[]> => {
  const alone: number[] = [];
  const beside: number[] = [];
  for (let round = 0; round < bench.flags.rounds; round += 1) {
    alone.push(...(await rosterTimes(bench, bench.flags.seconds)));
    beside.push(
      ...(await whileSearching(bench, () => rosterTimes(bench, 2 * bench.flags.seconds))),
    );
  }
  const [quiet, busy] = [median(alone), median(beside)];
  return [
    {
      what: `Roster of 200 students while one student searches ${searches} times at once`,
      limit: `${shown(quiet)} ms`,
      campus: `${shown(busy)} ms`,
      ratio: `${twoDigits(busy / quiet)} times`,
      required: `at most ${required.rosterMs} ms`,
      passed: busy <= required.rosterMs,
    },
    ...(await benchUploads(bench)),
  ];
};
