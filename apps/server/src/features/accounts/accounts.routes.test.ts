import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Inbox, openInbox, tokenIn } from '../../testing/inbox.ts';
import type { Person } from '../../testing/make.ts';
import { type Caller, testCampus, type TestCampus } from '../../testing/test-campus.ts';
import { publicUrl } from '../../testing/test-identity.ts';
import { queueGuessingMail } from './index.ts';

const password = 'correct horse';
let campus: TestCampus;
let inbox: Inbox;
let admin: Person;
let registrar: Caller;
let added = 0;

beforeAll(async () => {
  campus = await testCampus({ withIdentity: true });
  inbox = await openInbox(campus);
  admin = await campus.make.admin();
  registrar = campus.as(admin);
});
beforeEach(() => {
  inbox.server.mails.length = 0;
  inbox.server.refuseWith(undefined);
});
afterAll(async () => {
  await inbox.close();
  await campus.close();
});

const addStudent = async (): Promise<{ id: string; email: string }> => {
  const email = `student${(added += 1)}@example.edu`;
  const { body } = await registrar.post('/api/uploadStudent', { name: 'Ada', email });
  return { id: body.id, email };
};
/** A student who was invited, has chosen a password and is signed in. */
const activeStudent = async () => {
  const { id, email } = await addStudent();
  const mails = await inbox.mailsTo(email);
  await inbox.choosePassword(mails.at(-1), password);
  return { id, email, browser: await campus.signIn(email, password) };
};
const account = async (id: string) => (await registrar.get(`/api/people/${id}/account`)).body;
const act = (id: string, action: string) => registrar.post(`/api/people/${id}/${action}`);
const expireLinks = () =>
  campus.database.pool.query('update identity.password_link set expires_at = now()');
const askForReset = (email: string) =>
  campus.nobody.post('/identity/request-password-reset', { email }, { origin: publicUrl });

describe('an administrator sees the state of a person’s account', () => {
  test('from being added to having signed in', async () => {
    const { id, email } = await addStudent();
    expect(await account(id)).toEqual({
      personId: id,
      name: 'Ada',
      email,
      role: 'student',
      duty: null,
      lastFullAdministrator: false,
      state: 'invitation_waiting',
      linked: false,
      secondFactor: false,
      invitedOn: null,
      invitedUntil: null,
      lastMailError: null,
      nextAttemptOn: null,
      actions: ['invite', 'deactivate'],
      bound: null,
    });
    const [mail] = await inbox.mailsTo(email);
    const invited = await account(id);
    expect(invited).toMatchObject({ state: 'invited', actions: ['invite', 'deactivate'] });
    const days = (Date.parse(invited.invitedUntil) - Date.parse(invited.invitedOn)) / 86_400_000;
    expect(Math.round(days)).toBe(14);
    await inbox.choosePassword(mail, password);
    expect(await account(id)).toMatchObject({
      state: 'active',
      actions: ['end_sessions', 'deactivate'],
    });
  });

  test('also someone who was never invited', async () => {
    const { id } = await campus.make.student();
    expect(await account(id)).toMatchObject({ state: 'never_invited', invitedOn: null });
  });

  test('also of someone who signs in at another identity service', async () => {
    const person = await campus.make.student();
    await campus.as(person).get('/api/campus');
    expect(await account(person.id)).toMatchObject({ state: 'active' });
  });

  test('and why a mail did not arrive, and when it is tried again', async () => {
    const { id, email } = await addStudent();
    inbox.server.refuseWith(451);
    await inbox.mailsTo(email);
    const waiting = await account(id);
    expect(waiting.state).toBe('invitation_waiting');
    expect(waiting.lastMailError).toContain('not today');
    expect(Date.parse(waiting.nextAttemptOn)).toBeGreaterThan(Date.now());
  });

  test.each(['0', '999999', 'abc', '1e3', '-1', '１', "1'--"])('%s is nobody', async (id) => {
    for (const action of [
      'account',
      'invitation',
      'deactivate',
      'reactivate',
      'end-sessions',
      'unlink-university-account',
    ]) {
      const path = `/api/people/${encodeURIComponent(id)}/${action}`;
      const { status } =
        action === 'account' ? await registrar.get(path) : await registrar.post(path);
      expect(status).toBe(404);
    }
  });
});

