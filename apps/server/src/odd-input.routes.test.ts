import { readdirSync, readlinkSync } from 'node:fs';
import * as contract from '@campus/contract';
import { type Endpoint, errorBody, type Role } from '@campus/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { prepareRecords } from './testing/access/records.ts';
import type { Records } from './testing/access/row.ts';
import { rows } from './testing/access/rows.ts';
import { oddRequest, type RightRequest } from './testing/odd-input/odd-request.ts';
import { type Answer, testCampus, type TestCampus } from './testing/test-campus.ts';

/**
 * Every endpoint, called as a hostile or an unlucky client calls it: the same requests at every run.
 * Whatever comes is answered, never with a failure of ours.
 */
const seed = 20_261_120;
const requestsEach = 25;

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'access' in value;
const endpoints = Object.values(contract)
  .flatMap((exported): unknown[] => (typeof exported === 'object' ? Object.values(exported) : []))
  .filter(isEndpoint);
const featureOf = ({ id }: Endpoint): string => id.split('.')[0] ?? '';
const features = [...new Set(endpoints.map(featureOf))];

let campus: TestCampus;
let term: { id: string };

beforeAll(async () => {
  campus = await testCampus({ withIdentity: true });
  term = await campus.make.term();
});
afterAll(() => campus.close());

/** Whatever of the records can be sent: ids, addresses. */
const wordsOf = (records: Records): string[] => [
  ...Object.values(records).flatMap((value: unknown) => {
    if (typeof value === 'string') return [value];
    if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return [];
    return Object.values(value).filter((one): one is string => typeof one === 'string');
  }),
  campus.today,
  '2026-03-10',
  '2026-03-11T13:00:00.000Z',
  '10:00',
];

const insides =
  /\b(?:select|insert|update|delete) .*\b(?:from|into|set)\b|pg_|violates|node_modules|\.ts:/i;

const expectDecent = ({ status, body }: Answer<unknown>): void => {
  expect(status).toBeLessThan(500);
  if (status < 400) return;
  const { message } = errorBody.loose().parse(body);
  expect(message).not.toMatch(insides);
};

const mayCall = ({ access }: Endpoint, who: Role | 'nobody'): boolean =>
  access === 'public' || (who !== 'nobody' && access[who] !== 'none');

/** Of calls that the matrix of access has no row for: files of people. */
const people = [
  { name: 'people.csv', content: 'Name,Email,Department\nAnn,ann@example.edu,Law\n' },
];
const rightRequest = ({ id, path }: Endpoint, records: Records): RightRequest =>
  rows.find((row) => row.id === id)?.request(records) ?? { path: `/api${path}`, form: people };

test('the contract was looked through', () => {
  expect(endpoints.map(({ id }) => id).sort()).toEqual(campus.endpoints.map(({ id }) => id).sort());
});

describe.each(features)('%s', (feature) => {
  let mine: Records;
  let foreign: Records;
  beforeAll(async () => {
    mine = await prepareRecords(campus, term);
    foreign = await prepareRecords(campus, term);
  });

  const these = endpoints.filter((one) => featureOf(one) === feature);
  test.each(these.map((one) => [one.id, one] as const))('%s', async (_id, endpoint) => {
    // One of their own: some of these calls shut administrators out.
    const admin = await campus.make.admin();
    const callers = { admin, teacher: mine.teacher, student: mine.student };
    const caller = fc.oneof(
      ...(['admin', 'teacher', 'student', 'nobody'] as const).map((who) => ({
        weight: mayCall(endpoint, who) ? 8 : 1,
        arbitrary: fc.constant(who),
      })),
    );
    const known = [...wordsOf(mine), ...wordsOf(foreign)];
    const request = fc
      .constantFrom(mine, foreign)
      .chain((records) => oddRequest(endpoint, rightRequest(endpoint, records), { known }));
    await fc.assert(
      fc.asyncProperty(caller, request, async (who, sent) => {
        const answer = await (who === 'nobody' ? campus.nobody : campus.as(callers[who])).send(
          sent,
        );
        expectDecent(answer);
        // Whoever may not call it learns nothing, not even whether the request is right.
        if (!mayCall(endpoint, who)) expect([400, 401, 403, 404]).toContain(answer.status);
      }),
      { seed, numRuns: requestsEach, endOnFailure: true },
    );
  });
});

test('afterwards no connection is held', async () => {
  const { pool } = campus.database;
  await expect.poll(() => pool.totalCount - pool.idleCount).toBe(0);
});

test.runIf(process.platform === 'linux')('afterwards no uploaded file is open', () => {
  const open = readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/self/fd/${fd}`)];
    } catch {
      return []; // The folder's own, closed by now.
    }
  });
  expect(open.length).toBeGreaterThan(3);
  expect(open.filter((path) => /\/campus-[^/]+ \(deleted\)$/.test(path))).toEqual([]);
});
