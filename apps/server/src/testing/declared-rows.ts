import { appendFileSync } from 'node:fs';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type pg from 'pg';
import { afterAll } from 'vitest';
import { type DeclaredRow, rowProblems } from './row-problems.ts';

// A setup file of the tests (vitest.config.ts): fails a test file if a plain statement returns other rows
// than it declares. Records the places of statements, so that `npm test` finds those that never ran.

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
  // The caller gets the error.
  result.then(compare, () => undefined);
};

subscribe('campus.statement', hold);
afterAll(() => {
  unsubscribe('campus.statement', hold);
  const ran = process.env['CAMPUS_STATEMENTS_RAN'];
  if (ran) appendFileSync(ran, [...places.values(), ''].join('\n'));
  if (problems.size > 0) throw new Error([...problems].join('\n'));
});
