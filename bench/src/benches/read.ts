import assert from 'node:assert/strict';
import { fire } from '../measure/fire.ts';
import { compareSides, type Round, type Sides, takeTurns } from '../measure/rounds.ts';
import { statementsPerRequest } from '../measure/statements.ts';
import { type Bench, type Finding, type Ready, shown, titled, twoDigits } from './bench.ts';
import { compareSizes } from './growth.ts';

/** One request of a connection, on both sides. */
export interface ReadRequest {
  /** Of Campus. */
  readonly path: string;
  readonly token: string;
  readonly limitPath: string;
}

export interface Read {
  readonly what: string;
  readonly statements: number;
  /** What a connection asks for, one after the other and again from the start. */
  requestsOf(connection: number): readonly ReadRequest[];
}

const required = { ratio: 0.7 } as const;

const ask = (origin: string, path: string, token?: string): Promise<Response> =>
  fetch(
    origin + path,
    token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } },
  );

/** Both sides say the same, and Campus says it to nobody without a valid token. */
const checkAnswers = async (bench: Bench, read: Read): Promise<void> => {
  for (let connection = 0; connection < bench.connections; connection += 1) {
    const [one] = read.requestsOf(connection);
    assert(one);
    const answer = await ask(bench.campus.origin, one.path, one.token);
    const text = await answer.text();
    assert.equal(answer.status, 200, text);
    assert.equal(text, await (await ask(bench.limit.origin, one.limitPath)).text());
    if (connection > 0) continue;
    assert.equal((await ask(bench.campus.origin, one.path)).status, 401);
    const forged = `${one.token.slice(0, -4)}AAAA`;
    assert.equal((await ask(bench.campus.origin, one.path, forged)).status, 401);
  }
};

const sidesOf = ({ connections, campus, limit }: Bench, read: Read): Sides => ({
  campus: (amount) =>
    fire({
      origin: campus.origin,
      connections,
      amount,
      requestsOf: (connection) =>
        read.requestsOf(connection).map(({ path, token }) => ({
          method: 'GET',
          path,
          headers: { authorization: `Bearer ${token}` },
        })),
    }),
  limit: (amount) =>
    fire({
      origin: limit.origin,
      connections,
      amount,
      requestsOf: (connection) =>
        read.requestsOf(connection).map(({ limitPath }) => ({ method: 'GET', path: limitPath })),
    }),
});

/** Measures one read against the limit, on each database; its answers are compared first. */
export const measureRead = async (
  ready: Ready,
  readOf: (bench: Bench) => Read,
): Promise<Finding[]> => {
  const benches = await ready();
  const [first] = benches;
  assert(first);
  const { connections, flags } = first;
  const what = `${readOf(first).what}, ${connections} connections`;
  for (const bench of benches) await checkAnswers(bench, readOf(bench));
  const rounds = await takeTurns(
    benches.map((bench) => sidesOf(bench, readOf(bench))),
    { rounds: flags.rounds, seconds: flags.seconds, warmUp: connections },
  );
  const findings: Finding[] = [];
  for (const [at, bench] of benches.entries())
    findings.push(
      await findingOf(titled(what, bench, benches), bench, readOf(bench), rounds[at] ?? []),
    );
  return [...findings, ...compareSizes(what, rounds)];
};

const findingOf = async (
  what: string,
  bench: Bench,
  read: Read,
  rounds: readonly Round[],
): Promise<Finding> => {
  const { limit, campus, ratio } = compareSides(rounds);
  const counted = 2 * bench.connections;
  const statements = await statementsPerRequest(bench.client, counted, () =>
    sidesOf(bench, read).campus(counted),
  );
  return {
    what,
    limit: `${shown(limit)}/s`,
    campus: `${shown(campus)}/s`,
    ratio: twoDigits(ratio),
    required: `at least ${twoDigits(required.ratio)}, at most ${read.statements} statements`,
    statements: twoDigits(statements),
    passed: ratio >= required.ratio && statements <= read.statements,
  };
};
