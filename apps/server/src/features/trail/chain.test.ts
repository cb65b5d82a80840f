import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Person } from '../../testing/make.ts';
import { operate, operateFailing } from '../../testing/operate.ts';
import { testCampus, type TestCampus } from '../../testing/test-campus.ts';
import { sealTrail } from './chain.ts';
import { trailJobs, verifyTrail } from './index.ts';

let campus: TestCampus;
let admin: Person;

beforeEach(async () => {
  campus = await testCampus();
  admin = await campus.make.admin();
});
afterEach(() => campus.close());

const announce = (message: string) => campus.as(admin).post('/api/admin/announcement', { message });
/** Adds so many entries, each sealed in its own segment. */
const sealed = async (acts: number): Promise<void> => {
  for (let n = 1; n <= acts; n += 1) {
    expect((await announce(`Number ${n}`)).status).toBe(201);
    await sealTrail(campus.database);
  }
};
/** Runs a statement as the owner of the tables, with triggers disabled. */
const tamper = (statement: string) =>
  campus.database.asOwner(
    `begin; set local session_replication_role = replica; ${statement}; commit`,
  );
const problem = async (): Promise<string | null> => (await verifyTrail(campus.database)).problem;

describe('a trail that nobody has tampered with', () => {
  test('is unbroken when empty, with waiting entries, and when sealed', async () => {
    const empty = await verifyTrail(campus.database);
    expect(empty).toMatchObject({ problem: null, segments: 0 });
    await announce('Tea');
    expect(await problem()).toBeNull();
    await sealed(3);
    const verdict = await verifyTrail(campus.database);
    expect(verdict).toMatchObject({ problem: null, segments: 3, entries: 4 });
    expect(verdict.digest).toMatch(/^[0-9a-f]{64}$/);
    expect((await verifyTrail(campus.database, empty.digest)).problem).toBeNull();
  });

  test('loses no acts that are committed while others are being sealed', async () => {
    const late = await campus.database.pool.connect();
    await late.query('begin');
    await late.query(
      `with entry as (insert into trail (kind, role) values ('backup_made', 'operator') returning id)
       insert into trail_pending select id from entry`,
    );
    const writing = Promise.all(Array.from({ length: 40 }, (_, n) => announce(`At once ${n}`)));
    const sealing = Promise.all(Array.from({ length: 8 }, () => sealTrail(campus.database)));
    await Promise.all([writing, sealing]);
    await sealTrail(campus.database);
    expect(await verifyTrail(campus.database)).toMatchObject({ problem: null, entries: 40 });
    await late.query('commit');
    late.release();
    await sealTrail(campus.database);
    expect(await verifyTrail(campus.database)).toMatchObject({ problem: null, entries: 41 });
  });

  test('is read a thousand entries at a time, so that requests are answered in between', async () => {
    await campus.database.query(
      `with entry as (
         insert into trail (kind, role) select 'backup_made', 'operator' from generate_series(1, 2500) returning id)
       insert into trail_pending select id from entry`,
    );
    await sealTrail(campus.database);
    await sealed(2);
    const reads = vi.spyOn(campus.database, 'rows');
    const whole = { problem: null, segments: 5, entries: 2502 };
    expect(await verifyTrail(campus.database)).toMatchObject(whole);
    const read = await Promise.all(reads.mock.results.map(({ value }) => value));
    // Segments and their entries, in turn: the small ones at the end together, then none.
    expect(read.map(({ length }) => length)).toEqual([1, 1000, 1, 1000, 3, 502, 0]);
  });

  test('stays unbroken when a person is erased from it', async () => {
    const student = await campus.make.student();
    await campus.as(admin).patch(`/api/people/students/${student.id}`, { name: 'Eve' });
    await sealed(1);
    const office = campus.as(await campus.make.admin());
    for (const { id, email } of [student, admin]) {
      expect((await office.post(`/api/people/${id}/deactivate`)).status).toBe(200);
      expect((await office.post(`/api/people/${id}/erasure`, { email })).status).toBe(204);
    }
    const { rows } = await campus.database.pool.query(
      `select * from trail
       where person_id = $1 and num_nonnulls(address, browser) > 0
         or record_kind = 'person' and details is not null`,
      [admin.id],
    );
    expect(rows).toEqual([]);
    await sealTrail(campus.database);
    expect(await verifyTrail(campus.database)).toMatchObject({ problem: null, entries: 6 });
  });
});

