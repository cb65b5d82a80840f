import assert from 'node:assert/strict';
import { browserEncodings } from '../measure/connection.ts';
import { fire, repeated } from '../measure/fire.ts';
import { compareSides, type Round, type Sides, takeTurns } from '../measure/rounds.ts';
import { statisticsPerRequest } from '../measure/statements.ts';
import {
  type Bench,
  type Finding,
  type Ready,
  requiredRatio,
  shown,
  titled,
  twoDigits,
} from './bench.ts';
import type { Side } from '../sides/process.ts';
import { compareSizes } from './growth.ts';

/** A request of a connection, for both sides. */
export interface ReadRequest {
  /** For Campus. */
  readonly path: string;
  readonly token: string;
  readonly limitPath: string;
}

export interface Read {
  readonly what: string;
  readonly statements: number;
  /** The required share of the limit's rate, and the aim. A schema ten times slower would fail. */
  readonly ratio: number;
  readonly aim?: number;
  /** The limit is a bare server with Campus's own statements. */
  readonly ownStatements?: true;
  /** Why the reply is longer at the end of a term; then only the ratios count. */
  readonly grows?: string;
  /** The requests of a connection, sent in order and repeated. */
  requestsOf(connection: number): readonly ReadRequest[];
}

const ask = (origin: string, path: string, token?: string): Promise<Response> =>
  fetch(origin + path, {
    headers: {
      'accept-encoding': browserEncodings,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
  });

const limitOf = (bench: Bench, { ownStatements }: Read): Side => {
  const side = ownStatements ? bench.ownStatements : bench.limit;
  assert(side);
  return side;
};

/** Checks that both sides give the same replies, and Campus none without a valid token. */
const checkAnswers = async (bench: Bench, read: Read): Promise<void> => {
  const limit = limitOf(bench, read);
  for (let connection = 0; connection < bench.connections; connection += 1) {
    const [one] = read.requestsOf(connection);
    assert(one);
    const answer = await ask(bench.campus.origin, one.path, one.token);
    const text = await answer.text();
    assert.equal(answer.status, 200, text);
    // The same values: white space and the order of an object's fields do not matter.
    const other = await (await ask(limit.origin, one.limitPath)).json();
    assert.deepEqual(JSON.parse(text), other);
    if (connection > 0) continue;
    assert.equal((await ask(bench.campus.origin, one.path)).status, 401);
    const forged = `${one.token.slice(0, -4)}AAAA`;
    assert.equal((await ask(bench.campus.origin, one.path, forged)).status, 401);
  }
};

const sidesOf = (bench: Bench, read: Read): Sides => {
  const { connections } = bench;
  return {
    campus: (amount) =>
      fire({
        origin: bench.campus.origin,
        connections,
        amount,
        requestsOf: (connection) =>
          repeated(
            read
              .requestsOf(connection)
              .map(({ path, token }) => ({ path, headers: { authorization: `Bearer ${token}` } })),
          ),
      }),
    limit: (amount) =>
      fire({
        origin: limitOf(bench, read).origin,
        connections,
        amount,
        requestsOf: (connection) =>
          repeated(read.requestsOf(connection).map(({ limitPath }) => ({ path: limitPath }))),
      }),
  };
};

/** Measures one read against the limit, on each database, after comparing the replies. */
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
  return [...findings, ...compareSizes(what, rounds, readOf(first).grows)];
};

const findingOf = async (
  what: string,
  bench: Bench,
  read: Read,
  rounds: readonly Round[],
): Promise<Finding> => {
  const { limit, campus, ratio } = compareSides(rounds);
  const counted = 2 * bench.connections;
  const { statements } = await statisticsPerRequest(bench.client, counted, () =>
    sidesOf(bench, read).campus(counted),
  );
  return {
    what,
    limit: `${shown(limit)}/s${read.ownStatements ? ', own statements' : ''}`,
    campus: `${shown(campus)}/s`,
    ratio: twoDigits(ratio),
    required: `${requiredRatio(read)}, at most ${read.statements} statements`,
    statements: twoDigits(statements),
    passed: ratio >= read.ratio && statements <= read.statements,
  };
};
