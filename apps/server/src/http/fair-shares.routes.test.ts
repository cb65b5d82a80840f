import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultTimes } from '../db/database.ts';
import { withClient } from '../db/connection.ts';
import { countWaiting } from '../testing/locks.ts';
import { type Answer, type Caller, testCampus, type TestCampus } from '../testing/test-campus.ts';
import { sendForm } from '../testing/upload.ts';

const announcements = '/api/all/announcement';

/** Runs the work while a table is locked even against reads. */
const whileLocked = <T>(
  { database }: TestCampus,
  work: () => Promise<T>,
  table = 'announcements',
): Promise<T> =>
  withClient(database.connection, async (client) => {
    await client.query(`begin; lock table ${table} in access exclusive mode`);
    const result = await work();
    await client.query('commit');
    return result;
  });

const many = (amount: number, ask: (index: number) => Promise<Answer<unknown>>) =>
  Array.from({ length: amount }, (_, index) => ask(index));

/** Waits until at least `amount` statements wait for a lock; returns their number. */
const waitingForLock = async ({ database }: TestCampus, amount: number): Promise<number> => {
  for (;;) {
    const waiting = await countWaiting(database);
    if (waiting >= amount) return waiting;
  }
};

describe('while a table is locked', () => {
  let campus: TestCampus;
  let students: Caller[];

  beforeAll(async () => {
    campus = await testCampus({ withIdentity: true });
    students = await Promise.all(
      Array.from({ length: 30 }, async () => campus.as(await campus.make.student())),
    );
  });
  afterAll(() => campus.close());

  test('requests that need it wait, and all others are answered, including readiness and sign-in', async () => {
    const admin = campus.as(await campus.make.admin());
    const waiting = await whileLocked(campus, async () => {
      const held = students.map((student) => student.get(announcements));
      await waitingForLock(campus, 1);
      for (const student of students)
        expect((await student.get('/api/library/books')).status).toBe(200);
      expect((await admin.get('/api/AdminDashboard/students/count')).status).toBe(200);
      await campus.database.pool.query('select 1');
      await campus.identity.ready();
      expect((await campus.nobody.get('/identity/jwks')).status).toBe(200);
      return held;
    });
    for (const answer of await Promise.all(waiting)) expect(answer.status).toBe(200);
  });

  test('one whole list is read at a time, and pages of the same list do not wait for them', async () => {
    const held = await whileLocked(campus, async () => {
      const whole = students.map((student) => student.get(announcements));
      await waitingForLock(campus, 1);
      const pages = students.map((student) => student.get(`${announcements}?limit=1`));
      expect(await waitingForLock(campus, 5)).toBe(5);
      return [...whole, ...pages];
    });
    for (const answer of await Promise.all(held)) expect(answer.status).toBe(200);
  });

  test('one person gets three connections; their other requests wait in a queue of limited length', async () => {
    const greedy = campus.as(await campus.make.admin());
    const [other] = students as [Caller];
    const send = () => greedy.post('/api/admin/announcement', { title: 'Tea', message: 'At 4.' });
    const { held, refused } = await whileLocked(campus, async () => {
      const asked = many(3 + 256 + 1, send);
      // Which one finds the queue full is random; only that one is answered.
      const surplus = await Promise.race(asked);
      expect(await waitingForLock(campus, 3)).toBe(3);
      expect((await other.get('/api/library/books')).status).toBe(200);
      return { held: asked, refused: surplus };
    });
    expect(refused).toMatchObject({
      status: 429,
      headers: { 'retry-after': '2' },
      body: {
        error: 'too_many_requests',
        message:
          'You sent too many requests at once. Please wait until some are answered, then try again.',
      },
    });
    const statuses = (await Promise.all(held)).map(({ status }) => status);
    expect(statuses.filter((status) => status !== 201)).toEqual([429]);
  });

  test('a visitor takes nothing of the share of a person whose id the request has', async () => {
    const person = await campus.make.student();
    const feed = `/api/calendar-feed/${'a'.repeat(43)}.ics`;
    const visit = () => campus.nobody.get(feed, { 'x-request-id': person.id });
    const visits = await whileLocked(
      campus,
      async () => {
        const held = many(3, visit);
        await waitingForLock(campus, 3);
        expect((await campus.as(person).get('/api/library/books')).status).toBe(200);
        return held;
      },
      'event_feeds',
    );
    // 503, had the person waited until the visitors were refused.
    for (const answer of await Promise.all(visits)) expect(answer.status).toBe(404);
  });
});

describe('with short timeouts', () => {
  const lines: Record<string, unknown>[] = [];
  let campus: TestCampus;
  let admin: Caller;

  beforeAll(async () => {
    campus = await testCampus({
      times: { ...defaultTimes, lock: 20 },
      logger: pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) }),
    });
    admin = campus.as(await campus.make.admin());
  });
  afterAll(() => campus.close());

  test('a request that meets a locked table is told to retry, with one line in the log and no stack', async () => {
    const answers = await whileLocked(campus, () => {
      lines.length = 0;
      return Promise.all(many(8, () => admin.get(announcements)));
    });
    for (const answer of answers)
      expect(answer).toMatchObject({
        status: 503,
        headers: { 'retry-after': '2' },
        body: {
          error: 'unavailable',
          message:
            'Someone else is changing this at the moment. Nothing was stored; please try again in a moment.',
        },
      });
    expect(lines).toHaveLength(answers.length);
    for (const line of lines) {
      expect(line).toMatchObject({ level: 40, status: 503, route: announcements });
      expect(line['reason']).toMatch(/lock timeout|LOCKED/);
      expect(JSON.stringify(line)).not.toContain('stack');
    }
    expect((await admin.get(announcements)).status).toBe(200);
  });

  test.each([
    ['57014', 'This took too long and was stopped. Nothing was stored; please try again.'],
    ['25P03', 'This was idle for too long and was stopped. Nothing was stored; please try again.'],
    [
      '25006',
      'The database can only be read at the moment. Nothing was stored; please try again in a moment.',
    ],
  ])('a request that the database ends with %s is told to retry', async (code, message) => {
    await campus.database.asOwner(`
      create or replace function give_up() returns trigger language plpgsql as $$
      begin
        raise exception 'given up' using errcode = '${code}';
      end
      $$;
      create or replace trigger give_up before insert on announcements
        execute function give_up()`);
    const answer = await admin.post('/api/admin/announcement', { title: 'Tea', message: 'At 4.' });
    expect(answer).toMatchObject({ status: 503, body: { error: 'unavailable', message } });
    expect(answer.headers['retry-after']).toBe('2');
  });

  test('a whole list is given more time than one record', async () => {
    await campus.database.asOwner(`
      create table bounds (name text, bound text);
      grant all on bounds to public;
      create function note_bounds() returns trigger language plpgsql as $$
      begin
        insert into bounds
        values (new.name, current_setting('lock_timeout') || ' ' || current_setting('statement_timeout'));
        return new;
      end
      $$;
      create trigger note_bounds after insert on people
        for each row execute function note_bounds()`);
    const stored = await sendForm(admin, '/api/uploadStudentDetails', [
      { name: 'students.csv', content: 'Name,Email\nListed,listed@example.edu\n' },
    ]);
    expect(stored).toMatchObject({ status: 200 });
    await campus.make.student({ name: 'Single' });
    const { rows } = await campus.database.pool.query('select * from bounds order by name');
    expect(rows).toEqual([
      { name: 'Listed', bound: '5min 15min' },
      { name: 'Single', bound: '20ms 30s' },
    ]);
  });
});
