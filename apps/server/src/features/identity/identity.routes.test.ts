import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person } from '../../testing/make.ts';
import { testCampus, type TestCampus } from '../../testing/test-campus.ts';
import { picture } from '../../testing/picture.ts';
import { publicUrl } from '../../testing/test-identity.ts';
import { sendForm } from '../../testing/upload.ts';

let campus: TestCampus;
let teacher: Person;

beforeAll(async () => {
  campus = await testCampus({ withIdentity: true });
  teacher = await campus.make.teacher({ name: 'Meera Nair' });
});
afterAll(() => campus.close());

const login = (idToken: unknown) => campus.nobody.post('/api/auth/login', { idToken });
const claimsOf = (person: Person, more: Record<string, unknown> = {}) => ({
  sub: `person-${person.id}`,
  email: person.email,
  ...more,
});
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const me = '/api/campus';

describe('signing in', () => {
  test('gives a person of the campus their role, name and the address of their dashboard', async () => {
    const { status, body } = await login(await campus.token(claimsOf(teacher)));
    expect(status).toBe(200);
    expect(body).toEqual({
      status: 'success',
      role: 'teacher',
      email: teacher.email,
      name: 'Meera Nair',
      redirectUrl: '/teacher/dashboard',
    });
  });

  test('tells someone without a campus record whom to ask', async () => {
    const { status, body } = await login(
      await campus.token({ sub: 'x', email: 'stranger@example.edu' }),
    );
    expect(status).toBe(403);
    expect(body).toEqual({
      status: 'error',
      error: 'no_campus_account',
      message: 'No campus account for this e-mail. Please contact your administrator.',
    });
  });

  test('with an unverified e-mail gives access to nobody’s account', async () => {
    const person = await campus.make.student();
    const token = await campus.token(claimsOf(person, { email_verified: false }));
    expect((await login(token)).status).toBe(403);
  });

  test('with a reassigned e-mail address does not give access to its previous owner’s account', async () => {
    const person = await campus.make.student();
    expect((await login(await campus.token(claimsOf(person)))).status).toBe(200);
    const recycled = await campus.token({ sub: 'someone-else', email: person.email });
    expect((await login(recycled)).status).toBe(403);
  });

  test('finds the same person after their e-mail has changed at the identity service', async () => {
    const person = await campus.make.student();
    await login(await campus.token(claimsOf(person)));
    const { body } = await login(
      await campus.token(claimsOf(person, { email: 'new-name@example.edu' })),
    );
    expect(body.email).toBe(person.email);
  });

  test('admits all of twenty first requests at the same moment', async () => {
    const person = await campus.make.student();
    const token = await campus.token(claimsOf(person));
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => campus.nobody.get(me, bearer(token))),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  });

  test('tells a deactivated person so', async () => {
    const person = await campus.make.student({ active: false });
    const { status, body } = await login(await campus.token(claimsOf(person)));
    expect({ status, body }).toMatchObject({ status: 403, body: { status: 'error' } });
  });

  test.each([undefined, null, '', 7, 'x', 'a.b.c', '..', 'x'.repeat(20_000)])(
    'with %s for a token is refused',
    async (idToken) => {
      const { status, body } = await login(idToken);
      expect(status).toBeOneOf([401, 422]);
      expect(body.status).toBe('error');
    },
  );
});

