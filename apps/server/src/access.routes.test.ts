import { duties, type Endpoint } from '@campus/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nameOf } from './openapi/endpoint-names.ts';
import { callRow, endpointOf } from './testing/access/call-row.ts';
import type { Records, Row } from './testing/access/row.ts';
import { prepareRecords, prepareSections } from './testing/access/records.ts';
import { rows } from './testing/access/rows.ts';
import { countStatements, type StatementCounter } from './testing/count-statements.ts';
import type { Person } from './testing/make.ts';
import { type Caller, testCampus, type TestCampus } from './testing/test-campus.ts';
import { formBody, formType } from './testing/upload.ts';

/**
 * The access matrix: who may call what, by route and role. Its rows are in testing/access; every
 * registered route needs one.
 */

/** Calls without a token; tested in their features. */
const publicCalls = [
  'identity.login',
  'administrators.lookAtSetupLink',
  'administrators.setUp',
  // The URL itself is the secret.
  'events.readFeed',
  'settings.readInstitution',
  'settings.readLogo',
];
/** Calls that receive or return a file, whose access is tested separately. */
const fileCalls: readonly string[] = [
  'studentImport',
  'facultyImport',
  'moveIn.departments',
  'moveIn.programmes',
  'moveIn.terms',
  'moveIn.subjects',
  'moveIn.enrolments',
  'moveIn.helpers',
  'moveIn.pastMarks',
  'moveIn.openingBalances',
  'moveIn.exams',
  'moveIn.pastResults',
  'moveIn.totals',
].flatMap((file) =>
  ['store', 'problems', 'differences', 'template'].map((call) => `${file}.${call}`),
);

let campus: TestCampus;
let statements: StatementCounter;
let admin: Person;
let mine: Records;
let foreign: Records;
let inSection: Records;
let beside: Records;
let helper: Person;

beforeAll(async () => {
  campus = await testCampus();
  statements = countStatements(campus.database.pool);
  admin = await campus.make.admin();
  const term = await campus.make.term();
  mine = await prepareRecords(campus, term);
  foreign = await prepareRecords(campus, term);
  inSection = await prepareRecords(campus, term);
  ({ helper, beside } = await prepareSections(campus, inSection));
});
afterAll(() => campus.close());

const endpoints = (): Endpoint[] => campus.endpoints;
const rowOf = (id: string): Row => {
  const row = rows.find((one) => one.id === id);
  if (!row) throw new Error(`The access matrix has no row for ${id}`);
  return row;
};
const callAs = (caller: Caller, row: Row, about: Records): Promise<number> =>
  callRow(campus, caller, row, about);

test('every route has a row, and every row a route', () => {
  const routed = endpoints().map(nameOf);
  expect(routed.length).toBeGreaterThan(15);
  const known = new Set(rows.map(({ id }) => id));
  expect([...known, ...publicCalls, ...fileCalls].sort()).toEqual(routed.sort());
});

test('every route that is served belongs to an endpoint of the contract', () => {
  // The API's description is not an endpoint itself.
  expect(campus.routesWithoutEndpoint).toEqual(['GET /api/openapi.json', 'GET /api/docs']);
});

describe.each(rows.map((row) => [row.id, row] as const))('%s', (_id, row) => {
  test('nobody without a token: 401', async () => {
    expect(await callAs(campus.nobody, row, mine)).toBe(401);
  });
  test(`administrator: ${row.admin}`, async () => {
    expect(await callAs(campus.as(admin), row, mine)).toBe(row.admin);
  });
  test(`teacher: ${row.teacher.join(', foreign ')}`, async () => {
    const caller = campus.as(mine.teacher);
    expect(await callAs(caller, row, mine)).toBe(row.teacher[0]);
    expect(await callAs(campus.as(mine.teacher), row, foreign)).toBe(row.teacher[1]);
  });
  const { ofSection = [row.teacher[1], row.teacher[1]] } = row;
  test(`teacher of a section: ${ofSection.join(', of another section ')}`, async () => {
    expect(await callAs(campus.as(helper), row, inSection)).toBe(ofSection[0]);
    expect(await callAs(campus.as(helper), row, beside)).toBe(ofSection[1]);
  });
  test(`student: ${row.student.join(', foreign ')}`, async () => {
    expect(await callAs(campus.as(mine.student), row, mine)).toBe(row.student[0]);
    expect(await callAs(campus.as(mine.student), row, foreign)).toBe(row.student[1]);
  });
});

