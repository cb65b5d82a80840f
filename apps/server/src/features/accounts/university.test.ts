import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  openUniversity,
  type UniversityProvider,
  visitProvider,
} from '../../../../identity/src/testing/university-provider.ts';
import { inTransaction } from '../../db/transaction.ts';
import { type Inbox, openInbox } from '../../testing/inbox.ts';
import { inTurn } from '../../testing/locks.ts';
import type { Person } from '../../testing/make.ts';
import { testCampus, type TestCampus } from '../../testing/test-campus.ts';
import { drainAccountActs } from './index.ts';

let university: UniversityProvider;
let campus: TestCampus;
let inbox: Inbox;
let admin: Person;
let added = 0;

beforeAll(async () => {
  university = await openUniversity();
  campus = await testCampus({ withIdentity: true, university });
  inbox = await openInbox(campus);
  admin = await campus.make.admin();
});
beforeEach(() => university.resetBehaviour());
afterAll(async () => {
  await inbox.close();
  await campus.close();
  await university.close();
});

const addStudent = async (): Promise<{ id: string; email: string }> => {
  const email = `student${(added += 1)}@example.edu`;
  const { body } = await campus.as(admin).post('/api/uploadStudent', { name: 'Ada', email });
  return { id: body.id, email };
};

const isAt = (sub: string, email: string): void => {
  university.behaviour.person = { sub, email, email_verified: true };
};

const cookieOf = ({ name, value }: { name: string; value: string }): string =>
  `${name}=${encodeURIComponent(value)}`;

/** Acts as a browser: goes to the provider and back, then continues as after a password. */
const signIn = async (at = campus, query = '') => {
  const started = await at.app.inject(`/identity/university/start${query}`);
  const back = await visitProvider(String(started.headers.location));
  const returned = await at.app.inject({
    url: back.pathname + back.search,
    headers: { cookie: started.cookies.map(cookieOf).join('; ') },
  });
  const outcome = new URL(String(returned.headers.location)).searchParams.get('university');
  const [session] = returned.cookies;
  if (!session) return { outcome };
  const cookie = cookieOf(session);
  const { token } = (await at.app.inject({ url: '/identity/token', headers: { cookie } })).json<{
    token: string;
  }>();
  const login = await at.nobody.post('/api/auth/login', { idToken: token });
  const authorization = `Bearer ${token}`;
  const profile = (email: string) =>
    at.nobody.get(`/api/students/by-email/${email}`, { authorization });
  const addAdministrator = (email: string) =>
    at.nobody.post('/api/admins', { name: 'New', email }, { authorization });
  const renew = async () =>
    (await at.app.inject({ url: '/identity/token', headers: { cookie } })).statusCode;
  return { outcome, login, profile, addAdministrator, renew };
};

const secondsAgo = (seconds: number): number => Math.floor(Date.now() / 1000) - seconds;

test('a student who was just added can sign in, and sees their own record only', async () => {
  const { email } = await addStudent();
  const other = await addStudent();
  isAt(`of ${email}`, email.toUpperCase());
  const { outcome, login, profile } = await signIn();
  expect(outcome).toBe('done');
  expect(login?.body).toEqual({
    status: 'success',
    role: 'student',
    email,
    name: 'Ada',
    redirectUrl: '/student/dashboard',
  });
  expect((await profile?.(email))?.status).toBe(200);
  expect((await profile?.(other.email))?.status).toBe(403);
});

test('a student can sign in while the worker creates their account', async () => {
  const { id, email } = await addStudent();
  isAt(`of ${email}`, email);
  let login: Awaited<ReturnType<typeof signIn>>['login'];
  await inTurn<unknown>(
    campus.database,
    ['select from people where id = $1 for update', [id]],
    [async () => ({ login } = await signIn()), () => inbox.worker.workThrough()],
    'rollback',
  );
  expect(login?.body).toMatchObject({ email });
  const [mail, ...others] = await inbox.mailsTo(email);
  expect(others).toEqual([]);
  expect(await inbox.choosePassword(mail, 'correct horse')).toBe(200);
});

test('a student can sign in when their account was created since Campus looked for it', async () => {
  const { id, email } = await addStudent();
  isAt(`of ${email}`, email);
  const [signedIn] = await inTurn(
    campus.database,
    [
      `lock table identity."user" in access exclusive mode;
       insert into identity."user" (name, email, "emailVerified") values ('Ada', '${email}', false);
       update people set identity_issuer = '${campus.identity.issuer}',
         identity_subject = (select id::text from identity."user" where email = '${email}')
       where id = ${id}`,
      [],
    ],
    [signIn],
    'commit',
  );
  expect(signedIn?.login?.body).toMatchObject({ email });
  expect(await inbox.mailsTo(email)).toHaveLength(1);
});

