import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { codeOf } from '../../identity/src/testing/authenticator.ts';
import { type Campus, createCampus } from './campus.ts';
import { createClock, type DatabaseClock, timeAt } from './clock.ts';
import { demoAccounts, demoPassword } from './demo/index.ts';
import { askForAssignment, handIn, setDeadline } from './testing/assignments.ts';
import { type CampusProcess, startProcess } from './testing/campus-process.ts';
import { openInbox } from './testing/inbox.ts';
import type { Person } from './testing/make.ts';
import { testCampus, type TestCampus } from './testing/test-campus.ts';
import { testDatabase, type TestDatabase } from './testing/test-database.ts';

const MINUTE = 60_000;

/** The clock of a machine that is ahead of the database, already adjusted to it. */
const machineAhead = async (minutes: number): Promise<DatabaseClock> => {
  const clock = createClock({ machine: () => Date.now() + minutes * MINUTE });
  // The database runs on this machine.
  await clock.follow(() => Promise.resolve({ databaseTime: Date.now() }));
  return clock;
};

let database: TestDatabase;
/** Two processes on one database; the first one's machine is 20 minutes ahead. */
let fast: TestCampus;
let right: TestCampus;

beforeAll(async () => {
  database = await testDatabase();
  const open = async (minutes: number) =>
    testCampus({
      database,
      withIdentity: true,
      timezone: 'UTC',
      clock: await machineAhead(minutes),
    });
  [fast, right] = [await open(20), await open(0)];
});
afterAll(async () => {
  await fast.app.close();
  await fast.identity.close();
  await right.close();
});

const password = 'correct horse';
const withAccount = async (person: Person): Promise<Person> => {
  const { email, name } = person;
  await fast.identity.createAccount({ email, name, password, emailVerified: true });
  return person;
};
/** Signs a person in at one process and returns an ID token. */
const tokenFrom = async (campus: TestCampus, { email }: Person): Promise<string> => {
  const signedIn = await campus.signIn(email, password);
  return (await signedIn.get('/identity/token')).body.token;
};
const statusAt = async (campus: TestCampus, token: string): Promise<number> =>
  (await campus.nobody.get('/api/campus', { authorization: `Bearer ${token}` })).status;
const claimsOf = (token: string): { iat: number; exp: number; auth_time: number } =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

describe('two processes, one on a machine that is 20 minutes ahead', () => {
  test('issue and accept tokens with the same times, and both refuse those from before a sign-out', async () => {
    const person = await withAccount(await right.make.student());
    for (const [at, other] of [
      [fast, right],
      [right, fast],
    ] as const) {
      const before = (await timeAt(database)).databaseTime;
      const token = await tokenFrom(at, person);
      const after = (await timeAt(database)).databaseTime;
      const { iat, exp, auth_time } = claimsOf(token);
      for (const said of [iat, auth_time, exp - 15 * 60]) {
        expect(said * 1000).toBeGreaterThan(before - 1500);
        expect(said * 1000).toBeLessThan(after + 500);
      }
      expect([await statusAt(at, token), await statusAt(other, token)]).toEqual([200, 200]);
      const signOut = await other.nobody.post('/api/auth/logout', undefined, {
        authorization: `Bearer ${token}`,
      });
      expect(signOut.status).toBe(204);
      expect([await statusAt(at, token), await statusAt(other, token)]).toEqual([401, 401]);
      expect(await statusAt(other, await tokenFrom(at, person))).toBe(200);
    }
  });

  test.each([
    ['ahead', 1],
    ['behind', -1],
  ])(
    'agree on what came first, a sign-out or a sign-in, even while one is a minute %s',
    async (_case, minutes) => {
      const clock = createClock({ machine: () => Date.now() + minutes * MINUTE });
      const wrong = await testCampus({ database, withIdentity: true, clock });
      onTestFinished(async () => {
        await wrong.app.close();
        await wrong.identity.close();
      });
      const person = await withAccount(await right.make.student());
      for (const [at, other] of [
        [wrong, right],
        [right, wrong],
      ] as const) {
        const token = await tokenFrom(at, person);
        await other.nobody.post('/api/auth/logout', undefined, {
          authorization: `Bearer ${token}`,
        });
        expect(await statusAt(other, token)).toBe(401);
        expect(await statusAt(other, await tokenFrom(at, person))).toBe(200);
      }
    },
  );

  test('agree on when work is handed in too late', async () => {
    const teacher = await right.make.teacher();
    const ada = await right.make.student();
    const { id: term } = await right.make.term();
    const { id: subject } = await right.make.subject({ term_id: term, teacher_id: teacher.id }, [
      ada,
    ]);
    const open = (await askForAssignment(right, teacher, subject)).body;
    const dueIn = async (minutes: number) => {
      const { databaseTime } = await timeAt(database);
      // Whole minutes, as people enter them.
      const at = (Math.floor(databaseTime / MINUTE) + minutes) * MINUTE;
      await setDeadline(right, open.id, new Date(at).toISOString());
      const seen = [fast, right].map((campus) =>
        campus.as(teacher).get(`/api/assignments/${open.id}`),
      );
      return (await Promise.all(seen)).map(({ body }) => body.assignment.past);
    };
    expect(await dueIn(5)).toEqual([false, false]);
    expect((await handIn(fast, ada, open.id)).status).toBe(201);
    expect(await dueIn(-5)).toEqual([true, true]);
    expect((await handIn(fast, ada, open.id)).status).toBe(409);
  });

  test('send each mail once', async () => {
    const inboxes = [await openInbox(fast), await openInbox(right)];
    onTestFinished(async () => void (await Promise.all(inboxes.map((one) => one.close()))));
    const admin = right.as(await right.make.admin());
    const emails = Array.from({ length: 12 }, (_, at) => `new${at}@example.edu`);
    for (const email of emails)
      await admin.post('/api/uploadStudent', { name: 'Ada Lovelace', email });
    await Promise.all(inboxes.map(({ worker }) => worker.workThrough()));
    const sent = inboxes.flatMap(({ server }) => server.mails.flatMap(({ to }) => to));
    expect(sent.toSorted()).toEqual(emails.toSorted());
  });
});