test('the teacher of a section can read nothing about students of other sections', async () => {
  let looked = 0;
  for (const row of rows) {
    // Every teacher may look up a number, and learns whether the student is theirs.
    if (!row.ofSection || row.id === 'examResults.findStudent') continue;
    if (endpointOf(campus, row)?.method !== 'GET') continue;
    for (const about of [inSection, beside]) {
      const { status, body } = await campus.as(helper).get(row.request(about).path);
      if (status !== 200) continue;
      looked += 1;
      const { name, email } = beside.student;
      const told = JSON.stringify(body);
      expect({ id: row.id, told: told.includes(name) || told.includes(email) }).toEqual({
        id: row.id,
        told: false,
      });
    }
  }
  expect(looked).toBeGreaterThan(20);
});

/** The status of a call that needs a file and gets an empty form. */
const statusOfFile = (caller: Caller, { method, path, upload }: Endpoint): Promise<number> => {
  const form = { headers: formType, body: formBody([]) };
  return caller
    .send({ method, path: `/api${path}`, ...(upload && form) })
    .then(({ status }) => status);
};

test.each(duties)('%s: may make every call of the duty, and no other', async (duty) => {
  const person = await campus.make.admin({ duty });
  const asked = endpoints().flatMap((endpoint) => {
    const ofCall = rows.filter(({ id }) => id === nameOf(endpoint));
    return (ofCall.length > 0 ? ofCall : [undefined]).map((row) => ({ endpoint, row }));
  });
  for (const { endpoint, row } of asked) {
    const { method } = endpoint;
    const access = row?.access ?? endpoint.access;
    if (access === 'public') continue;
    const held =
      access.admin === 'any' &&
      (access.duties === 'every' ||
        (duty === 'auditor' ? method === 'GET' : access.duties.includes(duty)));
    // Signed in anew for each call, because one of them signs out.
    const holder = campus.as(person);
    const status = await (row ? callAs(holder, row, mine) : statusOfFile(holder, endpoint));
    const call = row?.request(mine).path ?? nameOf(endpoint);
    expect({ call, status, held: status !== 403 }).toEqual({ call, status, held });
  }
});

test('a call made under a duty takes no more statements than without one', async () => {
  const readers = [
    admin,
    ...(await Promise.all(duties.map((duty) => campus.make.admin({ duty })))),
  ];
  let compared = 0;
  for (const row of rows) {
    const { method, access } = endpointOf(campus, row) ?? {};
    // What everybody may read is their own.
    const byDuty =
      access && access !== 'public' && access.admin === 'any' && access.duties !== 'every';
    if (row.admin !== 200 || method !== 'GET' || !byDuty) continue;
    const asked: number[] = [];
    for (const reader of readers) {
      const look = () => callAs(campus.as(reader), row, mine);
      // Statements whose results are cached after the first call do not count.
      if ((await look()) === 200) asked.push(await statements.during(look));
    }
    compared += asked.length - 1;
    expect([row.id, Math.max(...asked)]).toEqual([row.id, Math.min(...asked)]);
  }
  expect(compared).toBeGreaterThan(100);
});

test('an administrator with a duty cannot grant duties or act on administrators’ accounts', async () => {
  const other = await campus.make.admin();
  for (const duty of duties) {
    const holder = campus.as(await campus.make.admin({ duty }));
    for (const [method, path, body] of [
      ['POST', '/api/admins', { name: 'More', email: `${duty}@example.edu` }],
      ['PUT', `/api/admins/${other.id}/duty`, { duty }],
      ['POST', `/api/people/${other.id}/deactivate`, {}],
      ['POST', `/api/people/${other.id}/end-sessions`, {}],
      ['POST', `/api/people/${other.id}/invitation`, {}],
      ['POST', '/api/people/invitations', { who: 'expired', role: 'admin' }],
    ] as const) {
      const headers = { 'content-type': 'application/json' };
      const { status } = await holder.send({ method, path, headers, body: JSON.stringify(body) });
      expect({ duty, path, status }).toEqual({ duty, path, status: 403 });
    }
  }
});

