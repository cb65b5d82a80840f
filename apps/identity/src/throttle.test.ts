import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hashPassword } from './index.ts';
import {
  cookiesOf,
  openDatabase,
  openIdentity,
  type TestIdentity,
  type Reply,
  type TestDatabase,
} from './testing/test-identity.ts';
import { testClock, type TestClock } from './testing/test-clock.ts';

const password = 'correct horse';
let database: TestDatabase;
let clock: TestClock;
let service: TestIdentity;
let secondProcess: TestIdentity;
let passwordHash: string;
let made = 0;
let anna: string;

beforeAll(async () => {
  database = await openDatabase();
  clock = testClock();
  service = await openIdentity(database.connection, { clock });
  secondProcess = await openIdentity(database.connection, { clock });
  passwordHash = await hashPassword(password);
});
beforeEach(async () => {
  await database.sql('truncate password_guesses');
  anna = await person();
  service.notices.length = 0;
  clock.waits.length = 0;
});
afterAll(async () => {
  await service.close();
  await secondProcess.close();
  await database.drop();
});

const person = async (): Promise<string> => {
  const email = `person${(made += 1)}@example.edu`;
  await service.identity.createAccount({ email, name: 'P', passwordHash, emailVerified: true });
  return email;
};

interface From {
  readonly address?: string;
  readonly device?: string;
  readonly via?: TestIdentity;
  readonly headers?: Record<string, string>;
}

const attempt = (email: string, secret: string, from: From = {}): Promise<Reply> => {
  const { address = '192.0.2.1', device, via = service, headers = {} } = from;
  return via.post(
    '/sign-in/email',
    { email, password: secret },
    { remoteAddress: address, headers: { ...(device && { cookie: device }), ...headers } },
  );
};

/** The cookie of a device that has signed in to this account. */
const deviceOf = async (
  email: string,
  earlier?: string,
  address = '203.0.113.1',
): Promise<string> => {
  const reply = await attempt(email, password, { address, ...(earlier && { device: earlier }) });
  expect(reply.statusCode).toBe(200);
  return deviceIn(reply);
};

const deviceIn = (reply: Reply): string =>
  cookiesOf(reply).find((cookie) => cookie.startsWith('campus.device=')) ?? '';

const statuses = async (attempts: readonly Promise<Reply>[]) => {
  const counted: Record<number, number> = {};
  for (const { statusCode } of await Promise.all(attempts)) {
    counted[statusCode] = (counted[statusCode] ?? 0) + 1;
  }
  return counted;
};

const ask = (email: string, device?: string) =>
  service.post('/request-password-reset', { email }, { headers: device ? { cookie: device } : {} });

const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index));

/** Gives the account this number of failures just now, each from another address. */
const guessed = async (email: string, failures: number): Promise<void> => {
  await database.sql('truncate password_guesses');
  await attempt(email, 'wrong', { address: '198.51.100.1' });
  await database.sql(
    `update password_guesses set guesses = (
       select jsonb_agg(jsonb_build_array(guesses #> '{0,0}', 'place ' || n))
       from generate_series(1, $1) n)`,
    [failures],
  );
};

