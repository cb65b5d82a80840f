import type { PersonAccount } from '@campus/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Inbox, openInbox } from '../../testing/inbox.ts';
import { type Caller, testCampus, type TestCampus } from '../../testing/test-campus.ts';
import { createSetupToken } from './index.ts';

const ruth = { name: 'Ruth Adeyemi', email: 'ruth@example.edu', password: 'correct horse' };
let campus: TestCampus;
let inbox: Inbox;

beforeAll(async () => {
  campus = await testCampus({ withIdentity: true, demo: true });
  inbox = await openInbox(campus);
});
/** Makes the campus look new: deactivates everybody, changes their addresses and deletes the link. */
afterEach(async () => {
  await campus.database.pool.query(
    `update people set active = false, email = 'former' || id || '@example.edu';
     delete from setup_link`,
  );
});
afterAll(async () => {
  await inbox.close();
  await campus.close();
});

const setUp = (token: string | undefined, who: object = ruth) =>
  campus.nobody.post('/api/setup', { token, ...who });
const activeNames = async (browser: Caller): Promise<string[]> => {
  const { body } = await browser.get<PersonAccount[]>('/api/admins');
  return body.filter(({ state }) => state === 'active').map(({ name }) => name);
};
const stateOf = async (token: string) =>
  (await campus.nobody.post('/api/setup/link', { token })).body.state;

