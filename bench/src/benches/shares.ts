import assert from 'node:assert/strict';
import { median } from '../measure/rounds.ts';
import { around, type Bench, type Finding, shown, twoDigits } from './bench.ts';

/** What a teacher waits for a roster, whatever one student does meanwhile. */
const required = { rosterMs: 60 } as const;
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
  ];
};