test('two processes agree on what day it is around midnight', async () => {
  const midnight = Date.parse('2026-03-12T00:00:00Z');
  const campusAt = async (ahead: number, time: number): Promise<Campus> => {
    const clock = createClock({ machine: () => time + ahead });
    await clock.follow(() => Promise.resolve({ databaseTime: time }));
    return createCampus({ db: database, timezone: 'UTC', clock });
  };
  for (const [time, day] of [
    [midnight - MINUTE, '2026-03-11'],
    [midnight + MINUTE, '2026-03-12'],
  ] as const)
    for (const minutes of [-20, 0, 20])
      expect((await campusAt(minutes * MINUTE, time)).today()).toBe(day);
});

test('a clock is corrected by no more than it can measure, and follows a new database after a failover', async () => {
  let machine = 1_000_000;
  const clock = createClock({ machine: () => machine });
  const ask = (ahead: number, journey: number) =>
    clock.follow(() => {
      const databaseTime = machine + ahead;
      machine += journey;
      return Promise.resolve({ databaseTime });
    });
  // The reply took 100 ms: the clocks may differ by 90 ms or not at all.
  await ask(90, 100);
  expect(clock.behind).toBe(0);
  await ask(90, 0);
  expect(clock.behind).toBe(90);
  await ask(-1_200_000, 2);
  expect(clock.now()).toBe(machine - 1_200_001);
});

/** Simulates a wrong machine clock for a whole process, including its libraries. */
const shifted = `const Machine = Date;
  globalThis.Date = class extends Machine {
    constructor(...given) { super(...(given.length === 0 ? [Machine.now() + ${20 * MINUTE}] : given)); }
    static now() { return Machine.now() + ${20 * MINUTE}; }
  };`;

test('a process on a machine with a wrong clock accepts codes, and each accepts the other’s sessions and challenges', async () => {
  const own = await testDatabase();
  const processes: CampusProcess[] = [];
  onTestFinished(async () => {
    for (const one of processes) one.signal('SIGTERM');
    await Promise.all(processes.map(({ exit }) => exit));
    await own.drop();
  });
  const start = async (more: NodeJS.ProcessEnv = {}) => {
    const started = startProcess({
      DATABASE_URL: own.connection.connectionString,
      IDENTITY_SECRET: 'a secret of at least thirty-two characters',
      CAMPUS_DEMO: '1',
      CAMPUS_TIMEZONE: 'UTC',
      ...more,
    });
    processes.push(started);
    const [, origin = ''] = await started.says(/Campus is ready at (http:\S+)/);
    return async (path: string, body?: object, cookie = ''): Promise<Response> =>
      fetch(`${origin}${path}`, {
        headers: { 'content-type': 'application/json', origin, cookie },
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      });
  };
  const ahead = await start({
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(shifted)}`,
  });
  const other = await start();

  const cookiesOf = (from: Response): string =>
    from.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ');
  for (const [at, next, email] of [
    [other, ahead, demoAccounts.teacher],
    [ahead, other, demoAccounts.student],
  ] as const) {
    const who = { email, password: demoPassword };
    const first = cookiesOf(await at('/identity/sign-in/email', who));
    const begun = await at('/identity/second-factor/begin', {}, first);
    const { key } = (await begun.json()) as { key: string };
    const confirmed = await at('/identity/second-factor/confirm', { code: codeOf(key) }, first);
    expect(confirmed.status).toBe(200);
    const challenge = cookiesOf(await at('/identity/sign-in/email', who));
    const signedIn = await next(
      '/identity/sign-in/second-factor',
      // The next code, which is accepted already: the former one might have expired by now.
      { code: codeOf(key, 1) },
      challenge,
    );
    expect(signedIn.status).toBe(200);
    const { token } = (await (
      await at('/identity/token', undefined, cookiesOf(signedIn))
    ).json()) as { token: string };
    expect(claimsOf(token).iat).toBeLessThan(Date.now() / 1000 + 5);
    for (const one of [at, next]) {
      const login = await one('/api/auth/login', { idToken: token });
      expect(login.status).toBe(200);
    }
  }
});