test('a browser left signed in there creates no administrators', async () => {
  const strict = await testCampus({
    withIdentity: true,
    university: { ...university, acrValues: ['two-factors'] },
  });
  const { email } = await strict.make.admin();
  isAt(`of ${email}`, email);
  university.behaviour.login = { acr: 'two-factors', ts: secondsAgo(3600) };
  const silent = await signIn(strict);
  expect(silent.login?.body).toMatchObject({ role: 'admin' });
  expect(await silent.addAdministrator?.('one.more@example.edu')).toMatchObject({
    status: 403,
    body: { error: 'confirmation_needed' },
  });
  const again = await signIn(strict, '?again=1');
  expect((await again.addAdministrator?.('one.more@example.edu'))?.status).toBe(201);
  await strict.close();
});

test('who signed in there too long ago has to do it again', async () => {
  const { email } = await addStudent();
  isAt(`of ${email}`, email);
  university.behaviour.login = { ts: secondsAgo(8 * 24 * 3600) };
  expect((await signIn()).login).toMatchObject({
    status: 401,
    body: {
      error: 'session_ended',
      message: 'You signed in more than 7 days ago. Please sign in again.',
    },
  });
  expect((await signIn(campus, '?again=1')).login?.body).toMatchObject({ status: 'success' });
});

test('an administrator sees that the account is in use, and can end its sessions', async () => {
  const { id, email } = await addStudent();
  isAt(`of ${email}`, email);
  await signIn();
  const { body } = await campus.as(admin).get(`/api/people/${id}/account`);
  expect(body).toMatchObject({
    state: 'active',
    linked: true,
    actions: ['end_sessions', 'unlink', 'deactivate'],
  });
});

describe('a person with a new university account', () => {
  const unlink = (id: string) =>
    campus.as(admin).post(`/api/people/${id}/unlink-university-account`);

  test('can sign in with it once an administrator has unlinked the old one', async () => {
    const { id, email } = await addStudent();
    isAt(`old one of ${email}`, email);
    await signIn();
    isAt(`new one of ${email}`, email);
    expect((await signIn()).outcome).toBe('other_subject');

    expect((await unlink(id)).body).toMatchObject({
      linked: false,
      actions: ['invite', 'deactivate'],
    });
    expect((await campus.as(admin).get(`/api/people/${id}/history`)).body[0]).toMatchObject({
      field: 'universityAccount',
      changedBy: admin.name,
    });
    expect((await signIn()).login?.body).toMatchObject({ email });
    isAt(`old one of ${email}`, email);
    expect((await signIn()).outcome).toBe('other_subject');
  });

  test('and anyone signed in with the old one is signed out at once', async () => {
    const { id, email } = await addStudent();
    isAt(`old one of ${email}`, email);
    const { profile, renew } = await signIn();
    await unlink(id);
    expect((await profile?.(email))?.status).toBe(401);
    expect(await renew?.()).toBe(401);
  });

  test('keeps their password', async () => {
    const { id, email } = await addStudent();
    isAt(`of ${email}`, email);
    await signIn();
    const [mail] = await inbox.mailsTo(email);
    await inbox.choosePassword(mail, 'correct horse');
    expect((await unlink(id)).body).toMatchObject({
      state: 'active',
      linked: false,
      actions: ['end_sessions', 'deactivate'],
    });
    const student = await campus.signIn(email, 'correct horse');
    expect((await student.get(`/api/students/by-email/${email}`)).status).toBe(200);
  });

  test('can be deactivated meanwhile, and stays so', async () => {
    const { id, email } = await addStudent();
    isAt(`of ${email}`, email);
    await signIn();
    const deactivated = await campus.as(admin).post(`/api/people/${id}/deactivate`);
    expect(deactivated.body.actions).toEqual(['reactivate', 'unlink']);
    expect((await unlink(id)).body).toMatchObject({
      state: 'deactivated',
      actions: ['reactivate'],
    });
  });

  test('can be unlinked once: the second time a sentence says so', async () => {
    const { id, email } = await addStudent();
    isAt(`of ${email}`, email);
    await signIn();
    await unlink(id);
    const { status, body } = await unlink(id);
    expect(status).toBe(409);
    expect(body.message).toBe('No university account is linked to this account.');
  });
});

test('the invitation that follows still lets them choose a password', async () => {
  const { email } = await addStudent();
  isAt(`of ${email}`, email);
  await signIn();
  const [mail] = await inbox.mailsTo(email);
  expect(await inbox.choosePassword(mail, 'correct horse')).toBe(200);
  const student = await campus.signIn(email, 'correct horse');
  expect((await student.get(`/api/students/by-email/${email}`)).status).toBe(200);
  expect((await signIn()).outcome).toBe('done');
});

