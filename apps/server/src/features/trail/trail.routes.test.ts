import { addDays, trail, type TrailEntry } from '@campus/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person } from '../../testing/make.ts';
import { type Caller, testCampus, type TestCampus } from '../../testing/test-campus.ts';

let campus: TestCampus;
let ruth: Person;
let office: Caller;
let eve: Person;
let zoe: Person;

beforeAll(async () => {
  campus = await testCampus();
  ruth = await campus.make.admin({ name: 'Ruth Adeyemi' });
  const other = await campus.make.admin({ name: 'Ben Ito' });
  eve = await campus.make.student({ name: 'Eve Laurent' });
  zoe = await campus.make.student({ name: 'Zoë Laurent' });
  office = campus.as(ruth);
  const change = (by: Caller, { id }: Person, address: string) =>
    by.patch(`/api/people/students/${id}`, { address });
  await change(office, eve, 'Elm Street 3');
  await change(office, eve, 'Oak Street 4');
  await change(campus.as(other), eve, 'Pine Street 5');
  await change(campus.as(other), zoe, 'Pine Street 5');
  await office.post('/api/admin/announcement', { title: 'Kites', message: 'On Friday.' });
});
afterAll(() => campus.close());

const find = (query: Record<string, string>, who = office) =>
  who.get<TrailEntry[]>(`/api/trail?${new URLSearchParams(query).toString()}`);
const told = async (query: Record<string, string>) =>
  (await find(query)).body.map(({ who, kind, about }) => `${who} ${kind} ${about}`);

describe('an entry', () => {
  test('says who, when, from where, to whose record, and the values before and after', async () => {
    const { body } = await find({ about: 'Eve', who: 'ruth' });
    expect(body).toHaveLength(2);
    expect(body[0]).toEqual({
      id: expect.stringMatching(/^\d+$/),
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
      kind: 'student_changed',
      role: 'admin',
      who: 'Ruth Adeyemi',
      about: 'Eve Laurent',
      within: null,
      address: '127.0.0.1',
      browser: 'lightMyRequest',
      requestId: expect.any(String),
      count: null,
      changes: [{ field: 'address', before: 'Elm Street 3', after: 'Oak Street 4' }],
    });
  });
});

