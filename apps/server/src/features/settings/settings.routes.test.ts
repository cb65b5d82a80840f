import type { Settings, SettingChange } from '@campus/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createCampus } from '../../campus.ts';
import type { Person } from '../../testing/make.ts';
import { picture } from '../../testing/picture.ts';
import { testCampus, type TestCampus } from '../../testing/test-campus.ts';
import { formBody, formType, sendForm } from '../../testing/upload.ts';
import { reloadSettings } from './index.ts';

let campus: TestCampus;
let admin: Person;
let student: Person;

const usual = {
  name: null,
  address: null,
  timezone: null,
  expectedPercentage: 75,
  sessions: { administratorHours: 12, otherDays: 7 },
  passwords: { minLength: 6, upperAndLower: false, digit: false, symbol: false },
};

beforeAll(async () => {
  campus = await testCampus({ now: new Date('2026-03-11T23:30:00Z'), withIdentity: true });
  admin = await campus.make.admin({ name: 'Ruth Adeyemi' });
  student = await campus.make.student();
});
beforeEach(async () => {
  await change(usual);
});
afterAll(() => campus.close());

const read = async (): Promise<Settings> =>
  (await campus.as(admin).get<Settings>('/api/settings')).body;
const change = (changes: unknown, headers?: Record<string, string>) =>
  campus.as(admin).patch('/api/settings', changes, headers);
const history = async (): Promise<SettingChange[]> =>
  (await campus.as(admin).get<SettingChange[]>('/api/settings/history')).body;
const today = async (): Promise<string> => (await campus.as(student).get('/api/campus')).body.today;

test('anybody can read the name, address and logo that an administrator has set', async () => {
  const { status } = await change({ name: '  Université de Åbo ', address: 'Hill 1\nNorthfield' });
  expect(status).toBe(200);
  expect((await campus.nobody.get('/api/institution')).body).toEqual({
    name: 'Université de Åbo',
    address: 'Hill 1\nNorthfield',
    logo: null,
  });
  await change({ name: ' ' });
  expect((await read()).institution).toMatchObject({ name: null, address: 'Hill 1\nNorthfield' });
});

test('the settings tell administrators about a proxy whose headers are not trusted', async () => {
  expect((await read()).untrustedProxy).toBeNull();
  await campus.nobody.get('/api/institution', { 'x-forwarded-for': '198.51.100.7' });
  expect((await read()).untrustedProxy).toEqual({
    header: 'x-forwarded-for',
    address: '127.0.0.1',
  });
});

test('every change is kept: who, when and what; saving the same again is not a change', async () => {
  const before = await history();
  await change({ name: 'Northfield', expectedPercentage: 80 });
  const { version } = await read();
  await change({ name: 'Northfield', expectedPercentage: 80 });
  expect((await read()).version).toBe(version);
  const added = (await history()).slice(0, -before.length || undefined);
  const by = { changedBy: 'Ruth Adeyemi', changedAt: '2026-03-11T23:30:00.000Z' };
  expect(added).toHaveLength(2);
  expect(added).toEqual(
    expect.arrayContaining([
      { ...by, id: expect.any(String), field: 'name', before: null, after: 'Northfield' },
      { ...by, id: expect.any(String), field: 'expectedPercentage', before: '75%', after: '80%' },
    ]),
  );
});