describe('an invitation sent again', () => {
  test('brings a new link when the old one has expired; the old one stays closed', async () => {
    const { id, email } = await addStudent();
    const [old] = await inbox.mailsTo(email);
    await expireLinks();
    expect(await account(id)).toMatchObject({ state: 'link_expired' });
    expect(await inbox.choosePassword(old, password)).toBe(410);
    expect((await act(id, 'invitation')).body).toMatchObject({ state: 'invitation_waiting' });
    const [, again] = await inbox.mailsTo(email);
    expect(again?.headers.get('message-id')).not.toBe(old?.headers.get('message-id'));
    expect(tokenIn(again)).not.toBe(tokenIn(old));
    expect(await account(id)).toMatchObject({ state: 'invited' });
    expect(await inbox.choosePassword(old, password)).toBe(410);
    expect(await inbox.choosePassword(again, password)).toBe(200);
  });

  test('asked for twice at once is one mail', async () => {
    const { id } = await campus.make.student();
    await Promise.all(Array.from({ length: 5 }, () => act(id, 'invitation')));
    await inbox.worker.workThrough();
    expect(inbox.server.mails).toHaveLength(1);
  });

  test('is tried at once if it was waiting for another attempt', async () => {
    const { id, email } = await addStudent();
    inbox.server.refuseWith(451);
    await inbox.mailsTo(email);
    inbox.server.refuseWith(undefined);
    await act(id, 'invitation');
    expect(await inbox.mailsTo(email)).toHaveLength(1);
  });

  test('is refused for someone who has an account in use, or is deactivated', async () => {
    const { id } = await activeStudent();
    const refused = await act(id, 'invitation');
    expect({ status: refused.status, message: refused.body.message }).toEqual({
      status: 409,
      message:
        'This person has chosen a password already. They can get a new one by Forgot Password on the sign-in page.',
    });
    await act(id, 'deactivate');
    expect((await act(id, 'invitation')).status).toBe(409);
  });
});

describe('a person who is deactivated', () => {
  const signInAs = (email: string) =>
    campus.nobody.post('/identity/sign-in/email', { email, password }, { origin: publicUrl });

  test('gets no token from a session that was opened at the same moment', async () => {
    const { id, browser } = await activeStudent();
    await campus.database.pool.query('update people set active = false where id = $1', [id]);
    const refused = await browser.get('/identity/token');
    expect({ status: refused.status, token: refused.body.token }).toEqual({ status: 403 });
  });

  test('gets none before their first visit to the campus either', async () => {
    const { id, email } = await addStudent();
    const [mail] = await inbox.mailsTo(email);
    await inbox.choosePassword(mail, password);
    await campus.database.pool.query(
      'update people set active = false, identity_issuer = null, identity_subject = null where id = $1',
      [id],
    );
    expect((await signInAs(email)).status).toBe(403);
  });

  test('is signed out at once, and everything about them stays', async () => {
    const { id, email, browser } = await activeStudent();
    expect((await browser.get('/api/campus')).status).toBe(200);
    expect((await act(id, 'deactivate')).body).toMatchObject({
      state: 'deactivated',
      actions: ['reactivate'],
    });
    expect((await browser.get('/api/campus')).status).toBe(401);
    expect((await browser.get('/identity/token')).status).toBe(401);
    const again = await signInAs(email);
    expect({ status: again.status, message: again.body.message }).toEqual({
      status: 403,
      message: 'This account is deactivated. Please contact your administrator.',
    });
    expect((await registrar.get(`/api/students/by-email/${email}`)).body.name).toBe('Ada');
    expect((await act(id, 'deactivate')).status).toBe(200);
  });

  test('gets no mail to reset the password', async () => {
    const { id, email } = await activeStudent();
    await act(id, 'deactivate');
    await askForReset(email);
    expect(await inbox.mailsTo(email)).toHaveLength(1);
  });

  test('can sign in with the old password once reactivated, but with no old session', async () => {
    const { id, email, browser } = await activeStudent();
    await act(id, 'deactivate');
    expect((await act(id, 'reactivate')).body).toMatchObject({ state: 'active' });
    expect((await browser.get('/api/campus')).status).toBe(401);
    expect((await browser.get('/identity/token')).status).toBe(401);
    const back = await campus.signIn(email, password);
    expect((await back.get('/api/campus')).status).toBe(200);
  });
});

