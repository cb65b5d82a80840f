import { Readable } from 'node:stream';
import { addDays } from '@campus/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createClock } from '../clock.ts';
import type { Person } from '../testing/make.ts';
import { type Caller, testCampus, type TestCampus } from '../testing/test-campus.ts';
import { formBody, formType } from '../testing/upload.ts';

let ahead = 0;
let campus: TestCampus;
let asAdmin: Caller;

beforeAll(async () => {
  campus = await testCampus({ clock: createClock({ machine: () => Date.now() + ahead }) });
  asAdmin = campus.as(await campus.make.admin());
});
beforeEach(() => {
  ahead = 0;
});
afterAll(() => campus.close());

/** Sends a request in two halves, the second after `meanwhile`, which begins once the first one is read. */
const sendSlowly = async (
  person: Person,
  { path, headers, body }: { path: string; headers: Record<string, string>; body: Buffer },
  meanwhile: () => Promise<unknown>,
) => {
  const claims = { sub: `person-${person.id}`, email: person.email, name: person.name };
  const exp = Math.floor(Date.now() / 1000) + 60;
  const token = await campus.token({ ...claims, exp });
  const halves = async function* () {
    yield body.subarray(0, body.length / 2);
    await meanwhile();
    yield body.subarray(body.length / 2);
  };
  const { statusCode, payload } = await campus.app.inject({
    method: 'POST',
    url: path,
    headers: { ...headers, authorization: `Bearer ${token}` },
    payload: Readable.from(halves()),
  });
  return { status: statusCode, payload };
};
const deactivate =
  ({ id }: Person) =>
  async () =>
    expect((await asAdmin.post(`/api/people/${id}/deactivate`)).status).toBe(200);
const announce = (title: string) => ({
  path: '/api/admin/announcement',
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify({ title, message: 'Hello' })),
});
const upload = (email: string) => ({
  path: '/api/uploadStudentDetails',
  headers: formType,
  body: formBody([{ name: 'c.csv', content: `name,email\nAda,${email}\n` }]),
});
const stored = async (email: string) =>
  (await campus.database.pool.query('select from people where email = $1', [email])).rowCount;

describe('whoever may not act any more when their request has arrived', () => {
  test('stores no file that was on its way while they were deactivated', async () => {
    const admin = await campus.make.admin();
    const { status } = await sendSlowly(admin, upload('ada@example.edu'), deactivate(admin));
    expect([status, await stored('ada@example.edu')]).toEqual([401, 0]);
  });

  test('stores no file with a right that was taken away meanwhile', async () => {
    const admin = await campus.make.admin();
    const { status } = await sendSlowly(admin, upload('bo@example.edu'), async () => {
      const lessened = await asAdmin.send({
        method: 'PUT',
        path: `/api/admins/${admin.id}/duty`,
        body: JSON.stringify({ duty: 'librarian' }),
        headers: { 'content-type': 'application/json' },
      });
      expect(lessened.status).toBe(200);
    });
    expect([status, await stored('bo@example.edu')]).toEqual([403, 0]);
  });

  test('adds no assignment to a subject in which they help no longer', async () => {
    const [teacher, helper] = [await campus.make.teacher(), await campus.make.teacher()];
    const term = await campus.make.term();
    const subject = await campus.make.subject({ term_id: term.id, teacher_id: teacher.id });
    const helpers = `/api/subjects/${subject.id}/helpers`;
    const fromOn = addDays(campus.today, -1);
    const { body } = await asAdmin.post(helpers, {
      email: helper.email,
      kind: 'co_teacher',
      fromOn,
    });
    const [{ id }] = body.helpers;
    const fields = {
      subjectId: subject.id,
      title: 'Essay',
      description: 'Read and answer.',
      acceptLate: 'false',
      grade: '10',
      deadline: `${addDays(campus.today, 7)}T12:00`,
    };
    const assignment = {
      path: '/api/assignments',
      headers: formType,
      body: formBody(Object.entries(fields).map(([field, content]) => ({ field, content }))),
    };
    const removed = () => asAdmin.send({ method: 'DELETE', path: `${helpers}/${id}` });
    expect((await sendSlowly(helper, assignment, removed)).status).toBe(403);
    expect((await sendSlowly(teacher, assignment, async () => undefined)).status).toBe(201);
  });

  test('does nothing by a text that took longer than a second', async () => {
    const admin = await campus.make.admin();
    const { status } = await sendSlowly(admin, announce('Slow'), async () => {
      ahead = 2000;
      await deactivate(admin)();
    });
    expect(status).toBe(401);
    expect((await asAdmin.get('/api/all/announcement')).body).toEqual([]);
  });
});

test('a slow request is carried out, also if its token expires on the way', async () => {
  const admin = await campus.make.admin();
  const wait = async () => {
    ahead = 90_000;
  };
  expect((await sendSlowly(admin, upload('cy@example.edu'), wait)).status).toBe(200);
  ahead = 0;
  expect((await sendSlowly(admin, announce('Kept'), wait)).status).toBe(201);
});
