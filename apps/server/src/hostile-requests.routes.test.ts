import { readdirSync, readlinkSync } from 'node:fs';
import { type Endpoint, errorBody, type Role } from '@campus/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpointNames, nameOf } from './openapi/endpoint-names.ts';
import { prepareRecords } from './testing/access/records.ts';
import type { Records } from './testing/access/row.ts';
import { rows } from './testing/access/rows.ts';
import type { Person } from './testing/make.ts';
import { asEndpoint, identityCalls } from './testing/hostile-requests/identity-calls.ts';
import {
  hostileRequest,
  rightAsSent,
  type RightRequest,
} from './testing/hostile-requests/hostile-request.ts';
import { hostileText } from './testing/hostile-requests/hostile-values.ts';
import { leaksIn, markTextsOf } from './testing/hostile-requests/private-texts.ts';
import {
  type Answer,
  type Caller,
  type RawRequest,
  testCampus,
  type TestCampus,
} from './testing/test-campus.ts';
import { publicUrl } from './testing/test-identity.ts';

/**
 * Makes every call of the API and the identity service as a hostile or faulty client would, as every
 * role and without signing in. Each is answered without a server error, according to the schema, and without
 * other people's data. Every run sends the same requests; `npm run fuzz` sends others.
 */
const minutes = Number(process.env['CAMPUS_FUZZ_MINUTES'] ?? 0);

const endpoints = [...endpointNames.keys()];
const groupOf = (endpoint: Endpoint): string => nameOf(endpoint).split('.')[0] ?? '';
// Terms come last: nothing can be created in a closed term.
const groups = [...new Set(endpoints.map(groupOf))].sort(
  (one, other) => Number(one === 'terms') - Number(other === 'terms'),
);

/** Each call gets an equal part of the time, or a number of requests. */
const timePerEndpoint = (minutes * 60_000) / (endpoints.length + Object.keys(identityCalls).length);
const runs = (requests: number) => ({
  endOnFailure: true,
  ...(minutes > 0
    ? { numRuns: 1_000_000, interruptAfterTimeLimit: timePerEndpoint }
    : { numRuns: requests }),
});

const callers = ['nobody', 'student', 'teacher', 'admin'] as const;
type Who = (typeof callers)[number];

let campus: TestCampus;
let term: { id: string };
/** Records of other people, whose private texts are marked and recognised in replies. */
let foreign: Records;
let stranger: Person;
let routes: string[];

beforeAll(async () => {
  campus = await testCampus({ withIdentity: true });
  routes = [...campus.routesWithoutEndpoint];
  term = await campus.make.term();
  foreign = await prepareRecords(campus, term);
  stranger = await campus.make.student({ email: 'private0inpeoplefield@example.edu' });
  const { pool } = campus.database;
  const marked = [];
  for (const one of [foreign.student, foreign.newcomer, stranger])
    marked.push(await markTextsOf(pool, one));
  // Name, address, roll number …; for the first person also remarks, hand-ins and corrections.
  expect(marked[0]).toBeGreaterThan(12);
  expect(Math.min(...marked)).toBeGreaterThan(7);
});
afterAll(() => campus.close());

/** Ids, addresses and other texts from the records. */
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
  /\b(?:select|insert|update|delete) .*\b(?:from|into|set)\b|pg_|violates|node_modules|\.ts:|\$argon2/i;

const expectDecent = async (
  { status, body, bytes }: Answer<unknown>,
  who: Who,
  caller?: Person,
): Promise<void> => {
  expect(status).toBeLessThan(500);
  expect(await leaksIn(campus.database.pool, bytes, who, caller)).toEqual([]);
  if (status < 400) return;
  const { message } = errorBody.loose().parse(body);
  expect(message).not.toMatch(insides);
};

const mayCall = ({ access }: Endpoint, who: Who): boolean =>
  access === 'public' || (who !== 'nobody' && access[who] !== 'none');

/** For calls without a row in the access matrix, which import people. */
const people = [
  { name: 'people.csv', content: 'Name,Email,Department\nAnn,ann@example.edu,Law\n' },
];
const rightRequest = (endpoint: Endpoint, records: Records): RightRequest =>
  rows.find((row) => row.id === nameOf(endpoint))?.request(records) ?? {
    path: `/api${endpoint.path}`,
    form: people,
  };