describe('ending the sessions of a person', () => {
  test('signs them out everywhere at once; they can sign in again', async () => {
    const { id, email, browser } = await activeStudent();
    const elsewhere = await campus.signIn(email, password);
    expect((await act(id, 'end-sessions')).status).toBe(200);
    for (const one of [browser, elsewhere]) {
      expect((await one.get('/api/campus')).status).toBe(401);
      expect((await one.get('/identity/token')).status).toBe(401);
    }
    const back = await campus.signIn(email, password);
    expect((await back.get('/api/campus')).status).toBe(200);
  });

  test('is in the history of the record, even if someone is changing it just then', async () => {
    const { id } = await activeStudent();
    const path = `/api/people/students/${id}`;
    const { etag } = (await registrar.get(path)).headers;
    await act(id, 'end-sessions');
    expect((await registrar.get(`/api/people/${id}/history`)).body[0]).toMatchObject({
      field: 'sessions',
      before: null,
      after: null,
      changedBy: admin.name,
    });
    const saved = await registrar.patch(path, { course: 'Physics' }, { 'if-match': String(etag) });
    expect(saved.status).toBe(200);
  });

  test('does not affect anybody else', async () => {
    const other = await activeStudent();
    const { id } = await activeStudent();
    await act(id, 'end-sessions');
    expect((await other.browser.get('/api/campus')).status).toBe(200);
  });
});

test('a changed password ends the tokens of every browser, this one included', async () => {
  const { email, browser } = await activeStudent();
  const elsewhere = await campus.signIn(email, password);
  expect((await elsewhere.get('/api/campus')).status).toBe(200);
  const change = { currentPassword: password, newPassword: 'brand new' };
  const changed = await browser.post('/identity/change-password', change, { origin: publicUrl });
  expect(changed.status).toBe(200);
  expect((await elsewhere.get('/api/campus')).status).toBe(401);
  expect((await elsewhere.get('/identity/token')).status).toBe(401);
  // This browser is still signed in: it gets a new token.
  expect((await browser.get('/api/campus')).status).toBe(401);
  const { status, body } = await browser.get('/identity/token');
  expect(status).toBe(200);
  const renewed = await browser.get('/api/campus', { authorization: `Bearer ${body.token}` });
  expect(renewed.status).toBe(200);
});

describe('the owner of an account gets a mail', () => {
  const subjects = async (email: string): Promise<(string | undefined)[]> =>
    (await inbox.mailsTo(email)).map(({ headers }) => headers.get('subject'));

  test('when the password was changed or reset, not when the first one was chosen', async () => {
    const { email, browser } = await activeStudent();
    expect(await subjects(email)).toEqual(['Welcome to Campus, Ada']);
    const change = { currentPassword: password, newPassword: 'brand new' };
    await browser.post('/identity/change-password', change, { origin: publicUrl });
    const mail = (await inbox.mailsTo(email)).at(-1);
    expect(mail?.text).toMatch(/was changed\s+on \d+ \w+ \d{4} at \d\d:\d\d \(Europe\/Berlin\)/);
    expect(mail?.text).toContain(`Forgot Password at ${publicUrl}/signin`);

    await askForReset(email);
    await inbox.choosePassword((await inbox.mailsTo(email)).at(-1), 'newer still');
    expect(await subjects(email)).toEqual([
      'Welcome to Campus, Ada',
      'Your password for Campus was changed',
      'Choose a new password for Campus',
      'Your password for Campus was changed',
    ]);
  });

  test('at the old and the new address when the e-mail was changed', async () => {
    const { id, email } = await activeStudent();
    const to = `renamed-${email}`;
    await inbox.mailsTo(email);
    inbox.server.mails.length = 0;
    await registrar.patch(`/api/people/students/${id}`, { email: to });
    const [old, ...more] = await inbox.mailsTo(email);
    const [fresh, ...others] = await inbox.mailsTo(to);
    expect([...more, ...others]).toEqual([]);
    expect(old?.text).toContain(`It is no longer ${email}.`);
    expect(old?.text).not.toContain(to);
    expect(fresh?.text).toContain(`It is ${to} now.`);
    for (const mail of [old, fresh]) {
      expect(mail?.headers.get('subject')).toBe('Your e-mail address for Campus was changed');
      expect(mail?.text).toContain('please tell the administrators of your campus at once');
    }
  });

  test('but nobody does about an account that is not in use yet', async () => {
    const { id, email } = await addStudent();
    await inbox.mailsTo(email);
    inbox.server.mails.length = 0;
    await registrar.patch(`/api/people/students/${id}`, { email: `corrected-${email}` });
    expect(await subjects(`corrected-${email}`)).toEqual(['Welcome to Campus, Ada']);
    expect(await subjects(email)).toEqual([]);
  });
});

