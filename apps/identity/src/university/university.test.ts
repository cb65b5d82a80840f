import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { UniversityOptions } from '../identity.ts';
import { codeOf } from '../testing/authenticator.ts';
import {
  openDatabase,
  openIdentity,
  type TestIdentity,
  type TestDatabase,
} from '../testing/test-identity.ts';
import {
  openUniversity,
  type UniversityProvider,
  visitProvider,
} from '../testing/university-provider.ts';

let database: TestDatabase;
let provider: UniversityProvider;
let service: TestIdentity;
let count = 0;

const optionsFor = (
  at: UniversityProvider,
  more: Partial<UniversityOptions> = {},
): UniversityOptions => ({
  issuer: at.issuer,
  clientId: at.clientId,
  clientSecret: at.clientSecret,
  trustEmail: false,
  acrValues: [],
  accountOf: (email) => service.identity.describeAccount({ email }),
  ...more,
});

beforeAll(async () => {
  database = await openDatabase();
  provider = await openUniversity();
  service = await openIdentity(database.connection, { university: optionsFor(provider) });
});
beforeEach(() => {
  provider.behave();
  service.log.length = 0;
});
afterEach(() => void vi.useRealTimers());
afterAll(async () => {
  await service.close();
  await provider.close();
  await database.drop();
});

const now = () => Math.floor(Date.now() / 1000);

/** Someone on campus without a password, signed in at the provider. */
const newcomer = async (): Promise<{ email: string; sub: string; account: string }> => {
  count += 1;
  const email = `person${count}@example.edu`;
  const sub = `subject-of-${count}`;
  const { subject } = await service.identity.createAccount({
    email,
    name: 'P',
    emailVerified: false,
  });
  provider.conduct.person = { sub, email, email_verified: true };
  return { email, sub, account: subject };
};

/** A browser that keeps the cookies of the service. */
const browser = (at: TestIdentity = service) => {
  const jar = new Map<string, string>();
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  const visit = async (path: string, more: Record<string, string> = {}) => {
    const headers = { cookie: cookie(), 'sec-fetch-site': 'cross-site', ...more };
    const reply = await at.get(path, { headers });
    for (const one of reply.cookies) jar.set(one.name, encodeURIComponent(one.value));
    return reply;
  };
  return {
    jar,
    visit,
    /** Presses the button; returns the way back from the provider, as a path of the service. */
    async begin(next?: string, referer?: string): Promise<string> {
      const query = next === undefined ? '' : `?next=${encodeURIComponent(next)}`;
      const { headers } = await visit(`/university/start${query}`, {
        'sec-fetch-site': 'same-origin',
        ...(referer !== undefined && { referer }),
      });
      const back = await visitProvider(String(headers.location));
      return `${back.pathname.replace('/identity', '')}${back.search}`;
    },
    /** Signs in completely; returns the final address. */
    async signIn(next?: string): Promise<string> {
      return String((await visit(await this.begin(next))).headers.location);
    },
    async subject(): Promise<string | undefined> {
      const reply = await at.get('/token', { headers: { cookie: cookie() } });
      if (reply.statusCode !== 200) return undefined;
      const payload = reply.json<{ token: string }>().token.split('.')[1] ?? '';
      return JSON.parse(Buffer.from(payload, 'base64url').toString()).sub;
    },
  };
};

const signInPage = 'http://localhost:8150/signin';