test('the endpoints of the contract and of the identity service were found', () => {
  expect(endpoints.map(nameOf).sort()).toEqual(campus.endpoints.map(nameOf).sort());
  const ofIdentity = routes.filter((route) => /^(?!OPTIONS)\w+ \/identity\//.test(route));
  const calls = Object.keys(identityCalls).map((call) => call.replace(' ', ' /identity'));
  expect(ofIdentity.sort()).toEqual(calls.sort());
});

// First, because administrators' calls below change the password rules.
describe('identity', () => {
  const password = 'seven purple otters 42';
  const persons: Partial<Record<Who, Person>> = {};
  const browsers: Partial<Record<Who, Caller>> = {};
  beforeAll(async () => {
    for (const role of ['admin', 'teacher', 'student'] as const) {
      const person = await campus.make[role]();
      await campus.identity.createAccount({ ...person, emailVerified: true, password });
      persons[role] = person;
      browsers[role] = await campus.signIn(person.email, password);
    }
  });

  // Calls that end sessions come last.
  const calls = Object.keys(identityCalls).sort(
    (one, other) =>
      Number(/sign-out|change|end-/.test(one)) - Number(/sign-out|change|end-/.test(other)),
  );
  test.each(calls)('%s', async (call) => {
    const endpoint = asEndpoint(call);
    // Invented e-mails: wrong passwords for a real account would delay the next attempts.
    const known = Array.from({ length: 30 }, (_, at) => `invented${at}@example.edu`);
    const path = `/identity${endpoint.path}`;
    const odd = hostileRequest(endpoint, { path, body: {} }, { known });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...callers), odd, async (who, { headers, ...sent }) => {
        const origin = { origin: publicUrl };
        const answer = await (browsers[who] ?? campus.nobody).send({
          ...sent,
          headers: { ...origin, ...headers },
        });
        await expectDecent(answer, who, persons[who]);
        if (answer.status < 400) endpoint.reply.parse(answer.body);
      }),
      runs(25),
    );
  });
});

describe.each(groups)('%s', (group) => {
  let mine: Records;
  beforeAll(async () => {
    mine = await prepareRecords(campus, term);
    // Fellow students must not see each other's private texts either.
    await markTextsOf(campus.database.pool, mine.newcomer);
  });

  const these = endpoints.filter((one) => groupOf(one) === group);
  test.each(these.map((one) => [nameOf(one), one] as const))('%s', async (_id, endpoint) => {
    // A separate one for each call, since some calls lock administrators out.
    const admin = await campus.make.admin();
    const persons: Record<Role, Person> = { admin, teacher: mine.teacher, student: mine.student };
    const right = (records: Records): RightRequest => rightRequest(endpoint, records);
    // Administrators do not know the foreign records: they might make them anybody's students.
    const known = wordsOf(mine);
    const knownToOthers = [...known, ...wordsOf(foreign), stranger.id];
    const ofAdmin = hostileRequest(endpoint, right(mine), { known });
    const ofOthers = fc.oneof(
      hostileRequest(endpoint, right(mine), { known: knownToOthers }),
      hostileRequest(endpoint, right(foreign), { known: knownToOthers }),
    );
    const caller = fc.oneof(
      ...callers.map((who) => ({
        weight: mayCall(endpoint, who) ? 8 : 1,
        arbitrary: fc.constant(who),
      })),
    );
    const odd = caller.chain((who) =>
      fc.tuple(fc.constant(who), who === 'admin' ? ofAdmin : ofOthers),
    );
    const examples = callers.flatMap((who): [[Who, RawRequest]][] =>
      (who === 'admin' ? [mine] : [foreign, mine]).map((records) => [
        [who, rightAsSent(endpoint, right(records))],
      ]),
    );
    await fc.assert(
      fc.asyncProperty(odd, async ([who, sent]) => {
        const person = who === 'nobody' ? undefined : persons[who];
        const answer = await (person ? campus.as(person) : campus.nobody).send(sent);
        await expectDecent(answer, who, person);
        // Others learn nothing, not even whether the request is valid.
        if (!mayCall(endpoint, who)) expect([400, 401, 403, 404]).toContain(answer.status);
      }),
      { ...runs(25), examples },
    );
  });
});

test('addresses that match no route', async () => {
  const segment = hostileText.map((text) => encodeURIComponent(text.toWellFormed()));
  const base = fc.constantFrom(
    '/',
    '/api/',
    '/identity/',
    '/api/students/',
    '/api/docs/',
    '//',
    '/%',
  );
  const method = fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE');
  await fc.assert(
    fc.asyncProperty(method, base, segment, async (how, start, end) => {
      await expectDecent(await campus.nobody.send({ method: how, path: start + end }), 'nobody');
    }),
    runs(60),
  );
});

test('afterwards no connection is held, and no transaction is open', async () => {
  const { pool } = campus.database;
  await expect.poll(() => pool.totalCount - pool.idleCount).toBe(0);
  const open = await pool.query(
    `select query from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`,
  );
  expect(open.rows).toEqual([]);
});

test.runIf(process.platform === 'linux')('afterwards no uploaded file is open', () => {
  const open = readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/self/fd/${fd}`)];
    } catch {
      return []; // The descriptor of the folder itself, closed by now.
    }
  });
  expect(open.length).toBeGreaterThan(3);
  expect(open.filter((path) => /\/campus-[^/]+ \(deleted\)$/.test(path))).toEqual([]);
});