describe('a forgotten password', () => {
  test('is replaced through a mail, which ends the sessions of a thief', async () => {
    const { email, browser } = await activeStudent();
    expect((await askForReset(email.toUpperCase())).status).toBe(200);
    const mail = (await inbox.mailsTo(email)).at(-1);
    expect(mail?.headers.get('subject')).toBe('Choose a new password for Campus');
    expect(mail?.text).toContain('1 hour');
    expect(await inbox.choosePassword(mail, 'brand new')).toBe(200);
    expect((await browser.get('/identity/token')).status).toBe(401);
    expect((await browser.get('/api/campus')).status).toBe(401);
    const back = await campus.signIn(email, 'brand new');
    expect((await back.get('/api/campus')).status).toBe(200);
  });

  test('of someone unknown gets the same reply, and nobody gets a mail', async () => {
    const known = await askForReset((await activeStudent()).email);
    await inbox.worker.workThrough();
    inbox.server.mails.length = 0;
    const unknown = await askForReset('nobody@example.edu');
    expect({ status: unknown.status, body: unknown.body }).toEqual({
      status: known.status,
      body: known.body,
    });
    await inbox.worker.workThrough();
    expect(inbox.server.mails).toEqual([]);
  });

  test('asked for again and again sends three mails in a quarter of an hour', async () => {
    const { email } = await activeStudent();
    const before = (await inbox.mailsTo(email)).length;
    for (let at = 0; at < 5; at += 1) {
      await askForReset(email);
      await inbox.worker.workThrough();
    }
    expect(await inbox.mailsTo(email)).toHaveLength(before + 3);
  });

  test('sends ten mails a day and then one an hour, however often others ask', async () => {
    const { email } = await activeStudent();
    const before = (await inbox.mailsTo(email)).length;
    const hoursPass = (interval: string) =>
      campus.database.pool.query(
        `update account_outbox set created_at = created_at - $2::interval where email = $1`,
        [email, interval],
      );
    for (let quarter = 0; quarter < 8; quarter += 1) {
      for (let at = 0; at < 4; at += 1) {
        await askForReset(email);
        await inbox.worker.workThrough();
      }
      await hoursPass('16 minutes');
    }
    expect(await inbox.mailsTo(email)).toHaveLength(before + 11);
  });

  test('is answered first on a device of the owner, whatever was requested before', async () => {
    const { email } = await activeStudent();
    const others = [await activeStudent(), await activeStudent()];
    for (let at = 0; at < 4; at += 1) {
      await askForReset(email);
      await inbox.worker.workThrough();
    }
    const signedIn = await campus.nobody.post(
      '/identity/sign-in/email',
      { email, password },
      { origin: publicUrl },
    );
    inbox.server.mails.length = 0;
    for (const other of others) await askForReset(other.email);
    await askForReset('nobody@example.edu');
    const cookie = [signedIn.headers['set-cookie']].flat().map((one) => String(one).split(';')[0]);
    await campus.nobody.post(
      '/identity/request-password-reset',
      { email },
      { origin: publicUrl, cookie: cookie.join('; ') },
    );
    await inbox.worker.workThrough();
    expect(inbox.server.mails.map(({ to }) => to)).toEqual([
      [email],
      ...others.map((other) => [other.email]),
    ]);
  });

  test('also works for someone who never followed the invitation', async () => {
    const { id, email } = await addStudent();
    await expireLinks();
    await askForReset(email);
    const reset = (await inbox.mailsTo(email)).find(({ text }) => text.includes('1 hour'));
    expect(await inbox.choosePassword(reset, password)).toBe(200);
    expect(await account(id)).toMatchObject({ state: 'active' });
  });

  test('of someone who signs in at another service sends no mail', async () => {
    const person = await campus.make.student();
    await campus.as(person).get('/api/campus');
    await askForReset(person.email);
    expect(await inbox.mailsTo(person.email)).toEqual([]);
  });
});

