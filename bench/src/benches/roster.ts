import assert from 'node:assert/strict';
import { fire } from '../measure/fire.ts';
import { takeTurns } from '../measure/rounds.ts';
import { statementsPerRequest } from '../measure/statements.ts';
import { around, type Bench, type Finding, shown, twoDigits } from './bench.ts';

const required = { ratio: 0.7, statements: 2 } as const;

/** Each connection is a teacher who opens the rosters of their classes, one day after the other. */
const classesOf = (bench: Bench, connection: number): { subject: string; date: string }[] =>
  around(bench.teachers, connection).subjects.flatMap(({ id }) =>
    bench.data.heldOn.map((date) => ({ subject: String(id), date })),
  );

const campusPath = ({ subject, date }: { subject: string; date: string }): string =>
  `/api/attendance/subject/${subject}/date/${date}`;
const limitPath = ({ subject, date }: { subject: string; date: string }): string =>
  `/roster/${subject}/${date}`;

/** Both sides say the same, and Campus says it to nobody without a valid token of the teacher. */
const checkAnswers = async (bench: Bench): Promise<void> => {
  for (const [connection, teacher] of bench.teachers.entries()) {
    const [one] = classesOf(bench, connection);
    assert(one);
    const ask = (authorization?: string): Promise<Response> =>
      fetch(
        bench.campus.origin + campusPath(one),
        authorization ? { headers: { authorization } } : {},
      );
    const answer = await ask(`Bearer ${teacher.token}`);
    assert.equal(answer.status, 200);
    const text = await answer.text();
    const entries = JSON.parse(text) as unknown[];
    assert.equal(entries.length, around(teacher.subjects, 0).students.length);
    assert.equal(text, await (await fetch(bench.limit.origin + limitPath(one))).text());
    if (connection > 0) continue;
    assert.equal((await ask()).status, 401);
    assert.equal((await ask(`Bearer ${teacher.token.slice(0, -4)}AAAA`)).status, 401);
    assert.equal((await ask(`Bearer ${around(bench.teachers, 1).token}`)).status, 403);
  }
};

export const benchRoster = async (bench: Bench): Promise<Finding[]> => {
  const { connections, rounds, seconds } = bench.flags;
  await checkAnswers(bench);
  const askCampus = (amount: number): Promise<number> =>
    fire({
      origin: bench.campus.origin,
      connections,
      amount,
      requestsOf: (connection) =>
        classesOf(bench, connection).map((one) => ({
          method: 'GET',
          path: campusPath(one),
          headers: { authorization: `Bearer ${around(bench.teachers, connection).token}` },
        })),
    });
  const askLimit = (amount: number): Promise<number> =>
    fire({
      origin: bench.limit.origin,
      connections,
      amount,
      requestsOf: (connection) =>
        classesOf(bench, connection).map((one) => ({ method: 'GET', path: limitPath(one) })),
    });

  const { limit, campus, ratio } = await takeTurns(
    { limit: askLimit, campus: askCampus },
    { rounds, seconds, warmUp: 60 * connections },
  );
  const counted = 10 * connections;
  const statements = await statementsPerRequest(bench.client, counted, () => askCampus(counted));
  return [
    {
      what: `Roster of 200 students, ${connections} connections, token checked`,
      limit: `${shown(limit)}/s`,
      campus: `${shown(campus)}/s`,
      ratio: twoDigits(ratio),
      required: `at least ${twoDigits(required.ratio)}, at most ${required.statements} statements`,
      statements: twoDigits(statements),
      passed: ratio >= required.ratio && statements <= required.statements,
    },
  ];
};
