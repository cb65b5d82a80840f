import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { codeOf } from '../../../../identity/src/testing/authenticator.ts';
import { defaultTimes } from '../../db/database.ts';
import { type Inbox, openInbox } from '../../testing/inbox.ts';
import { inTurn } from '../../testing/locks.ts';
import type { Person } from '../../testing/make.ts';
import { type Answer, testCampus, type TestCampus } from '../../testing/test-campus.ts';
import { publicUrl } from '../../testing/test-identity.ts';

/** Requests wait for locks only a moment at the one, and for as long as it takes at the other. */
let impatient: TestCampus;
let patient: TestCampus;
let campus: TestCampus;
let inbox: Inbox;
let owner: Person;
let subject: string;

beforeAll(async () => {
  impatient = await testCampus({ withIdentity: true, times: { ...defaultTimes, lock: 20 } });
  patient = await testCampus({ withIdentity: true });
  inbox = await openInbox(impatient);
});
afterAll(async () => {
  await inbox.close();
  await Promise.all([impatient.close(), patient.close()]);
});
const addOwner = async (at: TestCampus) => {
  campus = at;
  const { database, identity, make } = campus;
  owner = await make.student();
  const { name, email } = owner;
  const account = { name, email, password: 'the old one', emailVerified: true };
  ({ subject } = await identity.createAccount(account));
  await database.pool.query(
    'update people set identity_issuer = $2, identity_subject = $3 where id = $1',
    [owner.id, identity.issuer, subject],
  );
};

const post = (path: string, body: unknown, cookie = '') =>
  campus.nobody.post(`/identity${path}`, body, { origin: publicUrl, cookie });
const cookieIn = ({ headers }: Answer<unknown>): string =>
  [headers['set-cookie'] ?? []]
    .flat()
    .map((one) => String(one).split(';')[0])
    .join('; ');
const signedIn = async (password = 'the old one') =>
  cookieIn(await post('/sign-in/email', { email: owner.email, password }));
const tokenOf = (cookie: string) => campus.nobody.get('/identity/token', { cookie });
/** The status of a call with an ID token. */
const admits = async (idToken: string): Promise<number> =>
  (await campus.nobody.get('/api/campus', { authorization: `Bearer ${idToken}` })).status;

/** Does something while a long act of an administrator, such as closing a term, holds the record of the owner. */
const whileHeld = async <T>(work: () => Promise<T>): Promise<T> => {
  const holder = await campus.database.pool.connect();
  try {
    await holder.query('begin');
    await holder.query('select from people where id = $1 for no key update', [owner.id]);
    return await work();
  } finally {
    await holder.query('rollback');
    holder.release();
  }
};

/** Answers to the same request, while the record is held and afterwards. */
const heldAndThen = async <T>(request: () => Promise<Answer<T>>) => [
  await whileHeld(request),
  await request(),
];

const mails = async () =>
  (await inbox.mailsTo(owner.email)).map(({ headers }) => headers.get('subject'));

describe('an owner whose record is held for long is told to try again, and can', () => {
  beforeEach(() => addOwner(impatient));

  test('with the link by which they reset their password', async () => {
    const cookie = await signedIn();
    const { token: before } = (await tokenOf(cookie)).body;
    const token = await campus.identity.passwordToken(subject, 'reset', 'once');
    const reset = () => post('/reset-password', { token, newPassword: 'another one' });
    const answers = await heldAndThen(reset);
    expect(answers.map(({ status }) => status)).toEqual([503, 200]);
    expect(await admits(before)).toBe(401);
    expect(await mails()).toEqual(['Your password for Campus was changed']);
  });

  test('with the password that is still theirs', async () => {
    const cookie = await signedIn();
    const body = { currentPassword: 'the old one', newPassword: 'another one' };
    const answers = await heldAndThen(() => post('/change-password', body, cookie));
    expect(answers.map(({ status }) => status)).toEqual([503, 200]);
    expect(await mails()).toEqual(['Your password for Campus was changed']);
  });

  test('with their authenticator app, setting it up and turning it off', async () => {
    const cookie = await signedIn();
    const { key } = (await post('/second-factor/begin', {}, cookie)).body;
    const codes = [codeOf(key), codeOf(key, 1)];
    const confirmed = await heldAndThen(() =>
      post('/second-factor/confirm', { code: codes.shift() }, cookie),
    );
    expect(confirmed.map(({ status }) => status)).toEqual([503, 200]);
    expect(confirmed[1]?.body.recoveryCodes).toHaveLength(10);
    const [session = ''] = cookieIn(confirmed[1]!).split('; ');
    const { token: before } = (await tokenOf(session)).body;
    const off = await heldAndThen(() => post('/second-factor/turn-off', {}, session));
    expect(off.map(({ status }) => status)).toEqual([503, 200]);
    expect(await admits(before)).toBe(401);
  });
});

