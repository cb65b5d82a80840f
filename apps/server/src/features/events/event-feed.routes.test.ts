import { addDays, type IsoDate } from '@campus/contract';
import { asDay } from '@campus/contract/testing';
import fc from 'fast-check';
import ICAL from 'ical.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAssignment } from '../../testing/assignments.ts';
import { makeExam } from '../../testing/exams.ts';
import type { Person } from '../../testing/make.ts';
import { testCampus, type TestCampus } from '../../testing/test-campus.ts';
import { icalendarOf } from './icalendar.ts';

let campus: TestCampus;
let admin: Person;
let student: Person;

beforeAll(async () => {
  campus = await testCampus();
  admin = await campus.make.admin();
  const teacher = await campus.make.teacher();
  student = await campus.make.student({}, { course: 'B.Tech' });
  const term = await campus.make.term();
  const subject = await campus.make.subject(
    { term_id: term.id, teacher_id: teacher.id, name: 'Mathematics' },
    [student],
  );
  await makeExam(campus, { subject: subject.id, on: asDay('2026-03-25'), results: [] });
});
afterAll(() => campus.close());

const subscribe = async (person: Person): Promise<string> => {
  const { status, body } = await campus.as(person).post('/api/calendar-address');
  expect(status).toBe(201);
  expect(body.path).toMatch(/^\/calendar-feed\/[\w-]{43}\.ics$/);
  return `/api${body.path}`;
};
const eventsAt = async (address: string) => eventsOf((await campus.nobody.get(address)).body);
const eventsOf = (text: string) =>
  new ICAL.Component(ICAL.parse(text))
    .getAllSubcomponents('vevent')
    .map((part) => new ICAL.Event(part));
const add = async (more: object): Promise<string> => {
  const event = {
    title: 'Fair',
    kind: 'event',
    startsOn: '2026-03-20',
    audience: { group: 'everyone' },
  };
  const { status, body } = await campus.as(admin).post('/api/events', { ...event, ...more });
  expect(status).toBe(201);
  return body.id;
};