describe('a session', () => {
  const signedIn = (person: Person, hoursAgo: number) =>
    campus.token(claimsOf(person, { auth_time: Math.floor(Date.now() / 1000) - hoursAgo * 3600 }));
  const statusAfter = async (person: Person, hoursAgo: number): Promise<number> =>
    (await campus.nobody.get(me, bearer(await signedIn(person, hoursAgo)))).status;
  const allow = async (sessions: object): Promise<void> => {
    const admin = await campus.make.admin();
    const { status } = await campus.as(admin).patch('/api/settings', { sessions });
    expect(status).toBe(200);
  };

  test('of an administrator ends 12 hours after the sign-in, of others after 7 days', async () => {
    const admin = await campus.make.admin();
    expect(await statusAfter(admin, 11.9)).toBe(200);
    expect(await statusAfter(admin, 12.1)).toBe(401);
    for (const person of [teacher, await campus.make.student()]) {
      expect(await statusAfter(person, 7 * 24 - 0.1)).toBe(200);
      const refused = await campus.nobody.get(me, bearer(await signedIn(person, 7 * 24 + 0.1)));
      expect({ status: refused.status, message: refused.body.message }).toEqual({
        status: 401,
        message: 'You signed in more than 7 days ago. Please sign in again.',
      });
    }
    const { status, body } = await login(await signedIn(admin, 13));
    expect({ status, error: body.error }).toEqual({ status: 401, error: 'session_ended' });
  });

  test('that is already open ends by the current settings, from the moment they are changed', async () => {
    const hours = async (): Promise<number> => (await campus.as(teacher).get(me)).body.sessionHours;
    expect(await hours()).toBe(168);
    await allow({ administratorHours: 2, otherDays: 1 });
    const admin = await campus.make.admin();
    expect(await hours()).toBe(24);
    expect(await statusAfter(teacher, 25)).toBe(401);
    expect(await statusAfter(admin, 3)).toBe(401);
    await allow({ administratorHours: 12, otherDays: 7 });
    expect(await statusAfter(teacher, 25)).toBe(200);
    expect(await statusAfter(admin, 3)).toBe(200);
  });
});

describe('somebody whose e-mail is changed while they are signed in', () => {
  const changed = async (person: Person, list: 'students' | 'faculty') => {
    const token = await campus.token(claimsOf(person));
    const as = bearer(token);
    expect((await campus.nobody.get(me, as)).status).toBe(200);
    const admin = campus.as(await campus.make.admin());
    const email = `now.${person.email}`;
    expect((await admin.patch(`/api/people/${list}/${person.id}`, { email })).status).toBe(200);
    return { as, email };
  };

  test('goes on under the e-mail of their token, which means themselves even if somebody else has it now', async () => {
    const person = await campus.make.student({ name: 'Anu Rao' });
    const { as, email } = await changed(person, 'students');
    const own = await campus.nobody.get(`/api/students/by-email/${person.email}`, as);
    expect(own).toMatchObject({ status: 200, body: { email, name: 'Anu Rao' } });
    const other = await campus.make.student({ name: 'Ben Roy', email: person.email });
    for (const path of [
      `/api/students/by-email/${person.email}`,
      `/api/students/by-email/${email}`,
    ])
      expect((await campus.nobody.get(path, as)).body.name).toBe('Anu Rao');
    for (const path of [
      `/api/attendance/student/${person.email}`,
      `/api/students/${person.email}/overview`,
      `/api/students/${person.email}/assignments`,
    ])
      expect((await campus.nobody.get(path, as)).status).toBe(200);
    const someone = await campus.make.student();
    const foreign = await campus.nobody.get(`/api/students/by-email/${someone.email}`, as);
    expect(foreign.status).toBe(403);
    expect((await campus.as(other).get(`/api/students/by-email/${other.email}`)).body.name).toBe(
      'Ben Roy',
    );
  });

  test('submits the class on their screen, and a new picture, as a teacher', async () => {
    const person = await campus.make.teacher();
    const student = await campus.make.student();
    const { id: term_id } = await campus.make.term();
    const taught = { term_id, teacher_id: person.id };
    const subject = await campus.make.subject(taught, [student]);
    const { as, email } = await changed(person, 'faculty');
    const own = await campus.nobody.get(`/api/attendance/faculty/${person.email}/subjects`, as);
    expect(own.body).toHaveLength(1);
    const body = {
      facultyEmail: person.email,
      subjectId: subject.id,
      date: campus.today,
      studentAttendances: [{ studentEmail: student.email, present: true, remarks: '' }],
    };
    const sent = await campus.nobody.post('/api/attendance/bulk', body, as);
    expect(sent).toMatchObject({ status: 200, body: { submitted: 1 } });
    const { nobody } = campus;
    const caller: typeof nobody = {
      ...nobody,
      send: (asked) => nobody.send({ ...asked, headers: { ...asked.headers, ...as } }),
    };
    const uploaded = await sendForm(caller, '/api/faculty/upload-image', [
      { field: 'image', name: 'me.jpg', type: 'image/jpeg', content: await picture() },
      { field: 'email', content: person.email },
    ]);
    expect(uploaded).toMatchObject({ status: 200, body: { email } });
  });
});

