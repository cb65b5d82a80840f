import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  openDatabase,
  openIdentity,
  origin,
  type TestIdentity,
  type TestDatabase,
} from './testing/test-identity.ts';

const anna = { email: 'anna@example.edu', name: 'Anna', password: 'correct horse' };
const credentials = { email: anna.email, password: anna.password };
const sibling = 'http://127.0.0.1:8150';
let database: TestDatabase;
let service: TestIdentity;
let cookie: string;

beforeAll(async () => {
  database = await openDatabase();
  service = await openIdentity(database.connection);
  await service.identity.createAccount({ ...anna, emailVerified: true });
  cookie = await service.signIn(anna.email, anna.password);
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

/** A POST with exactly these headers, even without the campus page’s own origin. */
const bare = (path: string, headers: Record<string, string>, payload?: object | string) =>
  service.app.inject({
    method: 'POST',
    url: `/identity${path}`,
    headers,
    ...(payload === undefined ? {} : { payload }),
  });

describe('a page of another origin', () => {
  const foreign = [
    'https://evil.example',
    'null',
    'http://localhost:8151',
    'https://localhost:8150',
    'http://localhost:8150.evil.example',
    '',
    '*',
  ];

  test.each(foreign)('%j cannot sign a visitor in', async (from) => {
    const reply = await bare('/sign-in/email', { origin: from }, credentials);
    expect(reply.statusCode).toBe(403);
    expect(reply.json()).toMatchObject({ error: 'forbidden' });
    expect(reply.cookies).toEqual([]);
    expect(reply.headers['access-control-allow-origin']).toBeUndefined();
  });

  test.each(foreign)('%j cannot sign a visitor out', async (from) => {
    const reply = await bare('/sign-out', { origin: from, cookie });
    expect(reply.statusCode).toBe(403);
    expect(reply.cookies).toEqual([]);
    expect((await service.get('/token', { headers: { cookie } })).statusCode).toBe(200);
  });

  test.each(foreign)(
    '%j cannot get an ID token, and its preflight request is refused',
    async (from) => {
      const reply = await service.get('/token', { headers: { origin: from, cookie } });
      expect(reply.statusCode).toBe(403);
      const preflight = await service.get('/token', {
        method: 'OPTIONS',
        headers: { origin: from },
      });
      expect(preflight.statusCode).toBe(403);
      expect(preflight.headers['access-control-allow-origin']).toBeUndefined();
    },
  );

  test('cannot sign a visitor out with a form, which the browser sends without our cookie', async () => {
    const reply = await bare(
      '/sign-out',
      { origin: 'https://evil.example', 'content-type': 'application/x-www-form-urlencoded' },
      '',
    );
    expect(reply.statusCode).toBe(403);
    expect(reply.cookies).toEqual([]);
  });

  test('cannot embed or open the URL of the token', async () => {
    for (const site of ['cross-site', 'same-site']) {
      const reply = await service.get('/token', { headers: { cookie, 'sec-fetch-site': site } });
      expect(reply.statusCode).toBe(403);
    }
  });
});

describe('a request with a cookie but no origin', () => {
  test('may not change anything', async () => {
    expect((await bare('/sign-out', { cookie })).statusCode).toBe(403);
    expect((await bare('/sign-in/email', { cookie }, credentials)).statusCode).toBe(403);
    expect((await service.get('/token', { headers: { cookie } })).statusCode).toBe(200);
  });

  test('gets an ID token, because a browser’s same-origin fetch looks like that', async () => {
    const reply = await service.get('/token', {
      headers: { cookie, 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' },
    });
    expect(reply.statusCode).toBe(200);
  });
});

test('a client other than a browser signs in without an origin', async () => {
  expect((await bare('/sign-in/email', {}, credentials)).statusCode).toBe(200);
});

describe('a campus page on another host of the same site', () => {
  test('may sign in and renew its ID token, and read the replies', async () => {
    const headers = { origin: sibling };
    const signedIn = await bare('/sign-in/email', headers, credentials);
    const token = await service.get('/token', { headers: { ...headers, cookie } });
    for (const reply of [signedIn, token]) {
      expect(reply.statusCode).toBe(200);
      expect(reply.headers).toMatchObject({
        'access-control-allow-origin': sibling,
        'access-control-allow-credentials': 'true',
        vary: 'origin',
      });
    }
  });

  test('may read why it was refused', async () => {
    const reply = await bare('/sign-in/email', { origin: sibling }, { email: anna.email });
    expect(reply.statusCode).toBe(422);
    expect(reply.headers['access-control-allow-origin']).toBe(sibling);
  });

  test('may send JSON after a preflight request', async () => {
    const reply = await service.get('/sign-in/email', {
      method: 'OPTIONS',
      headers: {
        origin: sibling,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      },
    });
    expect(reply.statusCode).toBe(204);
    expect(reply.headers).toMatchObject({
      'access-control-allow-origin': sibling,
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'content-type',
    });
  });
});

test('the origin of the public URL is trusted without being listed', async () => {
  const strict = await openIdentity(database.connection, { trustedOrigins: () => false });
  const reply = await strict.post('/sign-in/email', credentials, { headers: { origin } });
  await strict.close();
  expect(reply.statusCode).toBe(200);
});