/** Whose sign-in the newest failed one in the trail was. */
const failedSignIn = async (): Promise<string | undefined> => {
  await inTransaction(campus.database, (tx) => drainAccountActs(tx, campus.identity));
  const { rows } = await campus.database.pool.query<{ record_id: string }>(
    `select record_id from trail where kind = 'sign_in_failed' order by id desc limit 1`,
  );
  return rows[0]?.record_id;
};

test.each(['the first time', 'linked before'])(
  'who is deactivated is told so and cannot sign in, which is in the trail: %s',
  async (when) => {
    const { id, email } = await addStudent();
    isAt(`of ${email}`, email);
    if (when === 'linked before') await signIn();
    await campus.as(admin).post(`/api/people/${id}/deactivate`);
    expect(await signIn()).toEqual({ outcome: 'deactivated' });
    expect(await failedSignIn()).toBe(id);
  },
);

test('who is erased while they try to sign in for the first time leaves no account behind', async () => {
  const { id, email } = await addStudent();
  isAt(`of ${email}`, email);
  await campus.as(admin).post(`/api/people/${id}/deactivate`);
  const [signedIn] = await inTurn(
    campus.database,
    ['select erase_person($1)', [id]],
    [signIn],
    'commit',
  );
  expect(signedIn).toEqual({ outcome: 'deactivated' });
  const { rows } = await campus.database.pool.query(
    `select from identity."user" where email in ($1, 'erased-' || $2 || '@erased.invalid')`,
    [email, id],
  );
  expect(rows).toEqual([]);
});

test('an e-mail that is corrected twice while two processes move the account is the last one', async () => {
  const { id, email } = await addStudent();
  isAt(`of ${email}`, email);
  await signIn();
  await inbox.worker.workThrough();
  const other = await openInbox(campus);
  const correct = (to: string) =>
    campus.as(admin).patch(`/api/people/students/${id}`, { email: to });
  await correct(`mistyped-${email}`);
  await inTurn(
    campus.database,
    ['select from identity."user" where email = $1 for update', [email]],
    [
      () => inbox.worker.workThrough(),
      async () => {
        await correct(`right-${email}`);
        await other.worker.workThrough();
      },
    ],
    'rollback',
  );
  await other.close();
  expect(await campus.identity.describeAccount({ email: `right-${email}` })).toBeDefined();
});

test('someone unknown to the campus cannot sign in, and no account is created', async () => {
  isAt('stranger', 'stranger@example.edu');
  expect(await signIn()).toEqual({ outcome: 'no_account' });
  expect(await campus.identity.describeAccount({ email: 'stranger@example.edu' })).toBe(undefined);
});

test('a reassigned e-mail opens the record of the person who has it now, even before any mail is sent', async () => {
  const first = await addStudent();
  await inbox.mailsTo(first.email);
  const elsewhere = `moved-${first.email}`;
  await campus.as(admin).patch(`/api/people/students/${first.id}`, { email: elsewhere });
  await campus.as(admin).post('/api/uploadStudent', { name: 'Second', email: first.email });

  isAt('subject of the second', first.email);
  const { login, profile } = await signIn();
  expect(login?.body).toMatchObject({ name: 'Second', email: first.email });
  expect((await profile?.(elsewhere))?.status).toBe(403);
  isAt('subject of the first', elsewhere);
  expect((await signIn()).login?.body).toMatchObject({ name: 'Ada', email: elsewhere });
});

test('after a change of e-mail in Campus the university account still opens the same record', async () => {
  const { id, email } = await addStudent();
  isAt(`of ${email}`, email);
  await signIn();
  await campus.as(admin).patch(`/api/people/students/${id}`, { email: `married-${email}` });
  await inbox.worker.workThrough();
  expect((await signIn()).login?.body).toMatchObject({ email: `married-${email}` });
});

test('an e-mail moves with its person though an account of nobody has it', async () => {
  const { id, email } = await addStudent();
  isAt(`of ${email}`, email);
  await signIn();
  const married = `married-${email}`;
  const left = { email: married, name: 'Left behind', emailVerified: false };
  const { subject } = await campus.identity.createAccount(left);
  await campus.as(admin).patch(`/api/people/students/${id}`, { email: married });
  await inbox.worker.workThrough();
  const moved = await campus.identity.describeAccount({ email: married });
  expect(moved?.subject).not.toBe(subject);
  expect((await signIn()).login?.body).toMatchObject({ email: married });
});