test('a password that is changed again while the mail about the first change goes out is reported again', async () => {
  await addOwner(impatient);
  const cookie = await signedIn();
  const change = async (currentPassword: string, newPassword: string) =>
    expect((await post('/change-password', { currentPassword, newPassword }, cookie)).status).toBe(
      200,
    );
  await change('the old one', 'another one');
  const asked = inbox.server.hesitate();
  const working = inbox.worker.workThrough();
  const take = await asked;
  await change('another one', 'the third one');
  take();
  await working;
  const sent = await inbox.mailsTo(owner.email);
  expect(new Set(sent.map(({ headers }) => headers.get('message-id'))).size).toBe(2);
});

test('an invitation that meets a held record goes out a moment later, and is no failure meanwhile', async () => {
  await addOwner(impatient);
  owner = await campus.make.student();
  const office = campus.as(await campus.make.admin());
  const account = `/api/people/${owner.id}/account`;
  await office.post(`/api/people/${owner.id}/invitation`);
  await whileHeld(() => inbox.worker.workThrough());
  expect((await office.get(account)).body).toMatchObject({
    lastMailError: null,
    nextAttemptOn: null,
  });
  await inbox.letTimePass();
  expect(await mails()).toHaveLength(1);
});

describe('an administrator whose act has to wait for the record is told to try again, and the history shows it once', () => {
  beforeEach(() => addOwner(impatient));
  const expectRecorded = async (path: string, field: string) => {
    const office = campus.as(await campus.make.admin());
    const answers = await heldAndThen(() => office.post(`/api/people/${owner.id}/${path}`));
    expect(answers.map(({ status }) => status)).toEqual([503, 200]);
    const { body } = await office.get(`/api/people/${owner.id}/history`);
    expect(body.map((entry: { field: string }) => entry.field)).toEqual([field]);
  };

  test('when a lost authenticator app is reset', async () => {
    const cookie = await signedIn();
    const { key } = (await post('/second-factor/begin', {}, cookie)).body;
    await post('/second-factor/confirm', { code: codeOf(key) }, cookie);
    await expectRecorded('reset-second-factor', 'secondFactor');
  });

  test('when a university account is unlinked', async () => {
    await campus.database.pool.query(
      `insert into identity.account ("accountId", "providerId", "userId", "createdAt", "updatedAt")
       values ('of ' || $1, 'oidc:university', $1::uuid, now(), now())`,
      [subject],
    );
    await expectRecorded('unlink-university-account', 'universityAccount');
  });
});

describe('while a change waits for the record of the owner', () => {
  beforeEach(() => addOwner(patient));
  const heldRecord = () =>
    ['select from people where id = $1 for no key update', [owner.id]] as [string, unknown[]];

  test('a session that a reset ends gives no ID token that outlives it', async () => {
    const cookie = await signedIn();
    const token = await campus.identity.passwordToken(subject, 'reset', 'once');
    const answers = await inTurn(
      campus.database,
      heldRecord(),
      [() => post('/reset-password', { token, newPassword: 'another one' }), () => tokenOf(cookie)],
      'rollback',
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 401]);
  });

  test('nobody signs in without the code of the authenticator app that is being set up', async () => {
    const cookie = await signedIn();
    const { key } = (await post('/second-factor/begin', {}, cookie)).body;
    const [confirmed, intruder] = await inTurn(
      campus.database,
      heldRecord(),
      [
        () => post('/second-factor/confirm', { code: codeOf(key) }, cookie),
        () => post('/sign-in/email', { email: owner.email, password: 'the old one' }),
      ],
      'rollback',
    );
    expect([confirmed?.status, intruder?.status]).toEqual([200, 401]);
    expect(intruder?.headers['set-cookie']).toBeUndefined();
  });
});
