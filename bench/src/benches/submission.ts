import assert from 'node:assert/strict';
import { addDays, type IsoDate } from '@campus/contract';
import { isPresent } from '../data/marks.ts';
import { fire, fresh } from '../measure/fire.ts';
import { compareSides, type Sides, takeTurns } from '../measure/rounds.ts';
import { statementsPerRequest } from '../measure/statements.ts';
import { around, type Bench, type Finding, type Ready, shown, titled, twoDigits } from './bench.ts';
import { compareSizes } from './growth.ts';

const required = { ratio: 0.5, statements: 6 } as const;
const kinds = ['first', 'again'] as const;
type Kind = (typeof kinds)[number];
const titles: Readonly<Record<Kind, string>> = {
  first: '200 marks of a new class',
  again: '200 marks changed, with their history',
};

/** Classes of each teacher that are marked again, turn after turn. */
const remarked = 20;

/** A class on a day and how often it has been submitted already, by whichever side. */
interface ClassDay {
  readonly subject: number;
  readonly date: IsoDate;
  turns: number;
}

/** Days with marks: a run with fewer connections has left some. */
const daysHeld = async ({ client }: Bench): Promise<ReadonlySet<string>> => {
  const { rows } = await client.query<{ day: string }>(
    'select distinct held_on::text as day from class_sessions',
  );
  return new Set(rows.map(({ day }) => day));
};

/**
 * Each connection is a teacher with two subjects. `first` marks a class nobody has marked before;
 * `again` changes every mark of one that `first` has made.
 */
const createWork = async (bench: Bench) => {
  const held = await daysHeld(bench);
  const today = around(bench.data.heldOn, 0);
  const { startsOn } = bench.data.term;
  const days: IsoDate[] = [];
  for (let day = today; day >= startsOn; day = addDays(day, -1)) if (!held.has(day)) days.push(day);
  const done = Array.from({ length: bench.connections }, (): ClassDay[] => []);
  const taken = done.map(() => 0);

  const next = {
    first: (connection: number): ClassDay => {
      const list = around(done, connection);
      const { subjects } = around(bench.teachers, connection);
      const date = days[Math.floor(list.length / subjects.length)];
      if (date === undefined) throw new Error('The term has no day left that is not marked.');
      const one = { subject: around(subjects, list.length).id, date, turns: 0 };
      list.push(one);
      return one;
    },
    again: (connection: number): ClassDay => {
      const number = taken[connection] ?? 0;
      taken[connection] = number + 1;
      return around(around(done, connection).slice(0, remarked), number);
    },
  };
  let submitted = 0;
  return {
    next: (kind: Kind, connection: number): ClassDay & { turn: 0 | 1 } => {
      const one = next[kind](connection);
      const turn = one.turns % 2 === 0 ? 0 : 1;
      one.turns += 1;
      submitted += 1;
      return { ...one, turn };
    },
    submitted: () => submitted,
  };
};

type Work = Awaited<ReturnType<typeof createWork>>;

/** The bodies a browser would send, without the date: only that differs from day to day. */
const createBodies = (bench: Bench) => {
  const marks = new Map<string, string>();
  return (connection: number, one: ClassDay & { turn: number }): string => {
    const { email, subjects } = around(bench.teachers, connection);
    const key = `${one.subject} ${one.turn}`;
    let sent = marks.get(key);
    if (sent === undefined) {
      const students = subjects.find(({ id }) => id === one.subject)?.students ?? [];
      sent = JSON.stringify(
        students.map((student, index) => ({
          studentEmail: student.email,
          present: isPresent(index, one.turn),
          remarks: null,
        })),
      );
      marks.set(key, sent);
    }
    return `{"facultyEmail":"${email}","subjectId":"${one.subject}","date":"${one.date}","studentAttendances":${sent}}`;
  };
};

const sidesOf = (
  bench: Bench,
  work: Work,
  bodyOf: ReturnType<typeof createBodies>,
  kind: Kind,
): Sides => {
  const { connections } = bench;
  return {
    campus: (amount) =>
      fire({
        origin: bench.campus.origin,
        connections,
        amount,
        requestsOf: (connection) =>
          fresh(() => ({
            method: 'POST',
            path: '/api/attendance/bulk',
            headers: {
              'content-type': 'application/json',
              authorization: `Bearer ${around(bench.teachers, connection).token}`,
            },
            body: bodyOf(connection, work.next(kind, connection)),
          })),
      }),
    limit: (amount) =>
      fire({
        origin: bench.limit.origin,
        connections,
        amount,
        requestsOf: (connection) =>
          fresh(() => {
            const { subject, date, turn } = work.next(kind, connection);
            return { method: 'POST', path: `/marks/${subject}/${date}/${turn}` };
          }),
      }),
  };
};

const historyRows = async ({ client }: Bench): Promise<number> => {
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::int as count from attendance_mark_changes',
  );
  return rows[0]?.count ?? 0;
};

/** What was submitted to a database so far. */
interface Submitting {
  readonly work: Work;
  readonly historyBefore: number;
}

const measure = async (
  kind: Kind,
  benches: readonly Bench[],
  submitting: readonly Submitting[],
  bodyOf: ReturnType<typeof createBodies>,
): Promise<Finding[]> => {
  const on = benches.map((bench, at) => {
    const { work, historyBefore } = around(submitting, at);
    return { bench, work, historyBefore, sides: sidesOf(bench, work, bodyOf, kind) };
  });
  const { connections, flags } = around(benches, 0);
  const what = `${titles[kind]}, ${connections} connections`;
  const rounds = await takeTurns(
    on.map(({ sides }) => sides),
    { rounds: flags.rounds, seconds: flags.seconds, warmUp: 6 * connections },
  );
  const findings: Finding[] = [];
  for (const [at, { bench, work, historyBefore, sides }] of on.entries()) {
    const { limit, campus, ratio } = compareSides(rounds[at] ?? []);
    const counted = 2 * connections;
    const statements = await statementsPerRequest(bench.client, counted, () =>
      sides.campus(counted),
    );
    // Every submission of either side has changed 200 marks and kept the change of each.
    assert.equal((await historyRows(bench)) - historyBefore, work.submitted() * 200);
    findings.push({
      what: titled(what, bench, benches),
      limit: `${shown(limit)}/s`,
      campus: `${shown(campus)}/s`,
      ratio: twoDigits(ratio),
      required: `at least ${twoDigits(required.ratio)}, at most ${required.statements} statements`,
      statements: twoDigits(statements),
      passed: ratio >= required.ratio && statements <= required.statements,
    });
  }
  return [...findings, ...compareSizes(what, rounds)];
};

export const benchSubmission = async (ready: Ready): Promise<Finding[]> => {
  const submitting: Submitting[] = [];
  const benches = await ready();
  const bodyOf = createBodies(around(benches, 0));
  for (const bench of benches)
    submitting.push({ work: await createWork(bench), historyBefore: await historyRows(bench) });
  const findings: Finding[] = [];
  for (const kind of kinds)
    findings.push(...(await measure(kind, await ready(), submitting, bodyOf)));
  return findings;
};
