import { appendFileSync } from 'node:fs';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type pg from 'pg';
import { afterAll } from 'vitest';
import { type DeclaredRow, rowProblems } from './row-problems.ts';

// A setup file of the tests (vitest.config.ts): the file fails in which a plain statement answers
// other rows than it declares. Says where it stands, for `npm test` to find those that never ran.

interface Declared {
  readonly row: DeclaredRow;
  readonly statement: string | { readonly text?: string };
  readonly result: Promise<pg.QueryResult<Record<string, unknown>>>;
}

const places = new Map<Declared['statement'], string>();
const placeOf = (statement: Declared['statement']): string => {
  const known = places.get(statement);
  if (known) return known;
  const frames = String(new Error('Where?').stack).matchAll(/\/(apps\/[^\s:]+\.ts:\d+):\d+/g);
  const place =
    [...frames].map(([, frame = '']) => frame).find((frame) => !own.test(frame)) ?? 'unknown';
  places.set(statement, place);
  return place;
};
const own = /testing\/declared-rows\.ts|server\/src\/db\/db\.ts|identity\/src\/database\.ts/;

const problems = new Set<string>();
const hold = (message: unknown): void => {
  const { row, statement, result } = message as Declared;
  const place = placeOf(typeof statement === 'string' ? statement : (statement.text ?? statement));
  const compare = (answered: pg.QueryResult): void => {
    for (const problem of rowProblems(row, answered)) problems.add(`${place} ${problem}`);
  };
  // Who asked is told of what failed.
  result.then(compare, () => undefined);
};

subscribe('campus.statement', hold);
afterAll(() => {
  unsubscribe('campus.statement', hold);
  const ran = process.env['CAMPUS_STATEMENTS_RAN'];
  if (ran) appendFileSync(ran, [...places.values(), ''].join('\n'));
  if (problems.size > 0) throw new Error([...problems].join('\n'));
});
