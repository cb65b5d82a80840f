import { errorBody } from '@campus/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  openDatabase,
  openIdentity,
  type TestIdentity,
  type TestDatabase,
} from './testing/test-identity.ts';

let database: TestDatabase;
let service: TestIdentity;

beforeAll(async () => {
  database = await openDatabase();
  service = await openIdentity(database.connection);
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

const json = 'application/json';
const good = { email: 'anna@example.edu', password: 'correct horse' };

const send = async (payload: string | Buffer, contentType: string | undefined = json) => {
  const reply = await service.post('/sign-in/email', payload, {
    headers: { 'content-type': contentType },
  });
  expect(errorBody.safeParse(reply.json()).error).toBeUndefined();
  expect(service.log).toEqual([]);
  return reply;
};

describe('signing in with an unreadable request', () => {
  test.each([
    ['nothing', ''],
    ['half an object', '{"email":"anna@example.edu"'],
    ['text that is not JSON', 'email=anna'],
    ['a NUL byte', '\0'],
    ['a raw NUL inside a string', '{"email":"anna@example.edu","password":"a\0b"}'],
    ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0xfe, 0x22])],
    ['UTF-16', Buffer.from(JSON.stringify(good), 'utf16le')],
  ])('answers 400 to %s', async (_what, payload) => {
    const reply = await send(payload);
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toMatchObject({ error: 'malformed' });
  });

  test('answers 413 to a body that is too large', async () => {
    const reply = await send(JSON.stringify({ ...good, password: 'x'.repeat(1_000_000) }));
    expect(reply.statusCode).toBe(413);
    expect(reply.json()).toMatchObject({ error: 'too_large' });
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'json',
    ';',
    '',
  ])('answers 415 to JSON sent as %j', async (contentType) => {
    const reply = await send(JSON.stringify(good), contentType);
    expect(reply.statusCode).toBe(415);
    expect(reply.json()).toMatchObject({ error: 'unsupported_media' });
  });

  test('answers 415 to a request without a body', async () => {
    const reply = await service.post('/sign-in/email');
    expect(reply.statusCode).toBe(415);
  });
});

describe('signing in with invalid fields', () => {
  test.each([
    ['null', 'null', ''],
    ['an array', '[]', ''],
    ['a string', '"anna@example.edu"', ''],
    ['a deep array', `${'['.repeat(5000)}${']'.repeat(5000)}`, ''],
    ['no e-mail', JSON.stringify({ password: 'x' }), 'email'],
    ['no password', JSON.stringify({ email: good.email }), 'password'],
    ['an empty password', JSON.stringify({ ...good, password: '' }), 'password'],
    ['an invalid e-mail', JSON.stringify({ ...good, email: 'anna' }), 'email'],
    ['an e-mail with NUL', JSON.stringify({ ...good, email: 'a\0@example.edu' }), 'email'],
    ['half a surrogate', JSON.stringify({ ...good, email: '\ud800@example.edu' }), 'email'],
    ['lists', JSON.stringify({ email: [good.email], password: [good.password] }), 'email'],
    ['objects', JSON.stringify({ ...good, password: { $ne: 1 } }), 'password'],
    ['an overlong password', JSON.stringify({ ...good, password: 'x'.repeat(1001) }), 'password'],
    ['an unknown field', JSON.stringify({ ...good, callbackURL: '/x' }), 'callbackURL'],
    [
      'a field of the prototype',
      '{"email":"a@example.edu","password":"x","__proto__":1}',
      '__proto__',
    ],
  ])('answers 422 to %s and names the field', async (_what, payload, field) => {
    const reply = await send(payload);
    expect(reply.statusCode).toBe(422);
    expect(reply.json()).toMatchObject({ error: 'invalid' });
    expect(reply.json<{ details: object[] }>().details[0]).toMatchObject({ field });
  });

  test('never treats a password as malformed, only as wrong', async () => {
    for (const password of ['a\0b', '\ud800', '💥', "' or 1=1 --", 'x'.repeat(1000)]) {
      const reply = await send(JSON.stringify({ ...good, password }));
      expect(reply.statusCode).toBe(401);
    }
  });

  test('reads JSON whose content type names a character set', async () => {
    const reply = await send(JSON.stringify(good), 'Application/JSON; charset=utf-8');
    expect(reply.statusCode).toBe(401);
  });
});

test.each(['/token', '/jwks', '/sign-out'])('%s ignores the request body', async (path) => {
  const reply = await service.post(path, '{"broken', {
    method: path === '/sign-out' ? 'POST' : 'GET',
    headers: { 'content-type': json },
  });
  expect([200, 401]).toContain(reply.statusCode);
});