describe('a private address', () => {
  test('gives a calendar program the events of its person, without a token', async () => {
    const id = await add({ title: 'Spring break', endsOn: '2026-03-22' });
    await add({ title: 'Staff meeting', audience: { group: 'teachers' } });
    await add({
      title: 'Concert',
      startsOn: '2026-03-28',
      endsOn: '2026-03-29',
      startTime: '20:00',
      endTime: '04:00',
      place: 'Hall; 2, east',
    });
    const address = await subscribe(student);
    const answer = await campus.nobody.get(address);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8');
    const [holiday, exam, concert] = eventsOf(answer.body);
    expect(holiday?.summary).toBe('Spring break');
    expect(holiday?.startDate.isDate).toBe(true);
    expect(holiday?.startDate.toString()).toBe('2026-03-20');
    // RFC 5545: the day after the last one.
    expect(holiday?.endDate.toString()).toBe('2026-03-23');
    expect(holiday?.uid).toContain(`event-${id}-`);
    expect(exam?.summary).toMatch(/^Mathematics: Exam/);
    expect(concert?.location).toBe('Hall; 2, east');
    // The clocks go forward that night: eight hours by the clock are seven.
    expect(concert?.startDate.toJSDate().toISOString()).toBe('2026-03-28T19:00:00.000Z');
    expect(concert?.endDate.toJSDate().toISOString()).toBe('2026-03-29T02:00:00.000Z');
    expect(eventsOf(answer.body)).toHaveLength(3);
  });

  test('shows a changed event under the same identifier, and no longer shows a deleted one', async () => {
    const id = await add({ title: 'Sports day', startsOn: '2026-04-02' });
    const address = await subscribe(student);
    const find = async () =>
      (await eventsAt(address)).find(({ uid }) => uid.includes(`event-${id}-`));
    const before = await find();
    await campus.as(admin).patch(`/api/events/${id}`, { title: 'Games', startsOn: '2026-04-01' });
    const after = await find();
    expect(after?.uid).toBe(before?.uid);
    expect([before?.sequence, after?.sequence]).toEqual([0, 1]);
    expect([after?.summary, after?.startDate.toString()]).toEqual(['Games', '2026-04-01']);
    await campus.as(admin).send({ method: 'DELETE', path: `/api/events/${id}` });
    expect(await find()).toBeUndefined();
  });

  test('is answered 304 without a body if nothing has changed', async () => {
    const address = await subscribe(student);
    const first = await campus.nobody.get(address);
    const headers = { 'if-none-match': String(first.headers['etag']) };
    const again = await campus.nobody.get(address, headers);
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
    expect(again.headers['cache-control']).toBe('private, no-cache');
    await add({ title: 'Something new' });
    expect((await campus.nobody.get(address, headers)).status).toBe(200);
  });

  test('stops working when it is renewed, revoked, or its person deactivated', async () => {
    const person = await campus.make.student();
    const state = async () => (await campus.as(person).get('/api/calendar-address')).body.createdAt;
    expect(await state()).toBeNull();
    const first = await subscribe(person);
    const second = await subscribe(person);
    const status = async (address: string) => (await campus.nobody.get(address)).status;
    expect([await status(first), await status(second)]).toEqual([404, 200]);
    expect(Date.parse(await state())).not.toBeNaN();
    const people = campus.database.updateTable('people').where('id', '=', person.id);
    await people.set({ active: false }).execute();
    expect(await status(second)).toBe(404);
    await people.set({ active: true }).execute();
    const revoked = await campus
      .as(person)
      .send({ method: 'DELETE', path: '/api/calendar-address' });
    expect(revoked.status).toBe(204);
    expect([await status(second), await state()]).toEqual([404, null]);
  });

  test('is stored only as a digest', async () => {
    const address = await subscribe(student);
    const token = /([\w-]{43})\.ics$/.exec(address)?.[1] ?? '';
    const { rows } = await campus.database.pool.query('select token_digest from event_feeds');
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test.each(['x.ics', `${'a'.repeat(43)}.ics`, 'a'.repeat(43), '%00.ics', '.ics', 'a'.repeat(399)])(
    'that never existed is 404: %s',
    async (file) => {
      expect((await campus.nobody.get(`/api/calendar-feed/${file}`)).status).toBe(404);
    },
  );

  test('of an administrator has the events for every audience, and no exam dates', async () => {
    const summaries = (await eventsAt(await subscribe(admin))).map(({ summary }) => summary);
    expect(summaries).toContain('Staff meeting');
    expect(summaries.filter((summary) => summary.startsWith('Mathematics'))).toEqual([]);
  });
});

const printable = (text: string): boolean =>
  // oxlint-disable-next-line no-control-regex -- what no calendar can contain
  !/[\u0000-\u0008\u000b-\u001f\u007f]/.test(text) && text.trim() !== '';
const text = fc
  .oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }),
    fc.constantFrom(
      'Müller; Straße, \\n',
      '試験\n期間',
      'امتحان',
      '👩‍🏫🏖️'.repeat(40),
      'a:b"c\'',
      '\\\\;',
    ),
  )
  .filter(printable);

