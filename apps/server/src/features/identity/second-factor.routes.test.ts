import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeOf } from '../../../../identity/src/testing/authenticator.ts';
import type { Person } from '../../testing/make.ts';
import { testCampus, type TestCampus } from '../../testing/test-campus.ts';

let campus: TestCampus;
let demo: TestCampus;
let admin: Person;
let other: Person;
let teacher: Person;

beforeAll(async () => {
  campus = await testCampus({ withIdentity: true });
  demo = await testCampus({ demo: true });
  admin = await campus.make.admin({ name: 'Ruth Adeyemi' });
  other = await campus.make.admin({ name: 'Ben Ito' });
  teacher = await campus.make.teacher();
});
afterAll(() => Promise.all([campus.close(), demo.close()]));

const bearer = async (
  person: Person,
  claims: Record<string, unknown>,
  at = campus,
): Promise<Record<string, string>> => ({
  authorization: `Bearer ${await at.token({ sub: `person-${person.id}`, email: person.email, ...claims })}`,
});
const needed = {
  error: 'second_factor_needed',
  message: 'Your account needs a second factor. Please set up an authenticator app to go on.',
};
const pwd = { amr: ['pwd'] };

describe('an administrator who signed in with the password alone', () => {
  test('is refused at sign-in and by every call, and told what to do', async () => {
    const headers = await bearer(admin, pwd);
    const idToken = headers['authorization']?.slice(7);
    const login = await campus.nobody.post('/api/auth/login', { idToken });
    expect(login).toMatchObject({ status: 403, body: { status: 'error', ...needed } });
    for (const { method, access, path } of campus.endpoints) {
      if (access === 'public') continue;
      const address = `/api${path.replaceAll(/:\w+/g, '1')}`;
      const answer = await campus.nobody.send({ method, path: address, headers });
      expect({ method, path, status: answer.status, body: answer.body }).toEqual({
        method,
        path,
        status: 403,
        body: needed,
      });
    }
  });

  test.each([[[]], [['pwd', 'kba']], [undefined], ['otp']])(
    'is refused with %j, which is not a second factor',
    async (amr) => {
      const answer = await campus.nobody.get('/api/campus', await bearer(admin, { amr }));
      expect(answer.status).toBe(403);
    },
  );

  test.each([[['otp', 'mfa']], [['pwd', 'mfa']], [['hwk']]])(
    'is admitted with %j, which is one',
    async (amr) => {
      const answer = await campus.nobody.get('/api/campus', await bearer(admin, { amr }));
      expect(answer.status).toBe(200);
    },
  );

  test('is admitted on a demo campus', async () => {
    const known = await demo.make.admin();
    const answer = await demo.nobody.get('/api/campus', await bearer(known, pwd, demo));
    expect(answer.status).toBe(200);
  });
});

test('teachers need a second factor once a setting says so, students never; the history of the setting shows it', async () => {
  const student = await campus.make.student();
  const statuses = async () =>
    Promise.all(
      [teacher, student].map(
        async (person) =>
          (await campus.nobody.get('/api/campus', await bearer(person, pwd))).status,
      ),
    );
  expect(await statuses()).toEqual([200, 200]);
  const as = campus.as(admin);
  expect((await as.patch('/api/settings', { teachersNeedFactor: true })).status).toBe(200);
  expect(await statuses()).toEqual([403, 200]);
  expect((await as.get('/api/settings/history')).body[0]).toMatchObject({
    field: 'secondFactor',
    before: 'Administrators',
    after: 'Administrators and teachers',
    changedBy: 'Ruth Adeyemi',
  });
  await as.patch('/api/settings', { teachersNeedFactor: false });
  expect(await statuses()).toEqual([200, 200]);
});

