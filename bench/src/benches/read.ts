import assert from 'node:assert/strict';
import { fire, type Fired } from '../measure/fire.ts';
import { takeTurns } from '../measure/rounds.ts';
import { statementsPerRequest } from '../measure/statements.ts';
import { type Bench, type Finding, shown, twoDigits } from './bench.ts';

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

/** Measures one read against the limit; its answers are compared first. */
export const measureRead = async (bench: Bench, read: Read): Promise<Finding> => {
  const { connections } = bench;
  const { rounds, seconds } = bench.flags;
  await checkAnswers(bench, read);
  const campus = (amount: number): Promise<Fired> =>
    fire({
      origin: bench.campus.origin,
      connections,
      amount,
      requestsOf: (connection) =>
        read.requestsOf(connection).map(({ path, token }) => ({
          method: 'GET',
          path,
          headers: { authorization: `Bearer ${token}` },
        })),
    });
  const limit = (amount: number): Promise<Fired> =>
    fire({
      origin: bench.limit.origin,
      connections,
      amount,
      requestsOf: (connection) =>
        read.requestsOf(connection).map(({ limitPath }) => ({ method: 'GET', path: limitPath })),
    });
  const taken = await takeTurns({ limit, campus }, { rounds, seconds, warmUp: connections });
  const counted = 2 * connections;
  const statements = await statementsPerRequest(bench.client, counted, () => campus(counted));
  const what = `${read.what}, ${connections} connections`;
  return {
    what,
    limit: `${shown(taken.limit)}/s`,
    campus: `${shown(taken.campus)}/s`,
    ratio: twoDigits(taken.ratio),
    required: `at least ${twoDigits(required.ratio)}, at most ${read.statements} statements`,
    statements: twoDigits(statements),
    passed: taken.ratio >= required.ratio && statements <= read.statements,
    p99: { of: what, milliseconds: taken.p99 },
  };
};