describe('an e-mail address that was another person’s', () => {
  const setEmail = (id: string, email: string) =>
    campus.database.pool.query('update people set email = $2 where id = $1', [id, email]);

  test('lets the new owner have an account of their own', async () => {
    const first = await activeStudent();
    const { email } = first;
    await setEmail(first.id, `former-${email}`);
    const { body: second } = await registrar.post('/api/uploadStudent', { name: 'Bo', email });
    const invitation = (await inbox.mailsTo(email)).at(-1);
    expect(invitation?.headers.get('subject')).toBe('Welcome to Campus, Bo');
    await inbox.choosePassword(invitation, 'bo’s own');

    const bo = await campus.signIn(email, 'bo’s own');
    expect((await bo.get(`/api/students/by-email/${email}`)).body.id).toBe(second.id);
    expect((await bo.get(`/api/students/by-email/former-${email}`)).status).toBe(403);
    await inbox.worker.workThrough();
    const former = await campus.signIn(`former-${email}`, password);
    expect((await former.get(`/api/students/by-email/former-${email}`)).body.id).toBe(first.id);
  });

  test('can be exchanged between two people, who keep their own passwords', async () => {
    const [one, two] = [await activeStudent(), await activeStudent()];
    await setEmail(one.id, 'between@example.edu');
    await setEmail(two.id, one.email);
    await setEmail(one.id, two.email);
    for (const { id } of [one, two])
      await campus.database.pool.query(
        `insert into account_outbox (kind, person_id) values ('email_change', $1)`,
        [id],
      );
    await inbox.worker.workThrough();
    const browser = await campus.signIn(two.email, password);
    expect((await browser.get(`/api/students/by-email/${two.email}`)).body.id).toBe(one.id);
  });

  test('was mistyped: correcting it voids the invitation that went there', async () => {
    const { id, email } = await addStudent();
    const [mistyped] = await inbox.mailsTo(email);
    await setEmail(id, `right-${email}`);
    await campus.database.pool.query(
      `insert into account_outbox (kind, person_id) values ('email_change', $1)`,
      [id],
    );
    const [invitation] = await inbox.mailsTo(`right-${email}`);
    expect(await inbox.choosePassword(mistyped, 'a stranger’s')).toBe(410);
    expect(await inbox.choosePassword(invitation, password)).toBe(200);
  });
});

describe('guesses of a password', () => {
  const guess = (email: string, secret = 'wrong', cookie?: string) =>
    campus.nobody.post(
      '/identity/sign-in/email',
      { email, password: secret },
      { origin: publicUrl, ...(cookie && { cookie }) },
    );
  const mailsAbout = async (email: string, subject: RegExp) =>
    (await inbox.mailsTo(email)).filter(({ headers }) =>
      subject.test(headers.get('subject') ?? ''),
    );

  test('that go on are reported to the owner, once a day', async () => {
    const { email } = await activeStudent();
    for (let at = 0; at < 19; at += 1) await guess(email);
    expect(await mailsAbout(email, /trying to sign in/)).toEqual([]);
    await guess(email);
    await guess(email);
    const [warning, ...more] = await mailsAbout(email, /trying to sign in/);
    expect(more).toEqual([]);
    expect(warning?.text).toContain('Nobody has\r\nsigned in by that');
    await campus.database.pool.query(
      `update account_outbox set created_at = created_at - interval '1 day' where email = $1`,
      [email],
    );
    await guess(email);
    expect(await mailsAbout(email, /trying to sign in/)).toHaveLength(2);
  });

  test('that lock out a new device bring the owner a link that admits it', async () => {
    const { email } = await activeStudent();
    const replies = await Promise.all(Array.from({ length: 8 }, () => guess(email)));
    expect(replies.map(({ status }) => status)).toContain(429);
    const [mail, ...more] = await mailsAbout(email, /new device/);
    expect(more).toEqual([]);
    const token = /\/signin#token=([\w-]+)/.exec(mail?.text ?? '')?.[1];
    const admitted = await campus.nobody.post(
      '/identity/device-link',
      { token },
      { origin: publicUrl },
    );
    expect(admitted.status).toBe(200);
    const [cookie] = String(admitted.headers['set-cookie']).split(';');
    expect((await guess(email, password, cookie)).status).toBe(200);
  });

  test('bring the owner at most three links a day, a quarter of an hour apart', async () => {
    const { email } = await activeStudent();
    const sent = [];
    for (const minutes of [0, 14, 2, 16, 16, 23 * 60, 16]) {
      await campus.database.pool.query(
        `update account_outbox set created_at = created_at - make_interval(mins => $2) where email = $1`,
        [email, minutes],
      );
      // The identity service asks for one at each guess, at most once a minute.
      await queueGuessingMail(campus.database, email, 'device_link');
      sent.push((await mailsAbout(email, /new device/)).length);
    }
    expect(sent).toEqual([1, 1, 2, 3, 3, 3, 4]);
  });

  test('for an unknown e-mail get the same reply, and nobody gets a mail', async () => {
    const { email } = await activeStudent();
    inbox.server.mails.length = 0;
    const known = await Promise.all(Array.from({ length: 8 }, () => guess(email)));
    const unknown = await Promise.all(
      Array.from({ length: 8 }, () => guess('nobody.here@example.edu')),
    );
    expect(unknown.map(({ status, body }) => [status, body])).toEqual(
      known.map(({ status, body }) => [status, body]),
    );
    await inbox.worker.workThrough();
    expect(inbox.server.mails.map(({ to }) => to)).toEqual([[email]]);
  });
});
