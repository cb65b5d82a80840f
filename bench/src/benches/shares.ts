import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { canMeasureMemory, peakMegabytes, resetPeak } from '../measure/memory.ts';
import { median } from '../measure/rounds.ts';
import { around, type Bench, type Finding, shown, twoDigits } from './bench.ts';

/** What a teacher waits for a roster, and what the server needs, whatever students do meanwhile. */
const required = { rosterMs: 60, times: 2, megabytes: 400 } as const;
const searches = 50;

const get = async (bench: Bench, path: string, token: string): Promise<void> => {
  const answer = await fetch(bench.campus.origin + path, {
    headers: { authorization: `Bearer ${token}` },
  });
  const text = await answer.text();
  assert.equal(answer.status, 200, text.slice(0, 500));
};

/** What one roster after the other takes for about so many seconds, as one teacher waits for them. */
const rosterTimes = async (bench: Bench, seconds: number): Promise<number[]> => {
  const { subjects, token } = around(bench.teachers, 0);
  const taken: number[] = [];
  const until = performance.now() + seconds * 1000;
  while (performance.now() < until) {
    const { id } = around(subjects, taken.length);
    const begun = performance.now();
    const day = around(bench.data.heldOn, 0);
    await get(bench, `/api/attendance/subject/${id}/date/${day}`, token);
    taken.push(performance.now() - begun);
  }
  return taken;
};

/** One student keeps so many searches of a common word going until the work is done. */
const whileSearching = async <T>(bench: Bench, work: () => Promise<T>): Promise<T> => {
  const { token } = around(bench.students, 0);
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

const send = async (
  { campus }: Bench,
  path: string,
  token: string,
  form: FormData,
): Promise<{ readonly id: string }> => {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(campus.origin + path, { method: 'POST', headers, body: form });
  const text = await answer.text();
  assert.equal(answer.status, 201, text.slice(0, 500));
  return JSON.parse(text) as { id: string };
};

/** An assignment for the student, to hand something in for. */
const assign = async (bench: Bench, email: string): Promise<string> => {
  const course = bench.data.students.find((student) => student.email === email)?.course;
  const subject = bench.data.subjects.find((one) => one.course === course);
  const form = new FormData();
  const fields = { title: 'Thesis', description: 'All of it', grade: '10' };
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('subjectId', String(subject?.id));
  form.append('deadline', `${bench.data.term.endsOn}T23:59`);
  return (await send(bench, '/api/assignments', bench.adminToken, form)).id;
};

/** Every student hands in one large file, all at once; text of random bytes, so that nothing shrinks. */
const handInAtOnce = async (bench: Bench): Promise<void> => {
  const content = randomBytes((uploads.bytes / 4) * 3).toString('base64');
  const chosen = Array.from({ length: uploads.students }, (_, at) => around(bench.students, at));
  const ids = await Promise.all(chosen.map(({ email }) => assign(bench, email)));
  resetPeak(bench.campus.pid);
  await Promise.all(
    chosen.map(async ({ email, token }, at) => {
      const form = new FormData();
      form.append('text', '');
      form.append('keep', '');
      form.append('files', new Blob([content]), 'thesis.txt');
      await send(bench, `/api/assignments/${ids[at]}/hand-ins/${email}`, token, form);
    }),
  );
};

/** A whole class that hands in at once, beside a teacher who opens one roster after the other. */
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
      statements: '',
      passed: busy <= required.times * quiet && peak <= required.megabytes,
    },
  ];
};

/** One person who asks for much leaves the others their share. */
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
      statements: '',
      passed: busy <= required.rosterMs,
    },
    ...(await benchUploads(bench)),
  ];
};