describe('guesses from unknown devices at one account and address', () => {
  test('are checked one at a time, with pauses that double up to a minute', async () => {
    for (const pause of [0, 1, 2, 4, 8, 16, 32, 60, 60]) {
      const reply = attempt(anna, 'wrong');
      if (pause > 0) await clock.sleeping(1);
      clock.pass(pause);
      expect((await reply).statusCode).toBe(401);
    }
    expect(clock.waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
  });

  test('wait three at a time; more are refused and told when to try again', async () => {
    const replies = times(10, () => attempt(anna, 'wrong'));
    for (const pause of [1, 2, 4]) {
      await clock.sleeping(1);
      clock.pass(pause);
    }
    expect(await statuses(replies)).toEqual({ 401: 4, 429: 6 });
    const refused = (await Promise.all(replies)).find(({ statusCode }) => statusCode === 429);
    expect(refused?.headers['retry-after']).toBe('60');
    expect(refused?.json()).toEqual({
      message:
        'Too many failed attempts. Please try again in 1 minute, or open the link that lets this device in: it is mailed to the address of the account.',
      error: 'too_many_requests',
    });
    expect(service.notices).toEqual([`device_link ${anna}`]);
  });

  test('share their pauses across processes, without holding a database connection', async () => {
    const replies = times(4, (index) =>
      attempt(anna, 'wrong', { via: index % 2 ? service : secondProcess }),
    );
    // One was checked. Of the others, each process lets one wait for the clock, and the rest behind it.
    await clock.sleeping(2);
    // Its failure is stored.
    await Promise.race(replies);
    const { rows } = await database.sql(
      `select from pg_stat_activity
       where datname = current_database() and backend_type = 'client backend'
         and state <> 'idle' and pid <> pg_backend_pid()`,
    );
    expect(rows).toEqual([]);
    const all = statuses(replies);
    const asleep = (): Promise<'asleep'> => clock.sleeping(1).then(() => 'asleep');
    while ((await Promise.race([asleep(), all])) === 'asleep') clock.pass(60);
    expect(await all).toEqual({ 401: 4 });
  });

  test('do not affect other accounts or other addresses', async () => {
    await attempt(anna, 'wrong');
    const bert = await person();
    expect((await attempt(bert, password)).statusCode).toBe(200);
    expect((await attempt(anna, password, { address: '192.0.2.2' })).statusCode).toBe(200);
    expect(clock.waits).toEqual([]);
  });

  test('are counted per IPv6 network, alike for both forms of an IPv4 address, ignoring headers', async () => {
    for (const [one, other] of [
      ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9'],
      ['192.0.2.7', '::ffff:192.0.2.7'],
    ] as const) {
      await attempt(anna, 'wrong', { address: one });
      const headers = { 'x-forwarded-for': '198.51.100.7', forwarded: 'for=198.51.100.7' };
      const reply = attempt(` ${anna.toUpperCase()}`, password, { address: other, headers });
      await clock.sleeping(1);
      clock.pass(60);
      expect((await reply).statusCode).toBe(200);
    }
    expect(clock.waits).toEqual([1, 1]);
    await attempt(anna, 'wrong', { address: '2001:db8:1:2::1' });
    expect((await attempt(anna, password, { address: '2001:db8:1:3::1' })).statusCode).toBe(200);
  });

  test('at many invented accounts do not lock out others at the same address', async () => {
    const invented = times(60, (index) => attempt(`invented${index}@example.edu`, 'wrong'));
    expect((await attempt(anna, password)).statusCode).toBe(200);
    expect(await statuses(invented)).toEqual({ 401: 60 });
  });

  test('do not include correct passwords or invalid requests', async () => {
    for (let at = 0; at < 12; at += 1) await attempt(anna, password);
    await service.post('/sign-in/email', { email: anna });
    expect((await attempt(anna, 'wrong')).statusCode).toBe(401);
    expect(clock.waits).toEqual([]);
  });
});

describe('guesses at one account from unknown devices anywhere', () => {
  test('are checked a hundred times an hour; then the owner is mailed a link to get in', async () => {
    for (const email of [anna, 'nobody@example.edu']) {
      service.notices.length = 0;
      await guessed(email, 99);
      expect((await attempt(email, 'wrong')).statusCode).toBe(401);
      expect(service.notices).toEqual([`sign_in_warning ${email}`]);
      const refused = await attempt(email, password, { address: '192.0.2.2' });
      expect(refused.statusCode).toBe(429);
      expect(refused.headers['retry-after']).toBe('3600');
      expect(refused.json<{ message: string }>().message).toContain('in 60 minutes, or open');
      expect(refused.cookies).toEqual([]);
      expect(service.notices).toEqual([`sign_in_warning ${email}`, `device_link ${email}`]);
      await attempt(email, password);
      expect(service.notices).toHaveLength(2);
      expect((await attempt(email, password, { via: secondProcess })).statusCode).toBe(429);
    }
    clock.pass(3600);
    expect((await attempt(anna, password)).statusCode).toBe(200);
  });

  test('are forgotten and deleted after an hour', async () => {
    await guessed(anna, 50);
    clock.pass(2 * 3600);
    await attempt(await person(), 'wrong');
    await attempt(await person(), 'wrong');
    const { rows } = await database.sql<{ count: number }>(
      'select count(*)::int as count from password_guesses where ends_at <= to_timestamp($1)',
      [clock.now() / 1000],
    );
    expect(rows).toEqual([{ count: 0 }]);
  });
});

describe('a device that has signed in before', () => {
  test('is recognised by a lasting cookie that scripts and other sites cannot reach', async () => {
    const reply = await attempt(anna, password);
    const device = reply.cookies.find(({ name }) => name === 'campus.device');
    expect(device).toEqual({
      name: 'campus.device',
      value: expect.stringMatching(/^[\w-]{43}\.\d{10}\.[\w-]{43}$/),
      httpOnly: true,
      sameSite: 'Lax',
      path: '/identity',
      maxAge: 400 * 24 * 60 * 60,
    });
    const out = await service.post('/sign-out', undefined, {
      headers: { cookie: cookiesOf(reply).join('; ') },
    });
    expect(out.cookies.map(({ name }) => name)).not.toContain('campus.device');
  });

  test('gets in while unknown devices have used up every attempt for the account', async () => {
    const device = await deviceOf(anna);
    await guessed(anna, 100);
    expect((await attempt(anna, password)).statusCode).toBe(429);
    expect((await attempt(anna, password, { device })).statusCode).toBe(200);
  });

  test('may fail ten times in 15 minutes, even across two processes', async () => {
    const [device, other] = [await deviceOf(anna), await deviceOf(anna)];
    const attempts = times(10, (index) =>
      attempt(anna, 'wrong', { device, via: index % 2 ? service : secondProcess }),
    );
    expect(await statuses(attempts)).toEqual({ 401: 10 });
    expect(service.notices.concat(secondProcess.notices)).toContain(`sign_in_warning ${anna}`);
    const refused = await attempt(anna, password, { device });
    expect(refused.statusCode).toBe(429);
    expect(refused.headers['retry-after']).toBe('900');
    expect(refused.json()).toEqual({
      message: 'Too many failed attempts. Please try again in 15 minutes.',
      error: 'too_many_requests',
    });
    expect(clock.waits).toEqual([]);

    expect((await attempt(anna, password, { device: other })).statusCode).toBe(200);
    expect((await attempt(anna, password, { address: '192.0.2.9' })).statusCode).toBe(200);
    clock.pass(15 * 60);
    expect((await attempt(anna, password, { device })).statusCode).toBe(200);
  });

  test('is known to every account that signed in on it, and to no other', async () => {
    const [bert, cora] = [await person(), await person()];
    const device = await deviceOf(bert, await deviceOf(anna));
    await Promise.all([anna, bert, cora].map((email) => attempt(email, 'wrong')));
    expect((await attempt(bert, password, { device })).statusCode).toBe(200);
    const again = await deviceOf(bert, await deviceOf(anna));
    expect((await attempt(anna, password, { device: again })).statusCode).toBe(200);
    expect(clock.waits).toEqual([]);
    const reply = attempt(cora, password, { device: again });
    await clock.sleeping(1);
    clock.pass(1);
    expect((await reply).statusCode).toBe(200);
  });

  test('has its limits for each account, whoever else signs in on it meanwhile', async () => {
    const eve = await person();
    let device = await deviceOf(eve, await deviceOf(anna));
    service.resetRequests.length = 0;
    for (let at = 0; at < 10; at += 1) {
      expect((await attempt(anna, 'wrong', { device })).statusCode).toBe(401);
      await ask(anna, device);
      device = await deviceOf(eve, device);
    }
    expect((await attempt(anna, password, { device })).statusCode).toBe(429);
    expect(service.resetRequests.filter((one) => one === `${anna}, own`)).toHaveLength(3);
  });

  test('is not recognised by a cookie that is forged, expired or copied before the last sign-in', async () => {
    const copied = await deviceOf(anna);
    const device = await deviceOf(anna, copied);
    const [id = '', until = '', mac = ''] = device.replace('campus.device=', '').split('.');
    await guessed(anna, 100);
    for (const cookie of [
      copied,
      `campus.device=${id}.${until}.${mac.slice(0, -2)}xx`,
      `campus.device=${id}.${Number(until) + 1}.${mac}`,
      `campus.device=${id}`,
      'campus.device=',
    ]) {
      expect((await attempt(anna, password, { device: cookie })).statusCode, cookie).toBe(429);
    }
    expect((await attempt(anna, 'wrong', { device })).statusCode).toBe(401);
    clock.pass(401 * 24 * 60 * 60);
    await guessed(anna, 100);
    expect((await attempt(anna, password, { device })).statusCode).toBe(429);
  });

  test('is not recognised after the password was changed elsewhere', async () => {
    const device = await deviceOf(anna);
    const { subject = '' } = (await service.identity.describeAccount({ email: anna })) ?? {};
    const token = await service.identity.passwordToken(subject, 'reset', 'x');
    const reset = await service.post('/reset-password', { token, newPassword: 'battery staple' });
    await guessed(anna, 100);
    expect((await attempt(anna, 'battery staple', { device })).statusCode).toBe(429);
    const own = { device: deviceIn(reset) };
    expect((await attempt(anna, 'battery staple', own)).statusCode).toBe(200);
  });

  test('is forgotten once twenty others have signed in since', async () => {
    const first = await deviceOf(anna);
    for (let at = 0; at < 20; at += 1) await deviceOf(anna);
    const { rows } = await database.sql(
      'select from known_device join "user" on id = "userId" where email = $1',
      [anna],
    );
    expect(rows).toHaveLength(20);
    await guessed(anna, 100);
    expect((await attempt(anna, password, { device: first })).statusCode).toBe(429);
  });
});

describe('the link to admit a device', () => {
  const tokenOf = async (purpose: 'device' | 'reset' = 'device') => {
    const { subject = '' } = (await service.identity.describeAccount({ email: anna })) ?? {};
    return (await service.identity.passwordToken(subject, purpose, `${made}`)) ?? '';
  };
  const open = (token: unknown) => service.post('/device-link', { token });

  test('works once and lets the device sign in, but still needs the password', async () => {
    await guessed(anna, 100);
    const token = await tokenOf();
    const admitted = await open(token);
    expect(admitted.json()).toEqual({ status: 'device_known' });
    expect(admitted.cookies.map(({ name }) => name)).toEqual(['campus.device']);
    const device = deviceIn(admitted);
    expect((await attempt(anna, 'wrong', { device })).statusCode).toBe(401);
    expect((await attempt(anna, password, { device })).statusCode).toBe(200);
    expect((await open(token)).json()).toMatchObject({ error: 'link_used' });
  });

  test('expires, and cannot be exchanged with a link to choose a password', async () => {
    const token = await tokenOf();
    for (const path of ['/reset-password', '/password-link']) {
      const reply = await service.post(path, {
        token,
        ...(path === '/reset-password' && { newPassword: 'another one' }),
      });
      expect(reply.body).toContain('unknown');
    }
    expect((await open(await tokenOf('reset'))).json()).toMatchObject({ error: 'link_unknown' });
    await database.sql('update password_link set expires_at = now()');
    expect((await open(token)).json()).toMatchObject({ error: 'link_expired' });
    expect((await open(7)).statusCode).toBe(422);
  });
});

describe('requesting a password reset', () => {
  test('is never refused, whatever others request from the same address', async () => {
    service.resetRequests.length = 0;
    const asked = times(120, (index) => ask(`invented${index}@example.edu`));
    expect(await statuses([...asked, ...times(10, () => ask(anna))])).toEqual({ 200: 130 });
    expect(service.resetRequests).toHaveLength(130);
  });

  test('on a device the owner has used is marked as the owner’s own, three times', async () => {
    const device = await deviceOf(anna);
    service.resetRequests.length = 0;
    for (let at = 0; at < 4; at += 1) await ask(anna, device);
    await ask(anna, 'campus.device=x');
    await ask('nobody@example.edu', device);
    expect(service.resetRequests).toEqual([
      ...times(3, () => `${anna}, own`),
      anna,
      anna,
      'nobody@example.edu',
    ]);
  });
});
