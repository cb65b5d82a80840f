import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hashPassword } from './index.ts';
import { openDatabase, openDoor, type Door, type TestDatabase } from './testing/identity-door.ts';

const password = 'correct horse';
let database: TestDatabase;
let door: Door;
let secondProcess: Door;

beforeAll(async () => {
  database = await openDatabase();
  door = await openDoor(database.connection);
  secondProcess = await openDoor(database.connection);
  const passwordHash = await hashPassword(password);
  await door.identity.createAccounts(
    ['anna', 'bert', 'cora'].map((name) => ({
      email: `${name}@example.edu`,
      name,
      passwordHash,
      emailVerified: true,
    })),
  );
});
beforeEach(async () => {
  await database.sql('truncate sign_in_failure');
});
afterAll(async () => {
  await door.close();
  await secondProcess.close();
  await database.drop();
});

function attempt(
  who: string,
  secret: string,
  from = '192.0.2.1',
  { via = door, headers = {} }: { via?: Door; headers?: Record<string, string> } = {},
) {
  return via.post(
    '/sign-in/email',
    { email: `${who}@example.edu`, password: secret },
    { remoteAddress: from, headers },
  );
}

async function statuses(attempts: Promise<{ statusCode: number }>[]) {
  const counted: Record<number, number> = {};
  for (const { statusCode } of await Promise.all(attempts)) {
    counted[statusCode] = (counted[statusCode] ?? 0) + 1;
  }
  return counted;
}

const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index));

describe('failed sign-ins of one account from one address', () => {
  test('are refused after ten, also when thirty are made at once at two processes', async () => {
    const attempts = times(30, (index) =>
      attempt('anna', 'wrong', '192.0.2.1', { via: index % 2 ? door : secondProcess }),
    );
    expect(await statuses(attempts)).toEqual({ 401: 10, 429: 20 });
  });

  test('then refuse the right password too, and say for how long', async () => {
    await statuses(times(10, () => attempt('anna', 'wrong')));
    const reply = await attempt('anna', password);
    expect(reply.statusCode).toBe(429);
    expect(reply.json()).toEqual({
      message: 'Too many failed attempts. Please try again in 15 minutes.',
      error: 'too_many_requests',
    });
    const seconds = Number(reply.headers['retry-after']);
    expect(seconds).toBeGreaterThan(840);
    expect(seconds).toBeLessThanOrEqual(900);
    expect(reply.cookies).toEqual([]);
  });

  test('leave other accounts and other addresses alone', async () => {
    await statuses(times(11, () => attempt('anna', 'wrong')));
    expect((await attempt('bert', password)).statusCode).toBe(200);
    expect((await attempt('anna', password, '192.0.2.2')).statusCode).toBe(200);
  });

  test('count alike for an e-mail without an account', async () => {
    const attempts = times(12, () => attempt('nobody', 'wrong'));
    expect(await statuses(attempts)).toEqual({ 401: 10, 429: 2 });
  });

  test('count as one however the e-mail is written', async () => {
    await statuses(times(10, () => attempt('anna', 'wrong')));
    expect((await attempt(' ANNA', password)).statusCode).toBe(429);
  });

  test('are forgotten after a quarter of an hour, and cleared away', async () => {
    await statuses(times(11, () => attempt('anna', 'wrong')));
    await database.sql(`update sign_in_failure set ends_at = now() - interval '1 second'`);
    expect((await attempt('anna', password)).statusCode).toBe(200);
    await database.sql(`update sign_in_failure set ends_at = now() - interval '1 second'`);
    await attempt('bert', 'wrong', '192.0.2.9');
    const { rows } = await database.sql('select failures from sign_in_failure');
    expect(rows).toEqual([{ failures: 1 }, { failures: 1 }]);
  });
});

describe('successful sign-ins', () => {
  test('are never refused, thirty at once', async () => {
    expect(await statuses(times(30, () => attempt('anna', password)))).toEqual({ 200: 30 });
  });

  test('use up none of the ten failures', async () => {
    await statuses(times(12, () => attempt('anna', password)));
    expect(await statuses(times(11, () => attempt('anna', 'wrong')))).toEqual({ 401: 10, 429: 1 });
  });

  test('neither do requests that are no sign-in', async () => {
    await statuses(times(12, () => door.post('/sign-in/email', { email: 'anna@example.edu' })));
    const { rows } = await database.sql('select * from sign_in_failure');
    expect(rows).toEqual([]);
  });
});

describe('failed sign-ins from one address', () => {
  async function failuresSoFar(count: number, from: string) {
    await attempt('anna', 'wrong', from);
    await attempt('bert', 'wrong', from);
    await database.sql('update sign_in_failure set failures = $1 where failures = 2', [count]);
  }

  test('are refused after three hundred, whoever is tried', async () => {
    await failuresSoFar(299, '192.0.2.1');
    expect((await attempt('cora', 'wrong')).statusCode).toBe(401);
    const refused = await attempt('cora', password);
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(840);
    expect((await attempt('cora', password, '192.0.2.2')).statusCode).toBe(200);
  });

  test('are not used up by successful sign-ins', async () => {
    await failuresSoFar(299, '192.0.2.1');
    for (const who of ['anna', 'bert', 'cora']) {
      expect((await attempt(who, password)).statusCode).toBe(200);
    }
    expect((await attempt('cora', 'wrong')).statusCode).toBe(401);
    expect((await attempt('cora', password)).statusCode).toBe(429);
  });

  test('do not count against an account while its address is refused', async () => {
    await failuresSoFar(300, '192.0.2.1');
    expect(await statuses(times(12, () => attempt('cora', password)))).toEqual({ 429: 12 });
    await database.sql('update sign_in_failure set failures = 0 where failures = 300');
    expect(await statuses(times(11, () => attempt('cora', 'wrong')))).toEqual({ 401: 10, 429: 1 });
  });

  test('count the address of the connection, not one that the caller names', async () => {
    await failuresSoFar(300, '192.0.2.1');
    const reply = await attempt('cora', password, '192.0.2.1', {
      headers: {
        'x-forwarded-for': '198.51.100.7',
        'x-real-ip': '198.51.100.7',
        'x-campus-client-ip': '198.51.100.7',
        forwarded: 'for=198.51.100.7',
      },
    });
    expect(reply.statusCode).toBe(429);
  });

  test('count an IPv6 network as one address, and IPv4 the same in both spellings', async () => {
    await failuresSoFar(300, '2001:db8:1:2::1');
    expect((await attempt('cora', password, '2001:db8:1:2:ffff::9')).statusCode).toBe(429);
    expect((await attempt('cora', password, '2001:db8:1:3::1')).statusCode).toBe(200);
    await failuresSoFar(300, '192.0.2.1');
    expect((await attempt('cora', password, '::ffff:192.0.2.1')).statusCode).toBe(429);
  });
});