test('of two administrators at once, the second is told of the first one’s change', async () => {
  const { version } = await read();
  const seen = { 'if-match': `"${version}"` };
  const answers = await Promise.all([change({ name: 'One' }, seen), change({ name: 'Two' }, seen)]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
  const refused = answers.find(({ status }) => status === 409);
  expect(refused?.body.message).toMatch(/^Ruth Adeyemi has changed the settings/);
  expect(refused?.body.details).toEqual([await read()]);
});

test('the length of sessions has limits, and changes to it are kept in words', async () => {
  for (const sessions of [
    { administratorHours: 0, otherDays: 7 },
    { administratorHours: 25, otherDays: 7 },
    { administratorHours: 12, otherDays: 31 },
    { administratorHours: 12, otherDays: 1.5 },
    { administratorHours: 12 },
  ])
    expect((await change({ sessions })).status).toBe(422);
  await change({ sessions: { administratorHours: 8, otherDays: 1 } });
  expect((await read()).sessions).toEqual({ administratorHours: 8, otherDays: 1 });
  expect((await history())[0]).toMatchObject({
    field: 'sessions',
    before: 'Administrators 12 hours, others 7 days',
    after: 'Administrators 8 hours, others 1 day',
  });
});

describe('the time zone', () => {
  test('decides at once what today is, here and in every process that refreshes', async () => {
    expect(await today()).toBe('2026-03-12');
    const other = createCampus({
      db: campus.campus.db,
      timezone: 'Europe/Berlin',
      now: () => campus.campus.now(),
    });
    const { body } = await change({ timezone: 'America/New_York' });
    expect(body).toMatchObject({
      timezone: 'America/New_York',
      ownTimezone: 'America/New_York',
      startTimezone: 'Europe/Berlin',
    });
    expect(await today()).toBe('2026-03-11');
    expect(other.today()).toBe('2026-03-12');
    await reloadSettings(other);
    expect(other.today()).toBe('2026-03-11');
    await change({ timezone: null });
    expect(await today()).toBe('2026-03-12');
  });

  test('is not reset by older settings that arrive late', async () => {
    const late = campus.campus.settings;
    await change({ timezone: 'America/New_York' });
    campus.campus.follow(late);
    expect(await today()).toBe('2026-03-11');
  });

  test.each(['Europe/Atlantis', '+02:00', '', 'a'.repeat(70), 'UTC\0', 7])(
    '%j is refused, by name',
    async (timezone) => {
      const { status, body } = await change({ timezone });
      expect(status).toBe(422);
      expect(body.details[0].field).toBe('timezone');
    },
  );
});

describe('the required percentage of attendance', () => {
  test('is sent to every screen, and decides who is listed as having low attendance', async () => {
    await change({ expectedPercentage: 60 });
    expect((await campus.as(student).get('/api/campus')).body.expectedPercentage).toBe(60);
    expect((await campus.as(admin).get('/api/attendance/low')).status).toBe(200);
  });
  test.each([0, 101, 74.5, '75', null, 1e308])('%j is refused', async (expectedPercentage) => {
    expect((await change({ expectedPercentage })).status).toBe(422);
  });
});

describe('the password policy', () => {
  const strict = { minLength: 10, upperAndLower: true, digit: true, symbol: true };
  /** All but the last rule, which applies whatever the policy is. */
  const rules = async () =>
    (await campus.app.inject('/identity/password-rules')).json().rules.slice(0, -1);

  test('reaches the identity service, which describes and enforces it', async () => {
    expect((await change({ passwords: strict })).body.passwords).toEqual(strict);
    expect(await rules()).toHaveLength(4);
    expect((await history())[0]).toMatchObject({
      field: 'passwords',
      before: 'At least 6 characters',
      after: 'At least 10 characters, an upper-case and a lower-case letter, a digit, a symbol',
    });
    const { subject } = await campus.identity.createAccount({
      email: 'new@example.edu',
      name: 'New',
      emailVerified: true,
    });
    const token = await campus.identity.passwordToken(subject, 'invitation', 'one');
    const answer = await campus.app.inject({
      method: 'POST',
      url: '/identity/reset-password',
      headers: { origin: 'https://campus.example.edu' },
      payload: { token, newPassword: 'correct horse' },
    });
    expect(answer.statusCode).toBe(422);
  });

  test('stays what it was when the rest of the change cannot be committed', async () => {
    const { asOwner } = campus.database;
    const [before, historyBefore] = [await read(), await history()];
    await asOwner(`
      create function refuse_at_commit() returns trigger language plpgsql
        as $$ begin raise exception 'The disk is full'; end $$;
      create constraint trigger refused_at_commit after insert on campus_settings_changes
        deferrable initially deferred for each row execute function refuse_at_commit()`);
    try {
      const { status } = await change({ name: 'Half a change', passwords: strict });
      expect(status).toBe(500);
    } finally {
      await asOwner('drop function refuse_at_commit cascade');
    }
    expect(await rules()).toHaveLength(1);
    expect(await read()).toEqual(before);
    expect(await history()).toEqual(historyBefore);
  });

  test('is in force in another process once that has refreshed', async () => {
    const other = await testCampus({ database: campus.database, withIdentity: true });
    await change({ passwords: strict });
    await reloadSettings(other.campus);
    const reply = await other.app.inject('/identity/password-rules');
    expect(reply.json().rules).toHaveLength(5);
    expect((await read()).passwords).toEqual(strict);
    await change({ passwords: usual.passwords });
  });

  test('is refused where it asks for less than the server was configured for', async () => {
    const { status, body } = await change({ passwords: { ...strict, minLength: 5 } });
    expect(status).toBe(422);
    expect(body.details).toEqual([
      {
        field: 'passwords.minLength',
        message: 'This server is configured for at least 6 characters',
      },
    ]);
    expect(await rules()).toHaveLength(1);
  });
});

describe('the logo', () => {
  const upload = (content: Buffer) =>
    sendForm<Settings>(campus.as(admin), '/api/settings/logo', [
      { field: 'image', name: 'logo.png', type: 'image/png', content },
    ]);

  test('is re-encoded and shown to anybody until it is removed', async () => {
    const { status, body } = await upload(await picture('png', { width: 900, height: 300 }));
    expect(status).toBe(200);
    const { bytes, headers } = await campus.nobody.get('/api/institution/logo');
    expect(headers['etag']).toBe(`"${body.institution.logo}"`);
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 512 });
    expect((await campus.nobody.get('/api/institution')).body.logo).toBe(body.institution.logo);
    const removed = await campus.as(admin).send({ method: 'DELETE', path: '/api/settings/logo' });
    expect(removed.body.institution.logo).toBeNull();
    expect((await campus.nobody.get('/api/institution/logo')).status).toBe(404);
    expect((await history()).slice(0, 2).map(({ field }) => field)).toEqual(['logo', 'logo']);
  });

  test('as SVG is refused with a sentence, whatever type it claims', async () => {
    const svg = '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>';
    const { status, body } = await upload(Buffer.from(svg));
    expect(status).toBe(415);
    expect(body).toMatchObject({ message: expect.stringContaining('SVG images are not taken') });
    expect((await upload(Buffer.from('no picture'))).status).toBe(415);
  });

  test('does not replace one that someone else has set meanwhile', async () => {
    const { version } = await read();
    await change({ name: 'Changed' });
    const answer = await campus.as(admin).send({
      method: 'POST',
      path: '/api/settings/logo',
      body: formBody([{ field: 'image', name: 'l', content: await picture('png') }]),
      headers: { ...formType, 'if-match': `"${version}"` },
    });
    expect(answer.status).toBe(409);
    expect((await read()).institution.logo).toBeNull();
  });
});

test.each([
  { name: 'x'.repeat(121) },
  { name: 'a\0b' },
  { name: 'Two\nlines' },
  { address: '\ud800' },
  { colour: 'red' },
  { passwords: { minLength: 8 } },
  { passwords: { minLength: 1e9, upperAndLower: false, digit: false, symbol: false } },
])('%j is refused and changes nothing', async (changes) => {
  const before = await read();
  expect((await change(changes)).status).toBe(422);
  expect(await read()).toEqual(before);
});

test('the database allows one row, and no change to its history', async () => {
  const query = campus.database.asOwner;
  await expect(query('delete from campus_settings')).rejects.toThrow(/keeps its settings/);
  await expect(query('insert into campus_settings default values')).rejects.toThrow();
  await expect(query("update campus_settings_changes set after = 'x'")).rejects.toThrow(
    /append-only/,
  );
});