describe('ending one of several sessions', () => {
  const password = 'correct horse';

  test('refuses the ID tokens it handed out at once, and those of no other', async () => {
    const person = await campus.make.student();
    const { email, name } = person;
    await campus.identity.createAccount({ email, name, password, emailVerified: true });
    const [here, there] = [
      await campus.signIn(email, password),
      await campus.signIn(email, password),
    ];
    const statuses = async () =>
      (await Promise.all([here.get(me), there.get(me)])).map(({ status }) => status);
    expect(await statuses()).toEqual([200, 200]);
    const ended = await here.post('/identity/end-other-sessions', undefined, { origin: publicUrl });
    expect(ended.body.sessions).toHaveLength(1);
    expect(await statuses()).toEqual([200, 401]);
    expect((await there.get('/identity/token')).status).toBe(401);
  });
});

describe('a token', () => {
  test('of a deactivated person stops working at once', async () => {
    const person = await campus.make.student();
    const token = await campus.token(claimsOf(person));
    expect((await campus.nobody.get(me, bearer(token))).status).toBe(200);
    await campus.database
      .updateTable('people')
      .set({ active: false })
      .where('id', '=', person.id)
      .execute();
    expect((await campus.nobody.get(me, bearer(token))).status).toBe(401);
  });

  test('issued before sign-out stops working; one issued after it works', async () => {
    const person = await campus.make.student();
    const issued_ms = Date.now() - 1000;
    const token = await campus.token(claimsOf(person, { issued_ms }));
    expect((await campus.nobody.get(me, bearer(token))).status).toBe(200);
    expect((await campus.nobody.post('/api/auth/logout', undefined, bearer(token))).status).toBe(
      204,
    );
    const refused = await campus.nobody.get(me, bearer(token));
    expect(refused.status).toBe(401);
    expect(refused.body.message).toContain('sign in again');
    const fresh = await campus.token(claimsOf(person, { issued_ms: Date.now() + 1000 }));
    expect((await campus.nobody.get(me, bearer(fresh))).status).toBe(200);
  });

  test('of many people at the same moment admits each as themselves, and nobody who is deactivated', async () => {
    const people = await Promise.all(
      Array.from({ length: 130 }, () => campus.make.student({ active: true })),
    );
    const callers = people.map((person) => ({ person, as: campus.as(person) }));
    for (const round of ['first', 'again']) {
      const out = new Set(round === 'again' ? [3, 77] : []);
      for (const index of out)
        await campus.database.pool.query('update people set active = false where id = $1', [
          people[index]?.id,
        ]);
      const answers = await Promise.all(
        callers.map(({ person, as }) => as.get(`/api/students/by-email/${person.email}`)),
      );
      for (const [index, answer] of answers.entries()) {
        expect(answer.status).toBe(out.has(index) ? 401 : 200);
        if (!out.has(index)) expect(answer.body.name).toBe(people[index]?.name);
      }
    }
  });

  test.each([
    ['of another issuer', { iss: 'https://elsewhere.test' }],
    ['for another audience', { aud: 'another-product' }],
    ['that has expired', { exp: 1_700_000_000 }],
    ['that is not valid yet', { nbf: 4_000_000_000 }],
    ['without a subject', { sub: undefined }],
    ['without an e-mail', { email: undefined }],
    ['that does not say when its person signed in', { auth_time: undefined }],
    ['with a word for when its person signed in', { auth_time: 'now' }],
  ])('%s is refused', async (_case, wrong) => {
    const key = await campus.token(claimsOf(teacher, wrong));
    expect((await campus.nobody.get(me, bearer(key))).status).toBe(401);
  });

  test('signed with another key, or with none, is refused', async () => {
    const { privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
    const forged = await new SignJWT({
      ...claimsOf(teacher),
      iss: 'https://identity.test',
      aud: 'campus-test',
      email_verified: true,
      auth_time: Math.floor(Date.now() / 1000),
    })
      .setProtectedHeader({ alg: 'EdDSA', jwk: await exportJWK(privateKey) })
      .setIssuedAt()
      .setExpirationTime('15m')
      .sign(privateKey);
    expect((await campus.nobody.get(me, bearer(forged))).status).toBe(401);

    const [, payload] = (await campus.token(claimsOf(teacher))).split('.');
    const header = Buffer.from('{"alg":"none"}').toString('base64url');
    expect((await campus.nobody.get(me, bearer(`${header}.${payload}.`))).status).toBe(401);
  });
});
