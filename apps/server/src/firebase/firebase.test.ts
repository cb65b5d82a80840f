import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateKeyPair, jwtVerify, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClock } from '../clock.ts';
import type { Person } from '../testing/make.ts';
import { testCampus, type TestCampus } from '../testing/test-campus.ts';
import { accessTokensOf, readServiceAccount } from './google.ts';
import { createFirebaseIdentity, firebaseIssuer } from './index.ts';

const project = 'campus-1a2b3';
const key = await generateKeyPair('RS256');
const stranger = await generateKeyPair('RS256');
let campus: TestCampus;
let teacher: Person;

beforeAll(async () => {
  campus = await testCampus({
    issuers: [firebaseIssuer(project, () => Promise.resolve(key.publicKey))],
  });
  teacher = await campus.make.teacher();
});
afterAll(() => campus.close());

const now = () => Math.floor(Date.now() / 1000);

/** Claims like Google's for a sign-in with e-mail and password. */
const claimsFor = (email: string, more: Record<string, unknown> = {}) => ({
  iss: `https://securetoken.google.com/${project}`,
  aud: project,
  sub: `firebase of ${email}`,
  user_id: `firebase of ${email}`,
  iat: now(),
  exp: now() + 3600,
  auth_time: now(),
  email,
  email_verified: true,
  firebase: { identities: { email: [email] }, sign_in_provider: 'password' },
  ...more,
});
const signed = (claims: Record<string, unknown>, by = key.privateKey): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'k', typ: 'JWT' }).sign(by);
const login = async (token: string) => {
  const { status, body } = await campus.nobody.post('/api/auth/login', { idToken: token });
  return { status, body };
};

describe('an ID token of Google’s shape', () => {
  test('opens the record of its verified e-mail, and is bound to it from then on', async () => {
    const { status, body } = await login(await signed(claimsFor(teacher.email)));
    expect([status, body.role]).toEqual([200, 'teacher']);
    const moved = claimsFor('elsewhere@example.edu', { sub: `firebase of ${teacher.email}` });
    expect((await login(await signed(moved))).body.email).toBe(teacher.email);
    // Campus only learns of a sign-in by this call, and records it in the trail.
    const { rows } = await campus.database.pool.query('select kind, person_id, role from trail');
    const told = { kind: 'signed_in', person_id: teacher.id, role: 'teacher' };
    expect(rows).toEqual([told, told]);
  });

  test('with an unverified e-mail opens nothing', async () => {
    const other = await campus.make.teacher();
    const token = await signed(claimsFor(other.email, { email_verified: false }));
    expect(await login(token)).toMatchObject({ status: 403, body: { error: 'no_campus_account' } });
  });

  test.each([
    ['another project', { aud: 'campus-other' }],
    ['another issuer', { iss: 'https://securetoken.google.com/campus-other' }],
    ['an hour ago', { exp: now() - 60 }],
    ['a sign-in of which is not said when', { auth_time: undefined }],
  ])('of %s is refused', async (_what, wrong) => {
    expect((await login(await signed(claimsFor(teacher.email, wrong)))).status).toBe(401);
  });

  test('not signed by Google is refused, even an unsigned one from an emulator', async () => {
    const claims = claimsFor(teacher.email);
    expect((await login(await signed(claims, stranger.privateKey))).status).toBe(401);
    expect((await login(new UnsecuredJWT(claims).encode())).status).toBe(401);
  });

  test('from a sign-in before a sign-out is refused, however recently it was renewed', async () => {
    const someone = await campus.make.teacher();
    const token = await signed(claimsFor(someone.email, { auth_time: now() - 10 }));
    expect((await login(token)).status).toBe(200);
    await campus.nobody.send({
      method: 'POST',
      path: '/api/auth/logout',
      headers: { authorization: `Bearer ${token}` },
    });
    const renewed = claimsFor(someone.email, { auth_time: now() - 10, iat: now() + 1 });
    expect((await login(await signed(renewed))).status).toBe(401);
    const again = claimsFor(someone.email, { auth_time: now() + 1 });
    expect((await login(await signed(again))).status).toBe(200);
  });
});

describe('the accounts of a project', () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const folder = mkdtempSync(join(tmpdir(), 'campus-firebase-'));
  const asked: { path: string; authorization: string | undefined; body: string }[] = [];
  const answers = new Map<string, readonly [number, object]>();
  const google = createServer((request, response) => {
    const { url = '', headers } = request;
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      asked.push({ path: url, authorization: headers.authorization, body });
      const granted = [200, { access_token: 'granted', expires_in: 3600 }] as const;
      const [status, answer] = url === '/token' ? granted : (answers.get(url) ?? [200, {}]);
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answer));
    });
  });
  let base = '';

  beforeAll(async () => {
    google.listen(0, '127.0.0.1');
    await once(google, 'listening');
    base = `http://127.0.0.1:${(google.address() as AddressInfo).port}`;
    const account = {
      client_email: `campus@${project}.iam.gserviceaccount.com`,
      private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
      token_uri: `${base}/token`,
    };
    writeFileSync(join(folder, 'key.json'), JSON.stringify(account));
  });
  afterAll(() => {
    google.close();
    rmSync(folder, { recursive: true });
  });
  const open = () =>
    createFirebaseIdentity({
      project,
      accounts: base,
      clock: createClock(),
      authorize: accessTokensOf(readServiceAccount(join(folder, 'key.json'))),
    });
  const path = (method: string): string => `/v1/projects/${project}/accounts${method}`;

  test('are managed with one access token, obtained with the service account’s signature', async () => {
    answers.set(path(''), [200, { localId: 'new' }]);
    const identity = open();
    const ada = { email: 'ada@example.edu', name: 'Ada', emailVerified: false };
    expect(await identity.createAccount(ada)).toEqual({ email: ada.email, subject: 'new' });
    await identity.setDisabled?.('new', true);
    const [grant, ...calls] = asked;
    const assertion = new URLSearchParams(grant?.body).get('assertion') ?? '';
    const { payload } = await jwtVerify(assertion, publicKey, { audience: `${base}/token` });
    expect(payload.iss).toBe(`campus@${project}.iam.gserviceaccount.com`);
    expect(calls.map((call) => [call.path, call.authorization])).toEqual([
      [path(':lookup'), 'Bearer granted'],
      [path(''), 'Bearer granted'],
      [path(':update'), 'Bearer granted'],
    ]);
    expect(JSON.parse(calls[2]?.body ?? '')).toEqual({ localId: 'new', disableUser: true });
  });

  test.each([
    ['a quota', { message: 'QUOTA_EXCEEDED : Exceeded daily quota' }],
    ['a missing right', { message: 'PERMISSION_DENIED' }],
  ])(
    'are unavailable for now because of %s: the error says that it is temporary',
    async (_what, error) => {
      answers.set(path(':lookup'), [400, { error }]);
      await expect(open().describeAccount({ subject: 'x' })).rejects.toMatchObject({ status: 503 });
      answers.delete(path(':lookup'));
    },
  );

  test('a file that is not the key of a service account stops the start with a sentence', () => {
    writeFileSync(join(folder, 'other.json'), '{}');
    for (const name of ['other.json', 'missing.json'])
      expect(() => readServiceAccount(join(folder, name))).toThrow(
        /^IDENTITY_FIREBASE_SERVICE_ACCOUNT must name .*\.$/,
      );
  });
});