test('an independent parser reads every text, day and time as it was written', async () => {
  const anyDay = fc
    .integer({ min: 0, max: 9000 })
    .map((days) => addDays(asDay('2020-01-01'), days));
  const instant = fc.integer({ min: 1.6e9, max: 2.1e9 }).map((at) => new Date(at * 1000));
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        title: text,
        note: fc.option(text),
        place: fc.option(text),
        startsOn: anyDay,
        instant,
      }),
      fc.nat({ max: 30 }),
      fc.boolean(),
      async (given, length, whole) => {
        const { title, note, place, startsOn, instant: startsAt } = given;
        const endsAt = new Date(startsAt.getTime() + (length + 1) * 60_000);
        const entry = {
          source: 'event' as const,
          id: '7',
          kind: 'event' as const,
          title,
          note,
          place,
          audience: null,
          version: 3,
          startsOn,
          endsOn: addDays(startsOn, length),
          startTime: null,
          endTime: null,
          startsAt: whole ? null : startsAt.toISOString(),
          endsAt: whole ? null : endsAt.toISOString(),
        };
        const changedAt = new Date('2026-03-01T10:00:00Z');
        const written = await icalendarOf([{ entry, changedAt }], 'here');
        expect(await icalendarOf([{ entry, changedAt }], 'here')).toBe(written);
        for (const line of written.split('\r\n')) {
          expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
          expect(line).not.toMatch(/[\r\n]/);
        }
        const [read] = eventsOf(written);
        expect(read?.summary).toBe(title);
        expect(read?.description ?? null).toBe(note);
        expect(read?.location ?? null).toBe(place);
        expect([read?.uid, read?.sequence]).toEqual(['event-7-here', 2]);
        if (whole) {
          expect(read?.startDate.toString()).toBe(startsOn);
          expect(read?.endDate.toString()).toBe(addDays(startsOn, length + 1));
        } else {
          expect(read?.startDate.toJSDate()).toEqual(startsAt);
          expect(read?.endDate.toJSDate()).toEqual(endsAt);
        }
      },
    ),
  );
});

test('what was to come when a term was closed early leaves the calendar of its student, and comes back with the term', async () => {
  const here = await testCampus({ now: new Date(), timezone: 'Pacific/Auckland' });
  const office = here.as(await here.make.admin());
  const teacher = await here.make.teacher();
  const ada = await here.make.student();
  const term = await here.make.term();
  const of = { term_id: term.id, teacher_id: teacher.id };
  const subject = await here.make.subject(of, [ada]);
  const [yesterday, coming, later] = [-1, 2, 3].map((days) => addDays(here.today, days)) as [
    IsoDate,
    IsoDate,
    IsoDate,
  ];
  const exam = (on: IsoDate) =>
    makeExam(here, { subject: subject.id, on, published: false, results: [] });
  const essay = { title: 'Essay', deadline: `${coming}T12:00` };
  await makeAssignment(here, teacher, subject.id, essay);
  for (const on of [yesterday, here.today, coming]) await exam(on);
  const { body } = await here.as(ada).post('/api/calendar-address');
  const shown = async () => {
    const range = `from=${yesterday}&to=${later}`;
    const { entries } = (await here.as(ada).get(`/api/events?${range}`)).body;
    const { due } = (await here.as(ada).get(`/api/students/${ada.email}/overview`)).body;
    const feed = eventsOf((await here.nobody.get(`/api${body.path}`)).body);
    return [entries.map((one: any) => one.startsOn), feed.length, due.map((one: any) => one.date)];
  };
  const before = await shown();
  expect(before).toEqual([
    [yesterday, here.today, coming, coming],
    4,
    [here.today, coming, coming],
  ]);
  const next = {
    name: 'Next',
    startsOn: addDays(here.today, 91),
    endsOn: addDays(here.today, 180),
  };
  const closing = {
    next,
    promote: { semester: false, year: false },
    carrySubjects: [],
    reason: 'The roof leaks',
  };
  const closed = await office.post(`/api/terms/${term.id}/close`, closing);
  expect(closed.body).toMatchObject({ dryRun: false });
  expect(await shown()).toEqual([[yesterday, here.today], 2, [here.today]]);
  await exam(later);
  expect(await shown()).toEqual([[yesterday, here.today, later], 3, [here.today, later]]);
  expect((await office.post(`/api/terms/${term.id}/reopen`, {})).status).toBe(200);
  expect((await shown())[0]).toEqual([yesterday, here.today, coming, coming, later]);
  await here.close();
});