describe('a sign-in of more than ten minutes ago', () => {
  const old = { auth_time: Math.floor(Date.now() / 1000) - 601 };
  const confirm = { error: 'confirmation_needed', message: 'Please confirm that it is you.' };
  const json = { 'content-type': 'application/json' };
  const send = async (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) =>
    campus.nobody.send({
      method,
      path,
      headers: { ...(await bearer(admin, old)), ...(body && json) },
      ...(body && { body: JSON.stringify(body) }),
    });

  test('cannot create an administrator or export people', async () => {
    const body = { name: 'New', email: 'new.admin@example.edu' };
    expect(await send('POST', '/api/admins', body)).toMatchObject({ status: 403, body: confirm });
    for (const path of ['/people/students/export', '/people/faculty/export', '/move-in/oneroster'])
      expect(await send('GET', `/api${path}`)).toMatchObject({ status: 403, body: confirm });
    expect((await send('GET', '/api/admins')).status).toBe(200);
    expect((await campus.as(admin).post('/api/admins', body)).status).toBe(201);
  });

  test('cannot change a sign-in e-mail, but can change other fields as usual', async () => {
    const student = await campus.make.student();
    const path = `/api/people/students/${student.id}`;
    expect((await send('PATCH', path, { course: 'Law' })).status).toBe(200);
    const email = 'moved@example.edu';
    expect(await send('PATCH', path, { course: 'Art', email })).toMatchObject({
      status: 403,
      body: confirm,
    });
    expect(
      (await send('PATCH', `/api/people/faculty/${teacher.id}`, { email: 'm@example.edu' })).status,
    ).toBe(403);
    const { body } = await campus.as(admin).get(path);
    expect(body).toMatchObject({ course: 'Law', email: student.email });
    expect((await campus.as(admin).patch(path, { email })).status).toBe(200);
  });

  test('is mentioned in the API’s description', async () => {
    const { paths } = (await campus.nobody.get('/api/openapi.json')).body;
    const fresh = Object.values(paths as Record<string, Record<string, { 'x-fresh'?: unknown }>>)
      .flatMap((methods) => Object.values(methods))
      .filter((operation) => operation['x-fresh'] !== undefined);
    expect(fresh).toHaveLength(campus.endpoints.filter((one) => one.fresh !== undefined).length);
    expect(paths['/admins'].post.description).toContain('sign-in within the last ten minutes');
  });
});

describe('a lost second factor', () => {
  const password = 'correct horse';
  const enrolled = async (person: Person) => {
    const { subject } = await campus.identity.createAccount({
      email: person.email,
      name: person.name,
      password,
      emailVerified: true,
    });
    await campus.database.pool.query(
      'update people set identity_issuer = $2, identity_subject = $3 where id = $1',
      [person.id, campus.identity.issuer, subject],
    );
    const origin = 'https://campus.example.edu';
    const post = (url: string, cookie: string, payload?: object) =>
      campus.app.inject({
        method: 'POST',
        url: `/identity${url}`,
        headers: { origin, cookie },
        ...(payload && { payload }),
      });
    const cookie = ({ cookies: [one] }: Awaited<ReturnType<typeof post>>) =>
      `${one?.name}=${encodeURIComponent(one?.value ?? '')}`;
    const session = cookie(await post('/sign-in/email', '', { email: person.email, password }));
    const { key } = (await post('/second-factor/begin', session)).json();
    const confirmed = cookie(await post('/second-factor/confirm', session, { code: codeOf(key) }));
    const token = await campus.app.inject({
      url: '/identity/token',
      headers: { cookie: confirmed },
    });
    return { authorization: `Bearer ${token.json().token}` };
  };
  const account = (person: Person) => `/api/people/${person.id}/account`;
  const reset = (by: Person, of: Person) =>
    campus.as(by).post(`/api/people/${of.id}/reset-second-factor`);

  test('is reset by another administrator: the owner is signed out and told by mail, and the history shows it', async () => {
    const lost = await campus.make.admin({ name: 'Zoë Lund' });
    const headers = await enrolled(lost);
    expect((await campus.nobody.get('/api/campus', headers)).status).toBe(200);
    expect((await campus.as(admin).get(account(lost))).body).toMatchObject({
      secondFactor: true,
      actions: expect.arrayContaining(['reset_factor']),
    });
    const { status, body } = await reset(admin, lost);
    expect(status).toBe(200);
    expect(body.secondFactor).toBe(false);
    expect(body.actions).not.toContain('reset_factor');
    expect((await campus.nobody.get('/api/campus', headers)).status).toBe(401);
    const history = await campus.as(other).get(`/api/people/${lost.id}/history`);
    expect(history.body[0]).toMatchObject({ field: 'secondFactor', changedBy: 'Ruth Adeyemi' });
    const { rows } = await campus.database.pool.query(
      `select kind from account_outbox where person_id = $1`,
      [lost.id],
    );
    expect(rows).toEqual([{ kind: 'factor_reset' }]);
    // It has been removed already, and the second attempt leaves no trace in the history.
    expect((await reset(admin, lost)).status).toBe(409);
    expect((await campus.as(other).get(`/api/people/${lost.id}/history`)).body).toHaveLength(1);
  });

  test('cannot be reset by its owner', async () => {
    expect(await reset(admin, admin)).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/^Another administrator has to/) },
    });
  });
});
