import assert from 'node:assert/strict';
import { addDays, type IsoDate } from '@campus/contract';
import type { Client } from 'pg';
import { recount } from '../data/limit.ts';
import { isPresent } from '../data/marks.ts';
import type { Request } from '../measure/connection.ts';
import { fire, fresh } from '../measure/fire.ts';
import { compareSides, takeTurns, type Turn } from '../measure/rounds.ts';
import { statisticsPerRequest, valueOf } from '../measure/statements.ts';
import {
  type Askers,
  type BareSide,
  type Bench,
  cyclic,
  type Finding,
  type Ready,
  requiredRatio,
  shown,
  type SignedInTeacher,
  titled,
  twoDigits,
} from './bench.ts';
import { compareSizes } from './growth.ts';
import { checkPromises } from './limit-promises.ts';

/**
 * Shares of the limit's rate, and a multiple of the former statements' rate. Required is 2.5 times the former
 * Campus; behind a bare server its statements are at least 1.22 times as fast (decision 47).
 */
const required = { ratio: 0.2, aim: 0.5, statements: 6, formerly: 2.5 / 1.22 } as const;
const kinds = ['first', 'again'] as const;
type Kind = (typeof kinds)[number];
const titles: Readonly<Record<Kind, string>> = {
  first: '200 marks of a new class',
  again: '200 marks changed, with their history',
};

/** Classes of each teacher that are marked again, turn after turn. */
const remarked = 20;

/** A class on a day and how often it has been submitted. */
interface ClassDay {
  readonly subject: number;
  readonly date: IsoDate;
  turns: number;
}

/** A server that takes submissions, and how to read what its database has stored. */
interface SubmissionTarget {
  readonly origin: string;
  readonly client: Client;
  readonly path: (teacher: SignedInTeacher) => string;
  /** A table with the columns `held_on` and `version` and one row per class. */
  readonly classes: string;
  /** SQL that counts the kept former states of marks. */
  readonly history: string;
  readonly roster: (subject: number, date: IsoDate) => string;
}

const campusOf = ({ campus, client }: Bench): SubmissionTarget => ({
  origin: campus.origin,
  client,
  path: () => '/api/attendance/bulk',
  classes: 'class_sessions',
  history: 'select count(*)::int from attendance_mark_changes',
  roster: (subject, date) => `/api/attendance/subject/${subject}/date/${date}`,
});

const limitOf = ({ limit: { origin, client } }: Bench): SubmissionTarget => ({
  origin,
  client,
  path: ({ id }) => `/marks/${id}`,
  classes: 'classes',
  history: 'select 200 * sum(version)::int from classes',
  roster: (subject, date) => `/roster/${subject}/${date}`,
});

const formerOf = ({ origin, client }: BareSide, bench: Bench): SubmissionTarget => ({
  ...campusOf(bench),
  origin,
  client,
  path: ({ id }) => `/marks/${id}`,
});

/**
 * Submissions to one server: each connection is a teacher with two subjects. `first` marks a class that has
 * not been marked before; `again` changes every mark of a class marked by `first`.
 */
const createWork = async (bench: Bench, target: SubmissionTarget) => {
  // A run with fewer connections has left marked days.
  const { rows } = await target.client.query<{ day: string }>(
    `select distinct held_on::text as day from ${target.classes}`,
  );
  const held = new Set(rows.map(({ day }) => day));
  const { startsOn } = bench.data.term;
  const days: IsoDate[] = [];
  for (let day = cyclic(bench.data.heldOn, 0); day >= startsOn; day = addDays(day, -1))
    if (!held.has(day)) days.push(day);
  const done = Array.from({ length: bench.connections }, (): ClassDay[] => []);
  const taken = done.map(() => 0);
  const historyBefore = await valueOf<number>(target.client, target.history);
  const marks = new Map<string, string>();
  let submitted = 0;

  const next = {
    first: (connection: number): ClassDay => {
      const list = cyclic(done, connection);
      const { subjects } = cyclic(bench.teachers, connection);
      const date = days[Math.floor(list.length / subjects.length)];
      if (date === undefined) throw new Error('The term has no day left that is not marked.');
      const one = { subject: cyclic(subjects, list.length).id, date, turns: 0 };
      list.push(one);
      return one;
    },
    again: (connection: number): ClassDay => {
      const number = taken[connection] ?? 0;
      taken[connection] = number + 1;
      return cyclic(cyclic(done, connection).slice(0, remarked), number);
    },
  };
  /** The body a browser would send; only the date differs from day to day. */
  const bodyOf = ({ email, subjects }: SignedInTeacher, one: ClassDay): string => {
    const turn = one.turns % 2;
    const key = `${one.subject} ${turn}`;
    const students = subjects.find(({ id }) => id === one.subject)?.students ?? [];
    const sent =
      marks.get(key) ??
      JSON.stringify(
        students.map((student, index) => ({
          studentEmail: student.email,
          present: isPresent(index, turn),
          remarks: null,
        })),
      );
    marks.set(key, sent);
    return `{"facultyEmail":"${email}","subjectId":"${one.subject}","date":"${one.date}","studentAttendances":${sent}}`;
  };
  const request = (kind: Kind, connection: number, { teachers }: Askers): Request => {
    const teacher = cyclic(teachers, connection);
    const one = next[kind](connection);
    const body = bodyOf(teacher, one);
    one.turns += 1;
    submitted += 1;
    const authorization = `Bearer ${teacher.token}`;
    const headers = { 'content-type': 'application/json', authorization };
    return { method: 'POST', path: target.path(teacher), headers, body };
  };
  return {
    /** `askers` must have tokens that are valid for the whole turn. */
    turn:
      (kind: Kind, askers: Askers): Turn =>
      (amount) =>
        fire({
          origin: target.origin,
          connections: bench.connections,
          amount,
          requestsOf: (connection) => fresh(() => request(kind, connection, askers)),
        }),
    /**
     * Checks that each submission has changed 200 marks and recorded each change, and that rosters show the
     * last one.
     */
    async check({ teachers }: Askers, readable = true): Promise<void> {
      const history = await valueOf<number>(target.client, target.history);
      assert.equal(history - historyBefore, submitted * 200);
      if (!readable) return;
      for (const [connection, list] of done.entries()) {
        const { subject, date, turns } = cyclic(list, list.length - 1);
        const { token, subjects } = cyclic(teachers, connection);
        const answer = await fetch(target.origin + target.roster(subject, date), {
          headers: { authorization: `Bearer ${token}` },
        });
        const roster = (await answer.json()) as { studentEmail: string; present: boolean }[];
        const students = subjects.find(({ id }) => id === subject)?.students ?? [];
        const sent = students.map(({ email }, index) => [email, isPresent(index, turns - 1)]);
        const stored = roster.map(({ studentEmail, present }) => [studentEmail, present]);
        assert.deepEqual(Object.fromEntries(stored), Object.fromEntries(sent));
      }
    },
  };
};

