import type { ActKind } from '@campus/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeOf } from '../../../../identity/src/testing/authenticator.ts';
import type { Person } from '../../testing/make.ts';
import { publicUrl } from '../../testing/test-identity.ts';
import { inTransaction } from '../../db/transaction.ts';
import { accountActsJob, drainAccountActs } from './index.ts';
import { type Caller, testCampus, type TestCampus } from '../../testing/test-campus.ts';

let campus: TestCampus;
let teacher: Person;
const password = 'correct horse battery';

beforeAll(async () => {
  campus = await testCampus({ withIdentity: true });
  teacher = await campus.make.teacher();
  const { subject } = await campus.identity.createAccount({
    email: teacher.email,
    name: teacher.name,
    emailVerified: true,
  });
  await campus.identity.setPassword(subject, 'from the first day');
});
afterAll(() => campus.close());

const newest = async () => {
  await inTransaction(campus.database, (tx) => drainAccountActs(tx, campus.identity));
  return (
    await campus.database.pool.query<{ kind: ActKind; person_id: string | null; role: string }>(
      `select kind, person_id, role, record_id, address, browser, request_id
       from trail order by id desc limit 1`,
    )
  ).rows[0];
};

/** Sends what a page of Campus in the caller's browser would send. */
const ask = (caller: Caller, path: string, body: object) =>
  caller.send({
    method: 'POST',
    path: `/identity${path}`,
    body: JSON.stringify(body),
    headers: {
      origin: publicUrl,
      'content-type': 'application/json',
      'user-agent': 'Firefox',
      'x-request-id': 'of-this-request',
    },
  });
const told = {
  person_id: '',
  role: 'teacher',
  record_id: null,
  browser: 'Firefox',
  address: '127.0.0.1',
  request_id: 'of-this-request',
};
const bySelf = (kind: ActKind) => ({ ...told, kind, person_id: teacher.id });

test('what a person does with their account is in the trail, even before their first visit', async () => {
  const wrong = { email: teacher.email, password: 'a guess' };
  expect((await ask(campus.nobody, '/sign-in/email', wrong)).status).toBe(401);
  expect(await newest()).toEqual({
    ...told,
    kind: 'sign_in_failed',
    person_id: null,
    role: 'visitor',
    record_id: teacher.id,
  });
  await ask(campus.nobody, '/sign-in/email', { email: 'nobody@example.edu', password: 'x' });
  expect(await newest()).toMatchObject({ kind: 'sign_in_failed', record_id: null });

  const [{ subject }] = [await campus.identity.describeAccount({ email: teacher.email })] as [
    { subject: string },
  ];
  for (const [purpose, kind] of [
    ['invitation', 'password_chosen'],
    ['reset', 'password_reset'],
  ] as const) {
    const token = await campus.identity.passwordToken(subject, purpose, 'once');
    const { status } = await ask(campus.nobody, '/reset-password', {
      token,
      newPassword: password,
    });
    expect(status).toBe(200);
    expect(await newest()).toEqual(bySelf(kind));
  }
  const token = await campus.identity.passwordToken(subject, 'device', 'once');
  await ask(campus.nobody, '/device-link', { token });
  expect(await newest()).toEqual(bySelf('device_admitted'));

  await ask(campus.nobody, '/sign-in/email', { email: teacher.email, password });
  expect(await newest()).toEqual(bySelf('signed_in'));
});

test('changes of a signed-in person’s password, factor and sessions, and sign-outs, are in the trail', async () => {
  const browser = await campus.signIn(teacher.email, password);
  const tells = async (path: string, body: object, kind: ActKind) => {
    const answer = await ask(browser, path, body);
    expect(answer.status).toBe(200);
    expect(await newest()).toEqual(bySelf(kind));
    return answer.body;
  };
  const newPassword = 'another horse battery';
  await tells('/change-password', { currentPassword: password, newPassword }, 'password_changed');
  await tells('/end-other-sessions', {}, 'own_sessions_ended');
  const { body } = await ask(browser, '/second-factor/begin', {});
  const code = codeOf(body.key);
  const confirmed = await ask(browser, '/second-factor/confirm', { code });
  expect(confirmed.status).toBe(200);
  expect(await newest()).toEqual(bySelf('factor_added'));

  const challenged = await ask(campus.nobody, '/sign-in/email', {
    email: teacher.email,
    password: newPassword,
  });
  const cookie = [challenged.headers['set-cookie']]
    .flat()
    .map((one) => String(one).split(';')[0])
    .join('; ');
  const second = (typed: string) =>
    campus.nobody.send({
      method: 'POST',
      path: '/identity/sign-in/second-factor',
      body: JSON.stringify({ code: typed }),
      headers: { origin: publicUrl, 'content-type': 'application/json', cookie },
    });
  expect((await second('not a code')).status).toBe(422);
  expect(await newest()).toMatchObject({ kind: 'sign_in_failed', record_id: teacher.id });
  expect((await second(confirmed.body.recoveryCodes[0])).status).toBe(200);
  expect(await newest()).toMatchObject({ kind: 'signed_in', person_id: teacher.id });
});

test('signing out is recorded by the campus', async () => {
  await campus.as(teacher).post('/api/auth/logout');
  expect(await newest()).toMatchObject({ kind: 'signed_out', person_id: teacher.id });
});

test('acts are kept until the trail has recorded them, and are recorded once', async () => {
  const signIn = { email: 'nobody@example.edu', password: 'x' };
  await ask(campus.nobody, '/sign-in/email', signIn);
  const failures = async () =>
    (await campus.database.pool.query(`select from trail where kind = 'sign_in_failed'`)).rowCount;
  const before = (await failures()) ?? 0;
  const stopped = inTransaction(campus.database, async (tx) => {
    await drainAccountActs(tx, campus.identity);
    throw new Error('The process has ended.');
  });
  await expect(stopped).rejects.toThrow('ended');
  expect(await failures()).toBe(before);
  const job = accountActsJob(campus.database, campus.identity);
  await Promise.all([job.run(), job.run()]);
  expect(await failures()).toBe(before + 1);
});
