import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { IdentityOptions, UniversityOptions } from '../identity.ts';
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
  provider.resetBehaviour();
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
  provider.behaviour.person = { sub, email, email_verified: true };
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
  const send = async (path: string, body?: object) => {
    const reply = await at.post(path, body, { headers: { cookie: cookie() } });
    for (const one of reply.cookies) jar.set(one.name, encodeURIComponent(one.value));
    return reply;
  };
  /** Goes to the provider; returns the way back, as a path of the service. */
  const wayBack = async (address: string): Promise<string> => {
    const back = await visitProvider(address);
    return `${back.pathname.replace('/identity', '')}${back.search}`;
  };
  return {
    jar,
    visit,
    send,
    /** Sets up an authenticator app; returns its key. */
    async enrol(): Promise<string> {
      const { key } = (await send('/second-factor/begin')).json<{ key: string }>();
      expect((await send('/second-factor/confirm', { code: codeOf(key) })).statusCode).toBe(200);
      return key;
    },
    /** Presses the button; returns the way back from the provider. */
    async begin(next?: string, referer?: string): Promise<string> {
      const query = next === undefined ? '' : `?next=${encodeURIComponent(next)}`;
      const { headers } = await visit(`/university/start${query}`, {
        'sec-fetch-site': 'same-origin',
        ...(referer !== undefined && { referer }),
      });
      return wayBack(String(headers.location));
    },
    /** Signs in completely; returns the final address. */
    async signIn(next?: string): Promise<string> {
      return String((await visit(await this.begin(next))).headers.location);
    },
    /** Signs in again, by an address of the provider without `removed`; returns the final address. */
    async signInAgain(removed: readonly string[] = []): Promise<string> {
      const { headers } = await visit('/university/start?again=1');
      const address = new URL(String(headers.location));
      for (const name of removed) address.searchParams.delete(name);
      return String((await visit(await wayBack(address.href))).headers.location);
    },
    /** What the ID token of the session says; `undefined` without a session. */
    async claims(): Promise<{ sub: string; iat: number; auth_time: number } | undefined> {
      const reply = await at.get('/token', { headers: { cookie: cookie() } });
      if (reply.statusCode !== 200) return undefined;
      const payload = reply.json<{ token: string }>().token.split('.')[1] ?? '';
      return JSON.parse(Buffer.from(payload, 'base64url').toString());
    },
    async subject(): Promise<string | undefined> {
      return (await this.claims())?.sub;
    },
    /** Whether the sign-in is recent enough to change how one signs in. */
    async isFresh(): Promise<boolean> {
      const reply = await send('/second-factor/begin');
      if (reply.statusCode !== 200)
        expect(reply.json()).toMatchObject({ error: 'confirmation_needed' });
      return reply.statusCode === 200;
    },
  };
};

const signInPage = 'http://localhost:8150/signin';