type Work = Awaited<ReturnType<typeof createWork>>;

/** The servers that take submissions for one university. */
interface Submitting {
  readonly campus: Work;
  readonly limit: Work;
  readonly former: Work | undefined;
}

const compareWithFormer = async (
  what: string,
  kind: Kind,
  bench: Bench,
  { campus, former }: Submitting,
  plan: Parameters<typeof takeTurns>[1],
): Promise<Finding[]> => {
  if (!former) return [];
  const [taken = []] = await takeTurns(
    [{ limit: former.turn(kind, bench), campus: campus.turn(kind, bench) }],
    plan,
  );
  const compared = compareSides(taken);
  await former.check(bench, false);
  return [
    {
      what: `${what}: compared with the former statements`,
      limit: `${shown(compared.limit)}/s formerly`,
      campus: `${shown(compared.campus)}/s`,
      ratio: `${twoDigits(compared.ratio)} times`,
      required: `at least ${twoDigits(required.formerly)} times: 2.50 times the former Campus`,
      passed: compared.ratio >= required.formerly,
    },
  ];
};

/** Checks that the limit's totals equal a recount of the marks. */
const checkTotals = async ({ limit: { client } }: Bench): Promise<void> => {
  const wrong = `select count(*)::int from (table totals except ${recount}) wrong`;
  assert.equal(await valueOf<number>(client, wrong), 0);
};

const measure = async (
  kind: Kind,
  benches: readonly Bench[],
  submitting: readonly Submitting[],
): Promise<Finding[]> => {
  const { connections, flags } = cyclic(benches, 0);
  const what = `${titles[kind]}, ${connections} connections`;
  const plan = { rounds: flags.rounds, seconds: flags.seconds, warmUp: 6 * connections };
  const rounds = await takeTurns(
    submitting.map(({ campus, limit }, at) => {
      const bench = cyclic(benches, at);
      return { campus: campus.turn(kind, bench), limit: limit.turn(kind, bench) };
    }),
    plan,
  );
  const findings: Finding[] = [];
  for (const [at, bench] of benches.entries()) {
    const { campus, limit: other } = cyclic(submitting, at);
    const { limit, campus: rate, ratio } = compareSides(rounds[at] ?? []);
    const counted = 2 * connections;
    const { statements } = await statisticsPerRequest(bench.client, counted, () =>
      campus.turn(kind, bench)(counted),
    );
    await campus.check(bench);
    await other.check(bench);
    await checkTotals(bench);
    findings.push({
      what: titled(what, bench, benches),
      limit: `${shown(limit)}/s`,
      campus: `${shown(rate)}/s`,
      ratio: twoDigits(ratio),
      required: `${requiredRatio(required)}, at most ${required.statements} statements`,
      statements: twoDigits(statements),
      passed: ratio >= required.ratio && statements <= required.statements,
    });
  }
  findings.push(...compareSizes(what, rounds));
  const compared = await compareWithFormer(
    what,
    kind,
    cyclic(benches, 0),
    cyclic(submitting, 0),
    plan,
  );
  return [...findings, ...compared];
};

export const benchSubmission = async (ready: Ready): Promise<Finding[]> => {
  const findings: Finding[] = [];
  const submitting: Submitting[] = [];
  for (const bench of await ready()) {
    await checkPromises(bench);
    submitting.push({
      campus: await createWork(bench, campusOf(bench)),
      limit: await createWork(bench, limitOf(bench)),
      former: bench.former && (await createWork(bench, formerOf(bench.former, bench))),
    });
  }
  for (const kind of kinds) findings.push(...(await measure(kind, await ready(), submitting)));
  return findings;
};
