import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  audience,
  cookieOf,
  issuer,
  openDatabase,
  openIdentity,
  type TestIdentity,
  type TestDatabase,
} from './testing/test-identity.ts';

const anna = { email: 'anna@example.edu', name: 'Anna', password: 'correct horse' };
let database: TestDatabase;
let service: TestIdentity;
let subject: string;
let cookie: string;

beforeAll(async () => {
  database = await openDatabase();
  service = await openIdentity(database.connection);
  ({ subject } = await service.identity.createAccount({ ...anna, emailVerified: true }));
});
beforeEach(async () => {
  cookie = await service.signIn(anna.email, anna.password);
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

const askToken = (headers: Record<string, string> = { cookie }) =>
  service.get('/token', { headers });

const verified = async (token: string) => {
  const keys = (await service.get('/jwks')).json<JSONWebKeySet>();
  return jwtVerify(token, createLocalJWKSet(keys), { issuer, audience, algorithms: ['EdDSA'] });
};

describe('the ID token', () => {
  test('says who the person is, for 15 minutes, signed with a published key', async () => {
    const before = Date.now();
    const reply = await askToken();
    const after = Date.now();
    expect(reply.statusCode).toBe(200);
    const { payload } = await verified(reply.json<{ token: string }>().token);
    expect(payload).toEqual({
      sub: subject,
      email: 'anna@example.edu',
      email_verified: true,
      name: 'Anna',
      iss: issuer,
      aud: audience,
      iat: expect.any(Number),
      exp: payload.iat! + 15 * 60,
      issued_ms: expect.any(Number),
      sid: expect.any(String),
      amr: ['pwd'],
      auth_time: expect.any(Number),
    });
    expect(payload.iat).toBeGreaterThanOrEqual(Math.floor(before / 1000));
    expect(payload.iat).toBeLessThanOrEqual(after / 1000);
    expect(payload['issued_ms']).toBeGreaterThanOrEqual(before);
    expect(payload['issued_ms']).toBeLessThanOrEqual(after);
  });

  test('says when the person signed in, however long ago that was', async () => {
    const {
      rows: [session],
    } = await database.sql<{ id: string; signedIn: number }>(
      `update session set "authenticatedAt" = now() - interval '3 hours' where id = (
         select id from session order by "createdAt" desc limit 1)
       returning id, floor(extract(epoch from "authenticatedAt"))::int as "signedIn"`,
    );
    const { payload } = await verified((await askToken()).json<{ token: string }>().token);
    expect(payload).toMatchObject({ sid: session?.id, auth_time: session?.signedIn });
  });

  test('says when the e-mail has not been verified', async () => {
    const bert = { email: 'bert@example.edu', name: 'Bert', password: 'correct horse' };
    await service.identity.createAccount({ ...bert, emailVerified: false });
    const reply = await askToken({ cookie: await service.signIn(bert.email, bert.password) });
    const { payload } = await verified(reply.json<{ token: string }>().token);
    expect(payload).toMatchObject({ email: 'bert@example.edu', email_verified: false });
  });

  test('is refused to a visitor without a cookie', async () => {
    const reply = await askToken({});
    expect(reply.statusCode).toBe(401);
    expect(reply.json()).toMatchObject({ error: 'unauthenticated' });
  });

  test.each([
    ['no value', 'campus.session_token='],
    ['noise', 'campus.session_token=noise'],
    ['half an escape', 'campus.session_token=%E0%A4%A'],
    ['an escaped NUL', 'campus.session_token=%00%00.%00'],
    ['a forged signature', 'campus.session_token=abcdefabcdefabcdefabcdefabcdefab.AAAA%3D'],
    ['bytes above ASCII', 'campus.session_token=ÿþ'],
    ['a long tail', `campus.session_token=${'x'.repeat(8000)}`],
  ])('is refused for a cookie with %s', async (_what, bad) => {
    const reply = await askToken({ cookie: bad });
    expect(reply.statusCode).toBe(401);
    expect(reply.json()).toMatchObject({ error: 'session_ended' });
  });

  test('is issued even with foreign cookies next to ours', async () => {
    const reply = await askToken({ cookie: `a=%%%; =; ;;; b="; ${cookie}; c` });
    expect(reply.statusCode).toBe(200);
  });
});

describe('the signing keys', () => {
  test('are published without their private halves', async () => {
    await askToken();
    const { keys } = (await service.get('/jwks')).json<{ keys: object[] }>();
    expect(keys).toEqual([
      { kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', kid: expect.any(String), x: expect.any(String) },
    ]);
  });

  test('are replaced once when one expires, and the old one stays published while tokens need it', async () => {
    const before = (await askToken()).json<{ token: string }>().token;
    await database.sql(`update jwks set "expiresAt" = now() - interval '1 minute'`);
    const replies = await Promise.all(Array.from({ length: 10 }, () => askToken()));
    const kids = await Promise.all(
      replies.map(
        async (reply) =>
          (await verified(reply.json<{ token: string }>().token)).protectedHeader.kid,
      ),
    );
    const old = (await verified(before)).protectedHeader.kid;
    expect(new Set(kids).size).toBe(1);
    expect(kids[0]).not.toBe(old);
    const published = (await service.get('/jwks')).json<JSONWebKeySet>().keys.map((key) => key.kid);
    expect(published).toHaveLength(2);
    expect(new Set(published)).toEqual(new Set([old, kids[0]]));

    await database.sql(
      `update jwks set "expiresAt" = now() - interval '8 days' where id = '${old}'`,
    );
    const left = (await service.get('/jwks')).json<JSONWebKeySet>().keys.map((key) => key.kid);
    expect(left).toEqual([kids[0]]);
  });
});

describe('a session', () => {
  test('ends on sign-out, which also deletes the cookie', async () => {
    const reply = await service.post('/sign-out', undefined, { headers: { cookie } });
    expect(reply.statusCode).toBe(200);
    expect(reply.cookies).toContainEqual(
      expect.objectContaining({ name: 'campus.session_token', path: '/identity', maxAge: 0 }),
    );
    const after = await askToken();
    expect(after.statusCode).toBe(401);
    expect(after.json()).toEqual({
      message: 'Your session has ended. Please sign in again.',
      error: 'session_ended',
    });
  });

  test('survives when the same person signs out elsewhere', async () => {
    const other = await service.signIn(anna.email, anna.password);
    await service.post('/sign-out', undefined, { headers: { cookie: other } });
    expect((await askToken()).statusCode).toBe(200);
  });

  test('can be signed out of twice, and signing out without one is no error', async () => {
    await service.post('/sign-out', undefined, { headers: { cookie } });
    expect((await service.post('/sign-out', undefined, { headers: { cookie } })).statusCode).toBe(
      200,
    );
    expect((await service.post('/sign-out')).statusCode).toBe(200);
  });

  test('lasts 12 hours from its last use', async () => {
    await database.sql(`update session set "expiresAt" = now() + interval '1 minute'`);
    const used = await askToken();
    expect(used.statusCode).toBe(200);
    expect(used.cookies).toEqual([
      expect.objectContaining({ name: 'campus.session_token', maxAge: 12 * 60 * 60 }),
    ]);
    expect(cookieOf(used)).toBe(cookie);
    const { rows } = await database.sql<{ hours: number }>(
      `select max(round(extract(epoch from "expiresAt" - now()) / 3600))::int as hours from session`,
    );
    expect(rows).toEqual([{ hours: 12 }]);
  });

  test('ends after 12 hours without use', async () => {
    await database.sql(`update session set "expiresAt" = now() - interval '1 second'`);
    const reply = await askToken();
    expect(reply.statusCode).toBe(401);
    expect(reply.json()).toMatchObject({ error: 'session_ended' });
  });

  test('ends everywhere when the campus ends the sessions of the account', async () => {
    const second = await service.signIn(anna.email, anna.password);
    await service.identity.endSessions(subject);
    expect((await askToken()).statusCode).toBe(401);
    expect((await askToken({ cookie: second })).statusCode).toBe(401);
  });

  test('is unaffected when the campus ends the sessions of an account of another service', async () => {
    await service.identity.endSessions('firebase|0815');
    expect((await askToken()).statusCode).toBe(200);
  });
});

describe('while the database is unavailable', () => {
  test.each([
    ['an ID token', () => askToken()],
    ['signing out', () => service.post('/sign-out', undefined, { headers: { cookie } })],
    ['signing in', () => service.post('/sign-in/email', anna2())],
  ])('%s fails with 503 and loses no session', async (_what, ask) => {
    await database.sql('alter table session rename to session_away');
    const reply = await ask();
    await database.sql('alter table session_away rename to session');
    expect(reply.statusCode).toBe(503);
    expect(reply.json()).toMatchObject({ error: 'unavailable' });
    expect(reply.headers['retry-after']).toBe('5');
    expect(reply.cookies).toEqual([]);
    expect((await askToken()).statusCode).toBe(200);
  });

  const anna2 = () => ({ email: anna.email, password: anna.password });
});