describe('signing in with a university account', () => {
  test('opens the account of the e-mail, before a password was ever chosen', async () => {
    const { account } = await newcomer();
    const visitor = browser();
    expect(await visitor.signIn()).toBe(`${signInPage}?university=done`);
    expect(await visitor.subject()).toBe(account);
    expect(await service.identity.describeAccount({ subject: account })).toMatchObject({
      hasPassword: false,
      linked: true,
    });
    expect(service.log).toEqual([]);
  });

  test('asks for the code of an authenticator app that its owner has set up here', async () => {
    const { account } = await newcomer();
    const visitor = browser();
    await visitor.signIn();
    const send = async (path: string, body?: object) => {
      const cookie = [...visitor.jar].map(([name, value]) => `${name}=${value}`).join('; ');
      const reply = await service.post(path, body, { headers: { cookie } });
      for (const one of reply.cookies) visitor.jar.set(one.name, encodeURIComponent(one.value));
      return reply;
    };
    const { key } = (await send('/second-factor/begin')).json<{ key: string }>();
    await send('/second-factor/confirm', { code: codeOf(key) });
    visitor.jar.delete('campus.session_token');

    expect(await visitor.signIn('/student/library')).toBe(
      `${signInPage}?university=code&next=%2Fstudent%2Flibrary`,
    );
    expect(await visitor.subject()).toBe(undefined);
    expect((await send('/sign-in/second-factor', { code: codeOf(key, 1) })).statusCode).toBe(200);
    expect(await visitor.subject()).toBe(account);
  });

  test('asks the provider for a code with PKCE, and tells it a state and a nonce', async () => {
    const { headers, cookies } = await browser().visit('/university/start');
    const asked = new URL(String(headers.location));
    expect(Object.fromEntries(asked.searchParams)).toEqual({
      client_id: 'campus',
      response_type: 'code',
      scope: 'openid email profile',
      redirect_uri: 'http://localhost:8150/identity/university/callback',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
    expect(cookies).toEqual([
      {
        name: 'campus.university',
        value: expect.stringMatching(/^[\w-]{43}$/),
        httpOnly: true,
        sameSite: 'Lax',
        path: '/identity/university',
        maxAge: 600,
      },
    ]);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['referrer-policy']).toBe('no-referrer');
  });

  test('sets the cookies that a password sets, and shows no token to the address', async () => {
    await newcomer();
    const visitor = browser();
    const reply = await visitor.visit(await visitor.begin());
    expect(reply.cookies).toEqual([
      {
        name: 'campus.session_token',
        value: expect.any(String),
        httpOnly: true,
        sameSite: 'Lax',
        path: '/identity',
        maxAge: 12 * 60 * 60,
      },
      expect.objectContaining({ name: 'campus.device', httpOnly: true, path: '/identity' }),
    ]);
    expect(reply.headers.location).toBe(`${signInPage}?university=done`);
    expect(reply.body).toBe('');
  });

  test('the subject decides from then on: another e-mail there opens the same account', async () => {
    const { account, sub } = await newcomer();
    await browser().signIn();
    const other = await newcomer();
    provider.conduct.person = { sub, email: other.email, email_verified: true };
    const visitor = browser();
    await visitor.signIn();
    expect(await visitor.subject()).toBe(account);
    provider.conduct.person = { sub };
    const silent = browser();
    await silent.signIn();
    expect(await silent.subject()).toBe(account);
  });

  test('two tabs of a browser are both finished', async () => {
    const { account } = await newcomer();
    const visitor = browser();
    const [one, other] = [await visitor.begin('/student/a'), await visitor.begin('/student/b')];
    for (const [way, page] of [
      [one, 'a'],
      [other, 'b'],
    ] as const) {
      const { headers } = await visitor.visit(way);
      expect(headers.location).toBe(`${signInPage}?university=done&next=%2Fstudent%2F${page}`);
    }
    expect(await visitor.subject()).toBe(account);
  });

  test('asks further who someone is only where the ID token keeps it back', async () => {
    const { account, email } = await newcomer();
    provider.asked.length = 0;
    provider.conduct.claims = (own) => ({ ...own, email, email_verified: true });
    const visitor = browser();
    await visitor.signIn();
    expect(await visitor.subject()).toBe(account);
    expect(provider.asked).not.toContain('/me');
    provider.behave();
    await newcomer();
    await browser().signIn();
    expect(provider.asked).toContain('/me');
  });

  test('works without a secret, too', async () => {
    const shared = await openUniversity({ publicClient: true });
    const university = optionsFor(shared, { clientSecret: undefined });
    const open = await openIdentity(database.connection, { university });
    const { account, email } = await newcomer();
    shared.conduct.person = { sub: 'someone', email, email_verified: true };
    const visitor = browser(open);
    expect(await visitor.signIn()).toBe(`${signInPage}?university=done`);
    expect(await visitor.subject()).toBe(account);
    await open.close();
    await shared.close();
  });

  test('remembers the page that was wanted, also when only the sign-in page knows it', async () => {
    await newcomer();
    const done = `${signInPage}?university=done&next=%2Fstudent%2Fexams%3Fx%3D1`;
    expect(await browser().signIn('/student/exams?x=1')).toBe(done);
    const visitor = browser();
    const referer = `${signInPage}?next=%2Fstudent%2Fexams%3Fx%3D1`;
    expect((await visitor.visit(await visitor.begin(undefined, referer))).headers.location).toBe(
      done,
    );
  });

  test.each([
    ['https://evil.example'],
    ['//evil.example'],
    ['/\\evil.example'],
    ['javascript:alert(1)'],
    ['/a\u0000b'],
    [`/${'a'.repeat(3000)}`],
  ])('leads to no other site: %s is forgotten', async (next) => {
    await newcomer();
    expect(await browser().signIn(next)).toBe(`${signInPage}?university=done`);
  });
});

describe('nobody is signed in', () => {
  const refused = async (visitor = browser()): Promise<string | null> => {
    const address = new URL(await visitor.signIn('/student/exams'));
    expect(address.origin + address.pathname).toBe(signInPage);
    expect(await visitor.subject()).toBeUndefined();
    return address.searchParams.get('university');
  };

  test('whom the campus does not know; no account comes into being', async () => {
    await newcomer();
    provider.conduct.person = { sub: 'x', email: 'stranger@example.edu', email_verified: true };
    expect(await refused()).toBe('no_account');
    expect(await service.identity.describeAccount({ email: 'stranger@example.edu' })).toBe(
      undefined,
    );
  });

  test.each([[false], [undefined], ['yes'], [1]])(
    'whose e-mail is not vouched for: email_verified is %s',
    async (verified) => {
      const { email } = await newcomer();
      provider.conduct.person = { sub: 'unsure', email, email_verified: verified };
      expect(await refused()).toBe('unverified');
    },
  );

  test('who brings another subject to an account that is linked: a recycled e-mail', async () => {
    const { email } = await newcomer();
    await browser().signIn();
    provider.conduct.person = { sub: 'who came later', email, email_verified: true };
    expect(await refused()).toBe('other_subject');
  });

  test('with two subjects at the same moment: one of them', async () => {
    const { email } = await newcomer();
    const visitors = ['one', 'other'].map((who) => ({ sub: `${who}-${email}`, at: browser() }));
    const ways: string[] = [];
    for (const { sub, at } of visitors) {
      ways.push(await at.begin());
      provider.conduct.person = { sub, email, email_verified: true };
    }
    await Promise.all(visitors.map(({ at }, index) => at.visit(ways[index] ?? '')));
    const { rows } = await database.sql<{ n: number }>(
      `select count(*)::int as n from account join "user" u on u.id = "userId"
       where u.email = '${email}' and "providerId" like 'oidc:%'`,
    );
    expect(rows).toEqual([{ n: 1 }]);
  });

  test.each([
    ['access_denied', 'cancelled'],
    ['temporarily_unavailable', 'unavailable'],
    ['invalid_scope', 'failed'],
  ])('when the provider answers %s', async (error, outcome) => {
    await newcomer();
    provider.conduct.error = error;
    expect(await refused()).toBe(outcome);
  });

  test.each([
    ['another nonce', { nonce: 'another' }],
    ['no nonce', { nonce: undefined }],
    ['another issuer', { iss: 'https://evil.example' }],
    ['another audience', { aud: 'another client' }],
    ['an end that is past', { exp: now() - 60 }],
    ['a beginning that is to come', { nbf: now() + 3600 }],
    ['no end', { exp: undefined }],
  ])('with an ID token of %s', async (_what, claims) => {
    await newcomer();
    provider.conduct.claims = (own) => ({ ...own, ...claims });
    expect(await refused()).toBe('failed');
    expect(service.log).toEqual(['A sign-in with a university account failed.']);
  });

  test.each(['foreign', 'secret', 'none'] as const)(
    'with an ID token that is signed otherwise: %s',
    async (signature) => {
      await newcomer();
      provider.conduct.signature = signature;
      expect(await refused()).toBe('failed');
    },
  );

  test('twice by the same way back', async () => {
    await newcomer();
    const visitor = browser();
    const way = await visitor.begin();
    await visitor.visit(way);
    visitor.jar.delete('campus.session_token');
    const again = await visitor.visit(way);
    expect(again.headers.location).toBe(`${signInPage}?university=expired`);
    expect(again.cookies).toEqual([]);
    expect(await visitor.subject()).toBeUndefined();
  });

  test('in another browser than the one that began', async () => {
    await newcomer();
    const way = await browser().begin();
    const victim = browser();
    expect((await victim.visit(way)).headers.location).toContain('university=expired');
    await victim.begin();
    expect((await victim.visit(way)).headers.location).toContain('university=expired');
    expect(await victim.subject()).toBeUndefined();
  });

  test('after ten minutes, or with a state of their own', async () => {
    await newcomer();
    const visitor = browser();
    const way = await visitor.begin();
    await database.sql(`update university_sign_in set expires_at = now()`);
    expect((await visitor.visit(way)).headers.location).toContain('university=expired');
    for (const query of ['', '?code=1', '?state=%00', '?state=a&state=b', '?code=%ff&state=x'])
      expect((await visitor.visit(`/university/callback${query}`)).headers.location).toBe(
        `${signInPage}?university=expired`,
      );
  });

  test('with a code that is not theirs', async () => {
    await newcomer();
    const visitor = browser();
    const way = await visitor.begin();
    const wrong = way.replace(/code=[\w-]+/, 'code=another');
    expect((await visitor.visit(wrong)).headers.location).toContain('university=expired');
  });

  test('while the provider does not answer; passwords still open', async () => {
    const away = await openUniversity();
    const options = optionsFor(away);
    const open = await openIdentity(database.connection, { university: options });
    away.conduct.broken = true;
    const visitor = browser(open);
    const pressed = await visitor.visit('/university/start?next=/student/exams');
    expect(pressed.headers.location).toBe(
      `${signInPage}?university=unavailable&next=%2Fstudent%2Fexams`,
    );
    const email = 'with.password@example.edu';
    await open.identity.createAccount({
      email,
      name: 'W',
      password: 'open sesame!',
      emailVerified: true,
    });
    expect(
      (await open.post('/sign-in/email', { email, password: 'open sesame!' })).statusCode,
    ).toBe(200);

    // It comes back, and fails again in the middle of a sign-in.
    away.conduct.broken = false;
    away.conduct.person = { sub: 'w', email, email_verified: true };
    const way = await visitor.begin();
    away.conduct.broken = true;
    expect((await visitor.visit(way)).headers.location).toContain('university=unavailable');
    away.conduct.broken = false;
    expect(await visitor.signIn()).toContain('university=done');

    // It closes idle connections just as they are reused.
    away.conduct.hangsUp = true;
    expect(await browser(open).signIn()).toContain('university=done');
    await away.close();
    await open.close();
  });
});

test.each([
  ['behind', () => ({ iat: now() - 320, exp: now() - 20 })],
  ['ahead', () => ({ iat: now() + 20, nbf: now() + 20 })],
])('a clock of the provider that is %s by seconds keeps nobody out', async (_where, claims) => {
  await newcomer();
  provider.conduct.claims = (own) => ({ ...own, ...claims() });
  expect(await browser().signIn()).toContain('university=done');
});

test('a provider that changes its key is followed a minute later', async () => {
  await newcomer();
  const idle = await openUniversity();
  const open = await openIdentity(database.connection, { university: optionsFor(idle) });
  idle.conduct.person = provider.conduct.person;
  expect(await browser(open).signIn()).toContain('done');
  await idle.rotate();
  expect(await browser(open).signIn()).toContain('failed');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
  expect(await browser(open).signIn()).toContain('done');
  expect(idle.asked.filter((path) => path === '/jwks')).toHaveLength(2);
  await open.close();
  await idle.close();
});

describe('where the second factor is the university’s', () => {
  let strict: TestIdentity;
  beforeAll(async () => {
    const university = optionsFor(provider, { acrValues: ['two-factors', 'mfa'] });
    strict = await openIdentity(database.connection, { university });
  });
  afterAll(() => strict.close());

  test('it is asked for, with a sign-in of the last twelve hours', async () => {
    const { headers } = await browser(strict).visit('/university/start');
    const asked = new URL(String(headers.location)).searchParams;
    expect([asked.get('acr_values'), asked.get('max_age')]).toEqual(['two-factors mfa', '43200']);
  });

  test.each([
    ['acr', { acr: 'two-factors' }],
    ['amr', { acr: 'password', amr: ['pwd', 'mfa'] }],
  ])('anyone who has brought it comes in: by %s', async (_by, login) => {
    const { account } = await newcomer();
    provider.conduct.login = login;
    const visitor = browser(strict);
    expect(await visitor.signIn()).toContain('university=done');
    expect(await visitor.subject()).toBe(account);
  });

  test.each([
    ['nobody who came by a password alone', 'second_factor', { acr: 'password' }],
    ['nobody of whom nothing is said', 'second_factor', {}],
    ['nobody who did it yesterday', 'failed', { acr: 'two-factors', ts: now() - 24 * 3600 }],
  ])('%s', async (_who, outcome, login) => {
    await newcomer();
    provider.conduct.login = login;
    const visitor = browser(strict);
    expect(await visitor.signIn()).toContain(`university=${outcome}`);
    expect(await visitor.subject()).toBeUndefined();
  });

  test('nobody of whom is not said when', async () => {
    await newcomer();
    provider.conduct.login = { acr: 'two-factors' };
    provider.conduct.claims = ({ auth_time: _when, ...own }) => own;
    expect(await browser(strict).signIn()).toContain('university=failed');
  });
});

test('an e-mail of which nothing is said counts where that was configured, a denied one never', async () => {
  const university = optionsFor(provider, { trustEmail: true });
  const open = await openIdentity(database.connection, { university });
  const { email, sub } = await newcomer();
  provider.conduct.person = { sub, email, email_verified: false };
  expect(await browser(open).signIn()).toContain('unverified');
  provider.conduct.person = { sub, email };
  expect(await browser(open).signIn()).toContain('done');
  await open.close();
});

test('over https the cookie is Secure', async () => {
  const university = optionsFor(provider);
  const secure = await openIdentity(database.connection, {
    publicUrl: 'https://campus.example.edu',
    university,
  });
  const { cookies } = await browser(secure).visit('/university/start');
  expect(cookies).toMatchObject([{ name: '__Secure-campus.university', secure: true }]);
  await secure.close();
});

test('is not there where it is not configured', async () => {
  const plain = await openIdentity(database.connection);
  for (const place of ['start', 'callback'])
    expect((await plain.get(`/university/${place}`)).statusCode).toBe(404);
  await plain.close();
});

test('nothing is asked of the provider before someone signs in', async () => {
  const idle = await openUniversity();
  const open = await openIdentity(database.connection, { university: optionsFor(idle) });
  await open.identity.ready();
  expect(idle.asked).toEqual([]);
  await browser(open).visit('/university/start');
  await browser(open).visit('/university/start');
  expect(idle.asked).toEqual(['/.well-known/openid-configuration']);
  await open.close();
  await idle.close();
});