describe('signing in with a university account', () => {
  test('opens the account with that e-mail, even if no password was ever chosen', async () => {
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

  test('and the data of the account says who they are there, and since when', async () => {
    const { account, sub } = await newcomer();
    await browser().signIn();
    const linked = { provider: `oidc:${provider.issuer}`, subject: sub };
    expect(await service.identity.accountData(account)).toMatchObject({
      'signs in by': expect.arrayContaining([{ ...linked, since: expect.any(String) }]),
    });
  });

  test('also asks for the code of an authenticator app set up on campus', async () => {
    const { account } = await newcomer();
    const visitor = browser();
    await visitor.signIn();
    const key = await visitor.enrol();
    visitor.jar.delete('campus.session_token');

    expect(await visitor.signIn('/student/library')).toBe(
      `${signInPage}?university=code&next=%2Fstudent%2Flibrary`,
    );
    expect(await visitor.subject()).toBe(undefined);
    const code = codeOf(key, 1);
    expect((await visitor.send('/sign-in/second-factor', { code })).statusCode).toBe(200);
    expect(await visitor.subject()).toBe(account);
  });

  test('requests a code from the provider with PKCE, a state and a nonce', async () => {
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
      max_age: '2592000',
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

  test('sets the same cookies as a password sign-in, and puts no token into a URL', async () => {
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

  test('recognises the account by its subject from then on, even under a new e-mail', async () => {
    const { account, sub } = await newcomer();
    await browser().signIn();
    const other = await newcomer();
    provider.behaviour.person = { sub, email: other.email, email_verified: true };
    const visitor = browser();
    await visitor.signIn();
    expect(await visitor.subject()).toBe(account);
    provider.behaviour.person = { sub };
    const silent = browser();
    await silent.signIn();
    expect(await silent.subject()).toBe(account);
  });

  test('can be completed in two tabs of a browser', async () => {
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

  test('requests the user info only when the ID token lacks the e-mail', async () => {
    const { account, email } = await newcomer();
    provider.asked.length = 0;
    provider.behaviour.claims = (own) => ({ ...own, email, email_verified: true });
    const visitor = browser();
    await visitor.signIn();
    expect(await visitor.subject()).toBe(account);
    expect(provider.asked).not.toContain('/me');
    provider.resetBehaviour();
    await newcomer();
    await browser().signIn();
    expect(provider.asked).toContain('/me');
  });

  test('also works without a client secret', async () => {
    const shared = await openUniversity({ publicClient: true });
    const university = optionsFor(shared, { clientSecret: undefined });
    const open = await openIdentity(database.connection, { university });
    const { account, email } = await newcomer();
    shared.behaviour.person = { sub: 'someone', email, email_verified: true };
    const visitor = browser(open);
    expect(await visitor.signIn()).toBe(`${signInPage}?university=done`);
    expect(await visitor.subject()).toBe(account);
    await open.close();
    await shared.close();
  });

  test('returns to the page requested, even if only the sign-in page’s URL names it', async () => {
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
  ])('never redirects to another site: %s is ignored', async (next) => {
    await newcomer();
    expect(await browser().signIn(next)).toBe(`${signInPage}?university=done`);
  });
});

describe('sign-in is refused', () => {
  const refused = async (visitor = browser()): Promise<string | null> => {
    const address = new URL(await visitor.signIn('/student/exams'));
    expect(address.origin + address.pathname).toBe(signInPage);
    expect(await visitor.subject()).toBeUndefined();
    return address.searchParams.get('university');
  };

  test('to a person the campus does not know, and no account is created', async () => {
    await newcomer();
    provider.behaviour.person = { sub: 'x', email: 'stranger@example.edu', email_verified: true };
    expect(await refused()).toBe('no_account');
    expect(await service.identity.describeAccount({ email: 'stranger@example.edu' })).toBe(
      undefined,
    );
  });

  test.each([[false], [undefined], ['yes'], [1]])(
    'when the e-mail is not verified: email_verified is %s',
    async (verified) => {
      const { email } = await newcomer();
      provider.behaviour.person = { sub: 'unsure', email, email_verified: verified };
      expect(await refused()).toBe('unverified');
    },
  );

  test('to another subject for an account already linked, as with a reused e-mail', async () => {
    const { email } = await newcomer();
    await browser().signIn();
    provider.behaviour.person = { sub: 'who came later', email, email_verified: true };
    expect(await refused()).toBe('other_subject');
  });

  test('to all but one of two subjects that link an account at the same moment', async () => {
    const { email } = await newcomer();
    const visitors = ['one', 'other'].map((who) => ({ sub: `${who}-${email}`, at: browser() }));
    const ways: string[] = [];
    for (const { sub, at } of visitors) {
      ways.push(await at.begin());
      provider.behaviour.person = { sub, email, email_verified: true };
    }
    await Promise.all(visitors.map(({ at }, index) => at.visit(ways[index] ?? '')));
    const { rows } = await database.sql<{ n: number }>(
      `select count(*)::int as n from account join "user" u on u.id = "userId"
       where u.email = '${email}' and "providerId" like 'oidc:%'`,
    );
    expect(rows).toEqual([{ n: 1 }]);
  });

  test('when the account is unlinked at that moment', async () => {
    const { account } = await newcomer();
    const open = await openIdentity(database.connection, {
      university: optionsFor(provider),
      admit: async () => {
        await service.identity.unlinkAccount(account);
        return { active: true, issuedAt: Date.now() };
      },
    });
    expect(await refused(browser(open))).toBe('expired');
    const { rows } = await database.sql('select from session where "userId" = $1', [account]);
    expect(rows).toEqual([]);
    await open.close();
  });

  test('when an authenticator app is set up at that moment', async () => {
    const { account } = await newcomer();
    const owner = browser();
    await owner.signIn();
    const open = await openIdentity(database.connection, {
      university: optionsFor(provider),
      admit: async () => {
        await owner.enrol();
        return { active: true, issuedAt: Date.now() };
      },
    });
    expect(await refused(browser(open))).toBe('expired');
    const { rows } = await database.sql('select from session where "userId" = $1', [account]);
    expect(rows).toHaveLength(1);
    await open.close();
  });

  test.each([
    ['access_denied', 'cancelled'],
    ['temporarily_unavailable', 'unavailable'],
    ['invalid_scope', 'failed'],
  ])('when the provider answers %s', async (error, outcome) => {
    await newcomer();
    provider.behaviour.error = error;
    expect(await refused()).toBe(outcome);
  });

  test.each([
    ['another nonce', { nonce: 'another' }],
    ['no nonce', { nonce: undefined }],
    ['another issuer', { iss: 'https://evil.example' }],
    ['another audience', { aud: 'another client' }],
    ['an expiry in the past', { exp: now() - 60 }],
    ['a start in the future', { nbf: now() + 3600 }],
    ['no expiry', { exp: undefined }],
  ])('for an ID token with %s', async (_what, claims) => {
    await newcomer();
    provider.behaviour.claims = (own) => ({ ...own, ...claims });
    expect(await refused()).toBe('failed');
    expect(service.log).toEqual(['A sign-in with a university account failed.']);
  });

  test.each(['foreign', 'secret', 'none'] as const)(
    'for an ID token with another signature: %s',
    async (signature) => {
      await newcomer();
      provider.behaviour.signature = signature;
      expect(await refused()).toBe('failed');
    },
  );

  test('when the provider does not accept our client secret, which the log says', async () => {
    await newcomer();
    const university = optionsFor(provider, { clientSecret: 'another secret' });
    const open = await openIdentity(database.connection, { university });
    expect(await refused(browser(open))).toBe('failed');
    expect(open.log).toEqual(['A sign-in with a university account failed.']);
    await open.close();
  });

  test('when the same callback URL is used again', async () => {
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

  test('in a browser other than the one that started it', async () => {
    await newcomer();
    const way = await browser().begin();
    const victim = browser();
    expect((await victim.visit(way)).headers.location).toContain('university=expired');
    await victim.begin();
    expect((await victim.visit(way)).headers.location).toContain('university=expired');
    expect(await victim.subject()).toBeUndefined();
  });

  test('after ten minutes, or with an invented state', async () => {
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

  test('for a wrong code', async () => {
    await newcomer();
    const visitor = browser();
    const way = await visitor.begin();
    const wrong = way.replace(/code=[\w-]+/, 'code=another');
    expect((await visitor.visit(wrong)).headers.location).toContain('university=expired');
  });

  test('while the provider is unavailable; passwords still work', async () => {
    const away = await openUniversity();
    const options = optionsFor(away);
    const open = await openIdentity(database.connection, { university: options });
    away.behaviour.broken = true;
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
    away.behaviour.broken = false;
    away.behaviour.person = { sub: 'w', email, email_verified: true };
    const way = await visitor.begin();
    away.behaviour.broken = true;
    expect((await visitor.visit(way)).headers.location).toContain('university=unavailable');
    away.behaviour.broken = false;
    expect(await visitor.signIn()).toContain('university=done');

    // It closes idle connections just as they are reused.
    away.behaviour.hangsUp = true;
    expect(await browser(open).signIn()).toContain('university=done');
    await away.close();
    await open.close();
  });
});

describe('the trail has a failed sign-in', () => {
  const failures = async () => {
    const client = new pg.Client(database.connection);
    await client.connect();
    const acts = await service.identity.drainActs(client);
    await client.end();
    return acts.flatMap(({ kind, email, subject }) =>
      kind === 'sign_in_failed' ? [{ email, subject }] : [],
    );
  };
  beforeEach(failures);
  const opened = (options: Partial<IdentityOptions>) =>
    openIdentity(database.connection, { university: optionsFor(provider), ...options });

  test('of whoever the provider identifies and the campus refuses, with the account they wanted', async () => {
    const { email, account } = await newcomer();
    const from = (sub: string, more: object = {}) =>
      void (provider.behaviour.person = { sub, email, email_verified: true, ...more });
    from('unsure', { email_verified: false });
    expect(await browser().signIn()).toContain('unverified');
    expect(await failures()).toEqual([{ email, subject: null }]);

    const strict = await opened({ university: optionsFor(provider, { acrValues: ['mfa'] }) });
    from('weak');
    expect(await browser(strict).signIn()).toContain('second_factor');
    expect(await failures()).toEqual([{ email, subject: null }]);
    await strict.close();

    from('owner');
    const visitor = browser();
    await visitor.signIn();
    from('who came later');
    expect(await browser().signIn()).toContain('other_subject');
    expect(await failures()).toEqual([{ email, subject: null }]);

    from('owner', { email: 'renamed@example.edu' });
    const shut = await opened({ admit: async () => ({ active: false, issuedAt: Date.now() }) });
    expect(await browser(shut).signIn()).toContain('deactivated');
    expect(await failures()).toEqual([{ email, subject: account }]);
    await shut.close();

    provider.behaviour.login = { ts: now() - 3600 };
    expect(await visitor.signInAgain(['prompt', 'max_age'])).toContain('not_again');
    expect(await failures()).toEqual([{ email, subject: account }]);

    from('stranger', { email: 'stranger@example.edu' });
    expect(await browser().signIn()).toContain('no_account');
    expect(await failures()).toEqual([{ email: 'stranger@example.edu', subject: null }]);
    provider.behaviour.person = { sub: 'nameless' };
    expect(await browser().signIn()).toContain('unverified');
    expect(await failures()).toEqual([{ email: '', subject: null }]);
    // None is a guess at the password.
    expect((await database.sql(`select from password_guesses where guesses <> '[]'`)).rows).toEqual(
      [],
    );
  });

  test('but none of a visitor nobody has identified', async () => {
    await newcomer();
    const way = await browser().begin();
    expect((await browser().visit(way)).headers.location).toContain('expired');
    provider.behaviour.error = 'access_denied';
    expect(await browser().signIn()).toContain('cancelled');
    provider.behaviour.error = undefined;
    provider.behaviour.signature = 'foreign';
    expect(await browser().signIn()).toContain('failed');
    expect(await failures()).toEqual([]);
  });
});

test.each([
  ['behind', () => ({ iat: now() - 320, exp: now() - 20 })],
  ['ahead', () => ({ iat: now() + 20, nbf: now() + 20 })],
])('a provider’s clock a few seconds %s locks nobody out', async (_where, claims) => {
  await newcomer();
  provider.behaviour.claims = (own) => ({ ...own, ...claims() });
  expect(await browser().signIn()).toContain('university=done');
});

test('a provider’s new key is picked up after a minute', async () => {
  await newcomer();
  const idle = await openUniversity();
  const open = await openIdentity(database.connection, { university: optionsFor(idle) });
  idle.behaviour.person = provider.behaviour.person;
  expect(await browser(open).signIn()).toContain('done');
  await idle.rotate();
  expect(await browser(open).signIn()).toContain('failed');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
  expect(await browser(open).signIn()).toContain('done');
  expect(idle.asked.filter((path) => path === '/jwks')).toHaveLength(2);
  await open.close();
  await idle.close();
});

describe('a sign-in is as recent as that at the provider', () => {
  const hourAgo = () => ({ ts: now() - 3600 });
  const untimed = ({ auth_time: _when, ...own }: Record<string, unknown>) => own;

  test('of an hour ago: the session counts from then, and does not confirm who it is', async () => {
    await newcomer();
    provider.behaviour.login = hourAgo();
    const visitor = browser();
    expect(await visitor.signIn()).toContain('university=done');
    expect((await visitor.claims())?.auth_time).toBe(provider.behaviour.login.ts);
    expect(await visitor.isFresh()).toBe(false);
  });

  test('whoever has to prove it again is asked there, and then it counts as just now', async () => {
    await newcomer();
    provider.behaviour.login = hourAgo();
    const visitor = browser();
    await visitor.signIn();
    const { headers } = await visitor.visit('/university/start?again=1');
    const asked = new URL(String(headers.location)).searchParams;
    expect([asked.get('prompt'), asked.get('max_age')]).toEqual(['login', '0']);
    expect(await visitor.signInAgain()).toContain('university=done');
    expect(await visitor.isFresh()).toBe(true);
  });

  test('whoever takes that out of the address is refused, and keeps the session as it is', async () => {
    await newcomer();
    provider.behaviour.login = hourAgo();
    const visitor = browser();
    await visitor.signIn();
    const before = await visitor.claims();
    expect(await visitor.signInAgain(['prompt', 'max_age'])).toBe(
      `${signInPage}?university=not_again`,
    );
    expect((await visitor.claims())?.auth_time).toBe(before?.auth_time);
    expect(await visitor.isFresh()).toBe(false);
  });

  test('a time ahead of ours counts as now', async () => {
    await newcomer();
    provider.behaviour.claims = (own) => ({ ...own, auth_time: now() + 3600 });
    const visitor = browser();
    await visitor.signIn();
    const { iat = 0, auth_time } = (await visitor.claims()) ?? {};
    expect(auth_time).toBeLessThanOrEqual(iat);
    expect(await visitor.isFresh()).toBe(true);
  });

  test.each([['yesterday'], [-1], [null]])('an invalid time is refused: %s', async (when) => {
    await newcomer();
    provider.behaviour.claims = (own) => ({ ...own, auth_time: when });
    expect(await browser().signIn()).toContain('university=failed');
  });

  describe('at a provider that does not say when', () => {
    test('it opens a session, but does not confirm who it is, even if asked again', async () => {
      const { account } = await newcomer();
      provider.behaviour.claims = untimed;
      const visitor = browser();
      expect(await visitor.signIn()).toContain('university=done');
      const { sub, iat = 0, auth_time = 0 } = (await visitor.claims()) ?? {};
      expect(sub).toBe(account);
      expect(iat - auth_time).toBeGreaterThan(10 * 60);
      expect(iat - auth_time).toBeLessThan(15 * 60);
      expect(await visitor.isFresh()).toBe(false);
      expect(await visitor.signInAgain()).toBe(`${signInPage}?university=not_again`);
      expect(await visitor.isFresh()).toBe(false);
    });

    test('a code of the app set up on campus confirms it', async () => {
      const { account } = await newcomer();
      const visitor = browser();
      await visitor.signIn();
      const key = await visitor.enrol();
      provider.behaviour.claims = untimed;
      expect(await visitor.signInAgain()).toBe(`${signInPage}?university=code`);
      const code = codeOf(key, 1);
      expect((await visitor.send('/sign-in/second-factor', { code })).statusCode).toBe(200);
      const { sub, iat = 0, auth_time = 0 } = (await visitor.claims()) ?? {};
      expect(sub).toBe(account);
      expect(iat - auth_time).toBeLessThan(60);
    });

    test('a password confirms it', async () => {
      const { account, email } = await newcomer();
      provider.behaviour.claims = untimed;
      const visitor = browser();
      await visitor.signIn();
      const token = await service.identity.passwordToken(account, 'reset', 'one');
      await visitor.send('/reset-password', { token, newPassword: 'open sesame!' });
      await visitor.send('/sign-in/email', { email, password: 'open sesame!' });
      expect(await visitor.isFresh()).toBe(true);
    });
  });
});

describe('where the university provides the second factor', () => {
  let strict: TestIdentity;
  beforeAll(async () => {
    const university = optionsFor(provider, { acrValues: ['two-factors', 'mfa'] });
    strict = await openIdentity(database.connection, { university });
  });
  afterAll(() => strict.close());

  test('the provider is asked for it, and for a sign-in within the last twelve hours', async () => {
    const { headers } = await browser(strict).visit('/university/start');
    const asked = new URL(String(headers.location)).searchParams;
    expect([asked.get('acr_values'), asked.get('max_age')]).toEqual(['two-factors mfa', '43200']);
  });

  test.each([
    ['acr', { acr: 'two-factors' }],
    ['amr', { acr: 'password', amr: ['pwd', 'mfa'] }],
  ])('a sign-in that used it is accepted, as stated by %s', async (_by, login) => {
    const { account } = await newcomer();
    provider.behaviour.login = login;
    const visitor = browser(strict);
    expect(await visitor.signIn()).toContain('university=done');
    expect(await visitor.subject()).toBe(account);
  });

  test.each([
    ['a sign-in with a password alone is refused', 'second_factor', { acr: 'password' }],
    ['a sign-in without a statement about it is refused', 'second_factor', {}],
    [
      'a sign-in from yesterday is refused',
      'failed',
      { acr: 'two-factors', ts: now() - 24 * 3600 },
    ],
  ])('%s', async (_who, outcome, login) => {
    await newcomer();
    provider.behaviour.login = login;
    const visitor = browser(strict);
    expect(await visitor.signIn()).toContain(`university=${outcome}`);
    expect(await visitor.subject()).toBeUndefined();
  });

  test('a sign-in without its time is refused', async () => {
    await newcomer();
    provider.behaviour.login = { acr: 'two-factors' };
    provider.behaviour.claims = ({ auth_time: _when, ...own }) => own;
    expect(await browser(strict).signIn()).toContain('university=failed');
  });
});

test('with trustEmail, an e-mail without a statement counts as verified, one denied never does', async () => {
  const university = optionsFor(provider, { trustEmail: true });
  const open = await openIdentity(database.connection, { university });
  const { email, sub } = await newcomer();
  provider.behaviour.person = { sub, email, email_verified: false };
  expect(await browser(open).signIn()).toContain('unverified');
  provider.behaviour.person = { sub, email };
  expect(await browser(open).signIn()).toContain('done');
  await open.close();
});

test('the cookie is Secure over https', async () => {
  const university = optionsFor(provider);
  const secure = await openIdentity(database.connection, {
    publicUrl: 'https://campus.example.edu',
    university,
  });
  const { cookies } = await browser(secure).visit('/university/start');
  expect(cookies).toMatchObject([{ name: '__Secure-campus.university', secure: true }]);
  await secure.close();
});

test('without its configuration, the university sign-in does not exist', async () => {
  const plain = await openIdentity(database.connection);
  for (const place of ['start', 'callback'])
    expect((await plain.get(`/university/${place}`)).statusCode).toBe(404);
  await plain.close();
});

test('the provider is not contacted before someone signs in', async () => {
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