describe('the trail is searched', () => {
  test('by person: part of a name, an e-mail', async () => {
    expect(await told({ who: 'ben' })).toEqual([
      'Ben Ito student_changed Zoë Laurent',
      'Ben Ito student_changed Eve Laurent',
    ]);
    expect(await told({ who: ruth.email, kind: 'announcement_sent' })).toEqual([
      'Ruth Adeyemi announcement_sent Kites',
    ]);
    expect(await told({ who: 'nobody of this name' })).toEqual([]);
  });

  test('by record, of whatever kind', async () => {
    expect(await told({ about: 'laurent' })).toHaveLength(4);
    expect(await told({ about: zoe.email })).toEqual(['Ben Ito student_changed Zoë Laurent']);
    expect(await told({ about: 'kite' })).toEqual(['Ruth Adeyemi announcement_sent Kites']);
  });

  test('by kind, and by days in the campus’s time zone', async () => {
    const { rows } = await campus.database.pool.query<{ day: string }>(
      `select to_char(at at time zone 'Europe/Berlin', 'YYYY-MM-DD') as day from trail
       where kind = 'announcement_sent'`,
    );
    const today = rows[0]?.day as typeof campus.today;
    const kind = 'announcement_sent';
    expect(await told({ kind, from: today, to: today })).toHaveLength(1);
    expect(await told({ kind, from: addDays(today, 1) })).toEqual([]);
    expect(await told({ kind, to: addDays(today, -1) })).toEqual([]);
    // The first moment of 1 July in Berlin, and the last.
    await campus.database.pool.query(
      `insert into trail (at, kind, role) values
         ('2025-06-30T22:00:00Z', 'signed_out', 'visitor'),
         ('2025-07-01T21:59:59Z', 'signed_out', 'visitor')`,
    );
    const signedOut = (day: string) => told({ kind: 'signed_out', from: day, to: day });
    const days = ['2025-06-30', '2025-07-01', '2025-07-02'].map(signedOut);
    expect((await Promise.all(days)).map(({ length }) => length)).toEqual([0, 2, 0]);
  });

  test('page by page, in each search, without a gap', async () => {
    for (const query of [{}, { about: 'laurent' }, { who: 'e' }, { kind: 'student_changed' }]) {
      const all = (await find({ ...query, limit: '50' })).body;
      const first = await find({ ...query, limit: '2' });
      expect(Number(first.headers['x-total-count'])).toBe(all.length);
      const cursor = /cursor=([^&>]+)/.exec(String(first.headers['link']))?.[1] ?? '';
      const second = await find({ ...query, limit: '50', cursor });
      expect([...first.body, ...second.body]).toEqual(all);
    }
  });

  test('page by page, also where many acts were done at one moment', async () => {
    const { rows } = await campus.database.pool.query<{ id: string }>(
      `insert into trail (at, kind, role)
       select '2024-05-05T12:00:00Z', 'signed_out', 'visitor' from generate_series(1, 5)
       returning id::text`,
    );
    const day = { kind: 'signed_out', from: '2024-05-05', to: '2024-05-05', limit: '2' };
    const seen: string[] = [];
    for (let more: Record<string, string> | undefined = {}; more;) {
      const { body, headers } = await find({ ...day, ...more });
      seen.push(...body.map(({ id }) => id));
      const cursor = /cursor=([^&>]+)/.exec(String(headers['link']))?.[1];
      more = cursor === undefined ? undefined : { cursor };
    }
    expect(seen).toEqual(rows.map(({ id }) => id).toReversed());
  });

  test('with an error for a name that is too vague, an unknown kind or a day that does not exist', async () => {
    await Promise.all(
      Array.from({ length: 201 }, (_, n) => campus.make.student({ name: `Ann Many ${n}` })),
    );
    for (const query of [{ who: 'Ann Many' }, { about: 'Ann Many' }]) {
      const { status, body } = await find(query);
      expect(status).toBe(400);
      expect(body).toMatchObject({ message: 'More than 200 match. Write more of the name.' });
    }
    for (const query of [{ kind: 'nothing' }, { from: '2026-02-30' }, { page: '2' }])
      expect((await find(query as Record<string, string>)).status).toBe(400);
  });

  test('with an error for a cursor that cannot be read, and with nothing after one of another list', async () => {
    const [last] = (await find({ limit: '1' })).body;
    for (const [at, status] of [
      [['a'], 400],
      [['a', 'b'], 400],
      [[7, '1'], 400],
      [['a', '9'.repeat(19)], 400],
      [['a', '9'.repeat(18)], 200],
    ] as const) {
      const cursor = Buffer.from(JSON.stringify(at)).toString('base64url');
      const answer = await find({ cursor, limit: '5' });
      expect([at, answer.status]).toEqual([at, status]);
      if (status === 200) expect(answer.body).toEqual([]);
    }
    const cursor = Buffer.from(JSON.stringify(['Ann', last?.id])).toString('base64url');
    expect((await find({ cursor, limit: '1' })).status).toBe(200);
  });

  test('and counted up to a thousand and one entries', async () => {
    await campus.database.pool.query(
      `insert into trail (kind, role) select 'backup_made', 'operator' from generate_series(1, $1)`,
      [trail.maxCounted + 50],
    );
    const { headers, body } = await find({ kind: 'backup_made', limit: '1' });
    expect(Number(headers['x-total-count'])).toBe(trail.maxCounted + 1);
    expect(body[0]).toMatchObject({ who: null, role: 'operator', about: null });
  });
});

describe('the trail is exported', () => {
  test('as CSV and as JSON, in the order of the list, which the trail records', async () => {
    const query = `about=${encodeURIComponent(eve.email)}`;
    const csv = await office.get<string>(`/api/trail/export.csv?${query}`);
    expect(csv.headers['content-disposition']).toContain('trail.csv');
    const lines = csv.body.trim().split('\r\n');
    expect(lines).toHaveLength(4);
    expect(lines[0]).toContain('Time (UTC)');
    expect(lines[1]).toContain('Ben Ito,admin,Student changed,Eve Laurent');
    expect(lines[1]).toContain('address: Oak Street 4 → Pine Street 5');
    const json = await office.get<TrailEntry[]>(`/api/trail/export.json?${query}`);
    expect(json.body).toEqual((await find({ about: eve.email })).body);
    const { body } = await find({ kind: 'trail_exported' });
    expect(body.map(({ who, count }) => [who, count])).toEqual([
      ['Ruth Adeyemi', 3],
      ['Ruth Adeyemi', 3],
    ]);
    const none = await office.get<string>('/api/trail/export.json?who=nobody+of+this+name');
    expect(JSON.parse(String(none.bytes))).toEqual([]);
  });
});

test('what a newer version has recorded is exported under its own name', async () => {
  await campus.database.pool.query(
    `insert into trail (at, kind, role, details) values (now(), 'moon_visited', 'campus', null)`,
  );
  const [csv, json] = [
    await office.get<string>('/api/trail/export.csv'),
    await office.get<TrailEntry[]>('/api/trail/export.json'),
  ];
  expect([csv.status, json.status]).toEqual([200, 200]);
  expect(csv.body).toContain(',campus,moon_visited,');
  expect(json.body.map(({ kind }) => kind)).toContain('moon_visited');
});

test('the last verification of the chain is shown', async () => {
  expect((await office.get('/api/trail/state')).body).toBeNull();
  await campus.database.pool.query(
    `insert into trail_checks (problem) values ('Entry 2 was changed.')`,
  );
  expect((await office.get('/api/trail/state')).body).toEqual({
    checkedAt: expect.any(String),
    problem: 'Entry 2 was changed.',
  });
});