describe('the first administrator', () => {
  let token: string;
  beforeEach(async () => {
    token = (await createSetupToken(campus.campus)) ?? '';
  });

  test('is created with the link printed at the start, once, and can sign in at once', async () => {
    expect((await campus.nobody.post('/api/setup/link', { token })).body).toEqual({
      state: 'open',
      rules: [
        'At least 12 characters',
        'No common password, and not your name, e-mail or institution',
      ],
    });
    const { status, body } = await setUp(token, { ...ruth, email: ' Ruth@Example.edu' });
    expect({ status, body }).toEqual({ status: 201, body: { email: ruth.email } });
    const browser = await campus.signIn(ruth.email, ruth.password);
    expect(await activeNames(browser)).toEqual([ruth.name]);

    const again = await setUp(token, { ...ruth, email: 'eve@example.edu' });
    expect({ status: again.status, error: again.body.error }).toEqual({
      status: 410,
      error: 'link_used',
    });
    expect(await stateOf(token)).toBe('used');
    expect(await createSetupToken(campus.campus)).toBeUndefined();
  });

  test('is created only once even if the link is used several times at the same moment', async () => {
    const answers = await Promise.all(
      ['one', 'two', 'three'].map((name) =>
        setUp(token, { ...ruth, name, email: `${name}@example.edu` }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 410, 410]);
  });

  test('has 24 hours, and each start prints a new link in place of the last', async () => {
    const next = (await createSetupToken(campus.campus)) ?? '';
    expect(await stateOf(token)).toBe('unknown');
    expect((await setUp(token)).status).toBe(410);
    await campus.database.pool.query(
      `update setup_link set expires_at = expires_at - interval '24 hours'`,
    );
    expect(await stateOf(next)).toBe('expired');
    expect((await setUp(next)).body.message).toBe(
      'This link has expired. Start Campus again for a new one.',
    );
  });

  test('can try again after a stop in the middle, with another password too', async () => {
    const { subject } = await campus.identity.createAccount({
      email: ruth.email,
      name: ruth.name,
      emailVerified: false,
    });
    await campus.identity.setPassword(subject, 'from the first try');
    expect((await setUp(token)).status).toBe(201);
    const browser = await campus.signIn(ruth.email, ruth.password);
    expect((await browser.get('/api/admins')).status).toBe(200);
  });

  test.each([
    [{ name: ' ' }, 'name'],
    [{ email: 'ruth' }, 'email'],
    [{ password: 'short' }, 'password'],
    [{ password: '' }, 'password'],
    [{ password: '123456' }, 'password'],
    [{ password: 'Password1234' }, 'password'],
    [{ password: 'ruth.adeyemi.1988' }, 'password'],
    [{ role: 'admin' }, 'role'],
    [{ token: undefined }, 'token'],
  ])('%j is refused with the name of the field, and the link stays valid', async (wrong, field) => {
    const { status, body } = await setUp(token, { ...ruth, ...wrong });
    expect(status).toBe(422);
    expect(body.details[0]).toMatchObject({ field });
    expect(await stateOf(token)).toBe('open');
  });

  test('cannot take over the e-mail of someone who exists already', async () => {
    const { email } = await campus.make.teacher();
    const { status, body } = await setUp(token, { ...ruth, email });
    expect({ status, message: body.message }).toEqual({
      status: 409,
      message: 'This e-mail belongs to someone already.',
    });
  });

  test.each(['', 'x', '\0', '💥', 'x'.repeat(200)])(
    'is not created with the token %j',
    async (guess) => {
      const { status } = await setUp(guess);
      expect(status).toBeOneOf([410, 422]);
    },
  );

  test('leaves no token in the database', async () => {
    const { rows } = await campus.database.pool.query('select * from setup_link');
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});

describe('administrators', () => {
  test('can add another, who is invited and can do the same', async () => {
    const first = campus.as(await campus.make.admin({ name: 'Abel' }));
    const { status, body } = await first.post('/api/admins', {
      name: 'Zoë',
      email: 'ZOE@example.edu',
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({ name: 'Zoë', role: 'admin', state: 'invitation_waiting' });
    const [mail] = await inbox.mailsTo('zoe@example.edu');
    // Long enough for a teacher, but not for an administrator.
    expect(await inbox.choosePassword(mail, 'zoë’s own')).toBe(422);
    expect(await inbox.choosePassword(mail, 'zoë’s very own')).toBe(200);
    const zoe = await campus.signIn('zoe@example.edu', 'zoë’s very own');
    expect(await activeNames(zoe)).toEqual(['Abel', 'Zoë']);
  });

  test('cannot be added with an e-mail that belongs to someone', async () => {
    const admin = campus.as(await campus.make.admin());
    const { email } = await campus.make.student();
    const { status } = await admin.post('/api/admins', { name: 'Twice', email });
    expect(status).toBe(409);
  });

  test('cannot deactivate the last active one, not even two at the same moment', async () => {
    const [one, two] = [await campus.make.admin(), await campus.make.admin()];
    const [first, second] = [campus.as(one), campus.as(two)];
    const answers = await Promise.all([
      first.post(`/api/people/${two.id}/deactivate`),
      second.post(`/api/people/${one.id}/deactivate`),
    ]);
    const statuses = answers.map(({ status }) => status);
    // The second one was refused as the last one, or was deactivated already.
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    const left =
      statuses[0] === 200 ? { id: one.id, browser: first } : { id: two.id, browser: second };
    const refused = await left.browser.post(`/api/people/${left.id}/deactivate`);
    expect({ status: refused.status, message: refused.body.message }).toEqual({
      status: 409,
      message:
        'This is the last active administrator with every duty. Add another one before you deactivate this account.',
    });
    const { body } = await left.browser.get(`/api/people/${left.id}/account`);
    expect(body.actions).not.toContain('deactivate');
  });
});

describe('duties', () => {
  test('a registrar reads nothing about administrators, an auditor does', async () => {
    const { id } = await campus.make.admin({ name: 'Lena' });
    for (const path of [`/api/people/${id}/account`, `/api/people/${id}/history`]) {
      for (const [duty, status] of [
        ['registrar', 403],
        ['auditor', 200],
        [null, 200],
      ] as const) {
        const caller = campus.as(await campus.make.admin({ duty }));
        expect((await caller.get(path)).status).toBe(status);
      }
    }
  });

  const put = (browser: Caller, id: string, duty: string | null) =>
    browser.send({
      method: 'PUT',
      path: `/api/admins/${id}/duty`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ duty }),
    });

  test('are given with the first invitation, shown beside the name, and sent to the browser', async () => {
    const admin = campus.as(await campus.make.admin());
    const { body } = await admin.post('/api/admins', {
      name: 'Lena',
      email: 'lena@example.edu',
      duty: 'librarian',
    });
    expect(body).toMatchObject({ duty: 'librarian', lastFullAdministrator: false });
    const lena = campus.as({ id: body.personId, name: 'Lena', email: 'lena@example.edu' });
    expect((await lena.get('/api/campus')).body.duty).toBe('librarian');
    expect((await admin.get('/api/campus')).body.duty).toBeNull();
    const names = ['dean', ' ', 'admin', 7];
    for (const duty of names)
      expect(
        (await admin.post('/api/admins', { name: 'X', email: 'x@example.edu', duty })).status,
      ).toBe(422);
  });

  test('apply from the next request, and are in the history and the trail', async () => {
    const admin = await campus.make.admin();
    const ada = await campus.make.admin({ name: 'Ada' });
    const browser = campus.as(ada);
    expect((await browser.get('/api/settings')).status).toBe(200);
    expect((await put(campus.as(admin), ada.id, 'librarian')).body.duty).toBe('librarian');
    expect((await browser.get('/api/settings')).status).toBe(403);
    expect((await browser.get('/api/library/loans')).status).toBe(200);
    expect((await put(campus.as(admin), ada.id, null)).status).toBe(200);
    expect((await browser.get('/api/settings')).status).toBe(200);

    const history = await browser.get(`/api/people/${ada.id}/history`);
    const told = { changedBy: admin.name, field: 'duty' };
    expect(history.body).toMatchObject([
      { ...told, before: 'librarian', after: null },
      { ...told, before: null, after: 'librarian' },
    ]);
    const trail = await browser.get('/api/trail?kind=administrator_duty_changed&limit=2');
    expect(trail.body.map((one: { actorName?: string }) => JSON.stringify(one))).toEqual([
      expect.stringContaining('Ada'),
      expect.stringContaining('Ada'),
    ]);
  });

  test('can only be given to administrators, in the database too', async () => {
    const admin = campus.as(await campus.make.admin());
    const { id } = await campus.make.teacher();
    expect((await put(admin, id, 'librarian')).status).toBe(404);
    await expect(
      campus.database.pool.query(`update people set duty = 'librarian' where id = ${id}`),
    ).rejects.toThrow('people_duty_of_administrators');
  });

  test('cannot be given to the last administrator with full rights, even if two restrict each other at once', async () => {
    const [one, two] = [await campus.make.admin(), await campus.make.admin()];
    await campus.make.admin({ duty: 'auditor' });
    const [first, second] = [campus.as(one), campus.as(two)];
    const answers = await Promise.all([
      put(first, two.id, 'registrar'),
      put(second, one.id, 'registrar'),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const [left, browser] = answers[0]?.status === 200 ? [one, first] : [two, second];
    for (const refused of [
      await put(browser, left.id, 'auditor'),
      await browser.post(`/api/people/${left.id}/deactivate`),
    ])
      expect({ status: refused.status, message: refused.body.message }).toEqual({
        status: 409,
        message: expect.stringContaining('the last active administrator with every duty'),
      });
    const { body } = await browser.get(`/api/people/${left.id}/account`);
    expect(body).toMatchObject({ lastFullAdministrator: true });
  });

  test('limit what a search finds: a librarian finds books and no people', async () => {
    const { name } = await campus.make.student({ name: 'Quillon Book' });
    const [full, librarian] = [
      campus.as(await campus.make.admin()),
      campus.as(await campus.make.admin({ duty: 'librarian' })),
    ];
    await full.post('/api/library/books', {
      title: 'Quillon',
      author: 'Reader',
      isbn: '9780131103627',
      copies: 1,
    });
    const kinds = async (browser: Caller): Promise<string[]> =>
      (await browser.get<{ kind: string }[]>('/api/search?search=quillon')).body.map(
        ({ kind }) => kind,
      );
    expect(name).toContain('Quillon');
    expect(await kinds(full)).toEqual(['student', 'book']);
    expect(await kinds(librarian)).toEqual(['book']);
  });
});
