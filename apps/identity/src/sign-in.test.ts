import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  openDatabase,
  openIdentity,
  type TestIdentity,
  type TestDatabase,
} from './testing/test-identity.ts';

const anna = { email: 'anna@example.edu', name: 'Anna Šťastná', password: 'correct horse' };
let database: TestDatabase;
let service: TestIdentity;

beforeAll(async () => {
  database = await openDatabase();
  service = await openIdentity(database.connection);
  await service.identity.createAccount({ ...anna, emailVerified: true });
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

const signIn = (email: string, password: string) =>
  service.post('/sign-in/email', { email, password });

describe('signing in with the right password', () => {
  test('returns the person who signed in', async () => {
    const reply = await signIn(anna.email, anna.password);
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toEqual({
      user: {
        id: expect.any(String),
        email: 'anna@example.edu',
        name: 'Anna Šťastná',
        emailVerified: true,
      },
    });
    expect(reply.headers['cache-control']).toBe('no-store');
  });

  test('keeps the session in a cookie that scripts and other sites cannot reach', async () => {
    const reply = await signIn(anna.email, anna.password);
    expect(reply.cookies[0]).toEqual({
      name: 'campus.session_token',
      value: expect.any(String),
      httpOnly: true,
      sameSite: 'Lax',
      path: '/identity',
      maxAge: 12 * 60 * 60,
    });
  });

  test('never shows the session token in the reply body', async () => {
    const reply = await signIn(anna.email, anna.password);
    const [token = 'none'] = reply.cookies[0]?.value.split('.') ?? [];
    expect(token).toMatch(/^\w{32}$/);
    expect(reply.body).not.toContain(token);
  });

  test('ignores case and surrounding spaces in the e-mail', async () => {
    const reply = await signIn('  ANNA@Example.EDU ', anna.password);
    expect(reply.statusCode).toBe(200);
  });

  test('sets Secure cookies over https', async () => {
    const secure = await openIdentity(database.connection, {
      publicUrl: 'https://campus.example.edu',
    });
    const reply = await secure.post(
      '/sign-in/email',
      { email: anna.email, password: anna.password },
      { headers: { origin: 'https://campus.example.edu' } },
    );
    await secure.close();
    expect(reply.cookies).toEqual([
      expect.objectContaining({ name: '__Secure-campus.session_token', secure: true }),
      expect.objectContaining({ name: '__Secure-campus.device', secure: true }),
    ]);
  });

  test('deletes expired sessions', async () => {
    await signIn(anna.email, anna.password);
    await database.sql(`update session set "expiresAt" = now() - interval '1 minute'`);
    await signIn(anna.email, anna.password);
    const { rows } = await database.sql('select count(*)::int as sessions from session');
    expect(rows).toEqual([{ sessions: 1 }]);
  });
});

describe('signing in with wrong credentials', () => {
  test('gives the same reply whether or not the e-mail has an account', async () => {
    const wrong = await signIn(anna.email, 'wrong password');
    const unknown = await signIn('nobody@example.edu', 'wrong password');
    expect(wrong.statusCode).toBe(401);
    expect(wrong.json()).toEqual({
      message: 'Invalid email or password',
      error: 'unauthenticated',
    });
    expect(unknown.statusCode).toBe(401);
    expect(unknown.body).toBe(wrong.body);
    expect(unknown.cookies).toEqual([]);
    expect(wrong.cookies).toEqual([]);
    expect(service.log).toEqual([]);
  });

  test('takes the password literally, including spaces and case', async () => {
    expect((await signIn(anna.email, `${anna.password} `)).statusCode).toBe(401);
    expect((await signIn(anna.email, anna.password.toUpperCase())).statusCode).toBe(401);
  });
});

describe('a path or method that is not exposed', () => {
  test.each([
    ['POST', '/sign-up/email'],
    ['POST', '/sign-in/social'],
    ['GET', '/get-session'],
    ['GET', '/list-sessions'],
    ['POST', '/update-user'],
    ['GET', '/ok'],
    ['GET', '/error'],
    ['GET', '/sign-in/email'],
    ['POST', '/token'],
    ['PUT', '/sign-out'],
    ['GET', ''],
    ['GET', '/token/'],
    ['GET', '//token'],
    ['HEAD', '/token'],
  ] as const)('%s /identity%s answers 404', async (method, path) => {
    const cookie = await service.signIn(anna.email, anna.password);
    const reply = await service.post(
      path,
      method === 'GET' || method === 'HEAD' ? undefined : { email: 'eve@example.edu' },
      { method, headers: { cookie } },
    );
    expect(reply.statusCode).toBe(404);
    if (method === 'HEAD') return;
    expect(reply.json()).toEqual({
      message: expect.any(String),
      error: 'not_found',
    });
  });
});