test('reading and changing are separate: auditors can change only what is their own', () => {
  const byEvery = endpoints().filter(
    ({ access, method }) =>
      access !== 'public' &&
      access.admin === 'any' &&
      access.duties === 'every' &&
      method !== 'GET',
  );
  expect(byEvery.map(nameOf).sort()).toEqual([
    'events.renewFeed',
    'events.revokeFeed',
    'identity.logout',
  ]);
});

test('the contract and the matrix agree on the roles that are shut out', () => {
  for (const endpoint of endpoints()) {
    const { access } = endpoint;
    const id = nameOf(endpoint);
    if (access === 'public' || fileCalls.includes(id)) continue;
    const row = rowOf(id);
    expect({ id, teacher: access.teacher === 'none' }).toEqual({
      id,
      teacher: row.teacher[0] === 403,
    });
    expect({ id, student: access.student === 'none' }).toEqual({
      id,
      student: row.student[0] === 403,
    });
  }
});

test('a request without a token is answered 401 before anything else of it is read', async () => {
  for (const [path, body] of [
    ['/api/attendance/bulk', '{ not json'],
    ['/api/uploadStudent', 'x'.repeat(3_000_000)],
  ] as const) {
    const { status } = await campus.nobody.send({
      method: 'POST',
      path,
      body,
      headers: { 'content-type': 'application/json' },
    });
    expect(status).toBe(401);
  }
});

/** Makes a row's call with If-Match. */
const callMatching = async (row: Row, ifMatch: string) => {
  const { method = 'GET', access } = endpointOf(campus, row) ?? {};
  const { path, body, form } = row.request(mine);
  const caller = campus.as(access !== 'public' && access?.admin === 'none' ? mine.teacher : admin);
  return caller.send({
    method,
    path,
    headers: { 'if-match': ifMatch, ...(form ? formType : { 'content-type': 'application/json' }) },
    body: form ? formBody(form) : JSON.stringify(body ?? {}),
  });
};
const matching = () => endpoints().filter(({ ifMatch }) => ifMatch);

test('If-Match is read by the calls that declare it, and by no others', async () => {
  const readers: string[] = [];
  for (const row of rows) {
    if (endpointOf(campus, row)?.method === 'GET') continue;
    const answer = await callMatching(row, 'not an ETag');
    if (answer.status === 400 && answer.body.message.startsWith('If-Match')) readers.push(row.id);
  }
  expect(matching().length).toBeGreaterThan(3);
  expect(readers.sort()).toEqual(matching().map(nameOf).sort());
});

/** Where to read the record that a call changes, if not at the call's own path. */
const readAt: Readonly<Record<string, (path: string) => string>> = {
  'settings.uploadLogo': () => '/api/settings',
  'settings.removeLogo': () => '/api/settings',
  'examResults.saveResults': (path) => path.replace(/\/results$/, ''),
  'examResults.importResults': (path) => path.replace(/\/results\.csv$/, ''),
  'handIns.markHandIn': (path) => path.replace(/\/marks$/, ''),
  'subjects.changeAudience': (path) => path.replace(/\/audience$/, ''),
  'attendance.submitAttendance': () => `/api/attendance/subject/${mine.subject}/date/2026-03-10`,
};
/** Records that are only read in lists, whose ETag is not that of one record. */
const listed = [
  'events.changeEvent',
  'catalogue.changeBook',
  'terms.changeTerm',
  'programmes.changeProgramme',
  'programmes.changeDepartment',
];

test('the ETag a record was read with is taken as If-Match when it is changed', async () => {
  for (const id of matching().map(nameOf)) {
    if (listed.includes(id)) continue;
    const row = rowOf(id);
    const { path } = row.request(mine);
    const { headers } = await campus.as(admin).get(readAt[id]?.(path) ?? path);
    const { status } = await callMatching(row, String(headers['etag']));
    expect({ id, status }).toEqual({ id, status: row.admin });
  }
});

test.each(['"999999999"', '"999999999.digest"'])(
  'a version that no record ever had (%s) is a conflict',
  async (never) => {
    for (const id of matching().map(nameOf))
      expect({ id, status: (await callMatching(rowOf(id), never)).status }).toEqual({
        id,
        status: 409,
      });
  },
);