describe('tampering is detected and named:', () => {
  test.each([
    [
      'a changed address',
      `update trail set address = '10.0.0.1' where id = 2`,
      /^Entry 2 was changed after it was sealed on \d{4}-/,
    ],
    [
      'another time',
      `update trail set at = at + interval '1 microsecond' where id = 2`,
      /^Entry 2 was changed/,
    ],
    ['another person', 'update trail set person_id = null where id = 1', /^Entry 1 was changed/],
    [
      'other details',
      `update trail set details = '{"count": 3}' where id = 3`,
      /^Entry 3 was changed/,
    ],
    [
      'a part that was erased with a digest of its own',
      `update trail set address = null, browser = null, origin_salt = null, origin_digest = sha256('x') where id = 2`,
      /^Entry 2 was changed/,
    ],
    ['a removed entry', 'delete from trail where id = 2', /^Entry 2 was removed/],
    ['a removed segment', 'delete from trail_segments where number = 2', 'Segment 2 is missing.'],
    [
      'a removed first segment',
      'delete from trail_segments where number = 1',
      'Segment 1 is missing.',
    ],
    [
      'a removed end',
      'delete from trail_segments where number = 3',
      /^1 entry stands outside the chain/,
    ],
    [
      'an entry that was added',
      `insert into trail (kind, role) values ('signed_in', 'admin')`,
      /^1 entry stands outside the chain/,
    ],
    [
      'a changed segment',
      `update trail_segments set sealed_at = sealed_at - interval '1 day' where number = 2`,
      'Segment 2 was changed.',
    ],
    [
      'a byte of the digests',
      `update trail_segments set digests = set_byte(digests, 0, (get_byte(digests, 0) + 1) % 256) where number = 3`,
      'Segment 3 was changed.',
    ],
    [
      'a segment with a digest that fits itself alone',
      `update trail_segments set previous = other, digest = sha256(other || convert_to(format(
         '[%s,"%s",["%s"]]', number, to_char(sealed_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US'),
         array_to_string(ids, '","')), 'UTF8') || digests)
       from sha256('x') as other where number = 3`,
      /^Segment 3 does not follow on the one before it/,
    ],
  ])('%s', async (_what, statement, told) => {
    await sealed(3);
    expect(await problem()).toBeNull();
    await tamper(statement);
    const found = await problem();
    if (typeof told === 'string') expect(found).toBe(told);
    else expect(found).toMatch(told);
  });

  test('a chain that was rewritten completely, by a digest that was kept elsewhere', async () => {
    await sealed(2);
    const { digest } = await verifyTrail(campus.database);
    expect((await verifyTrail(campus.database, digest)).problem).toBeNull();
    await tamper(
      `delete from trail_segments; update trail set address = '10.0.0.1';
       insert into trail_pending select id from trail`,
    );
    await sealTrail(campus.database);
    expect(await problem()).toBeNull();
    expect((await verifyTrail(campus.database, digest)).problem).toMatch(
      /^The digest that was kept is not in the chain/,
    );
  });
});

test('the operator can check by a command, which exits with 1 if the trail is broken', async () => {
  await sealed(2);
  const env = {
    CAMPUS_DEMO: '0',
    CAMPUS_TIMEZONE: 'Asia/Kolkata',
    IDENTITY_SECRET: 'a secret of at least thirty-two characters',
    PUBLIC_URL: 'https://campus.example.edu',
    DATABASE_URL: campus.database.connection.connectionString,
  };
  const { digest } = await verifyTrail(campus.database);
  expect(await operate(['verify-trail'], env)).toBe(
    `The trail is unbroken: 2 entries in 2 segments.\nKeep this digest elsewhere: ${digest}\n`,
  );
  expect(await operate(['verify-trail', ` ${digest.toUpperCase()}`], env)).toContain('unbroken');
  expect(await operateFailing(['verify-trail', digest.slice(1)], env)).toBe(
    'A digest has 64 digits and letters from a to f: give the whole of what was kept.\n',
  );
  await tamper(`update trail set browser = 'Lynx' where id = 2`);
  expect(await operateFailing(['verify-trail', digest], env)).toMatch(
    /^The trail is broken\. Entry 2 was changed after it was sealed on .* UTC\.\n$/,
  );
});

test('Campus itself seals, verifies once a day, and records and reports the result', async () => {
  const said: unknown[] = [];
  const [sealing, checking] = trailJobs(campus.database, {
    error: (details) => void said.push(details),
  });
  const checks = async () =>
    (await campus.database.pool.query<{ problem: string | null }>('select * from trail_checks'))
      .rows;
  await announce('Tea');
  await sealing?.run(new AbortController().signal);
  // A long chain does not keep Campus from stopping.
  await expect(checking?.run(AbortSignal.abort())).rejects.toThrow('aborted');
  expect(await checks()).toEqual([]);
  await checking?.run(new AbortController().signal);
  await tamper(`update trail set browser = 'Lynx'`);
  await checking?.run(new AbortController().signal);
  expect(await checks()).toMatchObject([{ problem: null }]);
  await tamper(`update trail_checks set checked_at = checked_at - interval '1 day'`);
  await checking?.run(new AbortController().signal);
  expect((await checks()).map((check) => check.problem)).toEqual([
    null,
    expect.stringMatching(/^Entry 1 was changed/),
  ]);
  expect(said).toEqual([{ problem: expect.stringMatching(/^Entry 1 was changed/) }]);
  // After the clock was ahead.
  await tamper(`update trail_checks set checked_at = checked_at + interval '1 year'`);
  await checking?.run(new AbortController().signal);
  expect(await checks()).toHaveLength(3);
});
