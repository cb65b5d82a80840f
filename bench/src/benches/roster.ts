import assert from 'node:assert/strict';
import { type Bench, cyclic, type Finding, type Ready } from './bench.ts';
import { measureRead, type ReadRequest } from './read.ts';

/** Each connection is a teacher who opens the rosters of their classes, day by day. */
const rostersOf = (bench: Bench, connection: number): ReadRequest[] => {
  const { subjects, token } = cyclic(bench.teachers, connection);
  return subjects.flatMap(({ id }) =>
    bench.data.heldOn.map((date) => ({
      path: `/api/attendance/subject/${id}/date/${date}`,
      limitPath: `/roster/${id}/${date}`,
      token,
    })),
  );
};

/** Checks that a teacher cannot read another teacher's roster. */
const checkStrangers = async (bench: Bench): Promise<void> => {
  const [mine] = rostersOf(bench, 0);
  const [other] = rostersOf(bench, 1);
  assert(mine && other);
  const { status } = await fetch(bench.campus.origin + mine.path, {
    headers: { authorization: `Bearer ${other.token}` },
  });
  assert.equal(status, 403);
};

export const benchRoster = async (ready: Ready): Promise<Finding[]> => {
  for (const bench of await ready()) await checkStrangers(bench);
  return await measureRead(ready, (bench) => ({
    what: 'Roster of 200 students',
    statements: 2,
    ratio: 0.15,
    aim: 0.5,
    requestsOf: (connection) => rostersOf(bench, connection),
  }));
};
