import type { CalendarEntry, events, RecordChange, ReplyOf } from '@campus/contract';
import { asDay } from '@campus/contract/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeAssignment } from '../../testing/assignments.ts';
import { countStatements } from '../../testing/count-statements.ts';
import { makeExam } from '../../testing/exams.ts';
import type { Person } from '../../testing/make.ts';
import { testCampus, type TestCampus } from '../../testing/test-campus.ts';

let campus: TestCampus;
let statements: ReturnType<typeof countStatements>;
let admin: Person;
let teacher: Person;
let student: Person;
let subject: { id: string };

beforeAll(async () => {
  campus = await testCampus();
  statements = countStatements(campus.database.pool);
  admin = await campus.make.admin();
  teacher = await campus.make.teacher();
  student = await campus.make.student({}, { course: 'B.Tech', semester: 3 });
  const term = await campus.make.term();
  subject = await campus.make.subject(
    { term_id: term.id, teacher_id: teacher.id, name: 'Mathematics' },
    [student],
  );
});
beforeEach(async () => {
  // Histories cannot be deleted, except by the owner of the database with triggers disabled.
  await campus.database.asOwner(
    `alter table event_changes disable trigger user; delete from event_changes; delete from events;
     alter table event_changes enable trigger user; delete from exam_results; delete from exams`,
  );
});
afterAll(() => campus.close());

const fair = {
  title: 'Book fair',
  kind: 'event',
  startsOn: '2026-03-20',
  audience: { group: 'everyone' },
};
const send = (body: object) => campus.as(admin).post<CalendarEntry>('/api/events', body);
const add = async (more: object = {}): Promise<CalendarEntry> => {
  const { status, body } = await send({ ...fair, ...more });
  expect(status).toBe(201);
  return body;
};
const read = async (by: Person, query = 'from=2026-03-01&to=2026-04-30') =>
  (await campus.as(by).get<ReplyOf<typeof events.listEvents>>(`/api/events?${query}`)).body;
const titles = async (by: Person, query?: string): Promise<string[]> =>
  (await read(by, query)).entries.map(({ title }) => title);
const change = (id: string, body: object, headers = {}) =>
  campus.as(admin).patch<CalendarEntry>(`/api/events/${id}`, body, headers);
const remove = (id: string) =>
  campus.as(admin).send({ method: 'DELETE', path: `/api/events/${id}` });

describe('an event', () => {
  test('for whole days is shown to everybody as it was entered', async () => {
    const holiday = await add({
      title: 'Spring break',
      kind: 'holiday',
      endsOn: '2026-03-27',
      place: ' Campus ',
      note: 'No classes.\nThe library stays open.',
    });
    expect(holiday).toMatchObject({
      source: 'event',
      kind: 'holiday',
      startsOn: '2026-03-20',
      endsOn: '2026-03-27',
      startTime: null,
      startsAt: null,
      place: 'Campus',
      note: 'No classes.\nThe library stays open.',
      version: 1,
    });
    for (const person of [admin, teacher, student])
      expect(await read(person)).toEqual({
        today: '2026-03-11',
        timeZone: 'Europe/Berlin',
        entries: [holiday],
      });
  });

  test('with times follows the clocks of the campus, even when the clocks change', async () => {
    const night = await add({
      startsOn: '2026-03-28',
      endsOn: '2026-03-29',
      startTime: '20:00',
      endTime: '04:00',
    });
    expect(night).toMatchObject({
      startTime: '20:00',
      endTime: '04:00',
      startsAt: '2026-03-28T19:00:00.000Z',
      endsAt: '2026-03-29T02:00:00.000Z',
    });
    expect(await titles(student, 'from=2026-03-29&to=2026-03-29')).toEqual(['Book fair']);
    expect(await titles(student, 'from=2026-03-30&to=2026-03-30')).toEqual([]);
  });

  test('that ends at midnight is not on the day that begins then', async () => {
    await add({ endsOn: '2026-03-21', startTime: '20:00', endTime: '00:00' });
    expect(await titles(student, 'from=2026-03-20&to=2026-03-20')).toHaveLength(1);
    expect(await titles(student, 'from=2026-03-21&to=2026-03-21')).toEqual([]);
    await add({ startsOn: '2026-03-22', startTime: '00:00', endTime: '01:00' });
    expect(await titles(student, 'from=2026-03-21&to=2026-03-21')).toEqual([]);
    expect(await titles(student, 'from=2026-03-22&to=2026-03-22')).toHaveLength(1);
    await add({
      startsOn: '2026-03-23',
      endsOn: '2026-03-24',
      startTime: '23:59',
      endTime: '00:30',
    });
    expect(await titles(student, 'from=2026-03-23&to=2026-03-23')).toHaveLength(1);
  });

  test('lasts a year at most, and is on its last day', async () => {
    await add({ endsOn: '2027-03-20' });
    expect(await titles(student, 'from=2027-03-20&to=2027-03-20')).toEqual(['Book fair']);
    expect((await send({ ...fair, endsOn: '2027-03-21' })).status).toBe(422);
  });

  test('is on each of its days, the first and the last too, and on no other', async () => {
    await add({ endsOn: '2026-03-22' });
    const on = (day: string) => titles(student, `from=${day}&to=${day}`);
    expect(await Promise.all(['2026-03-19', '2026-03-23'].map(on))).toEqual([[], []]);
    for (const day of ['2026-03-20', '2026-03-21', '2026-03-22'])
      expect(await on(day)).toEqual(['Book fair']);
  });

  test('is listed before later ones, with all-day events first', async () => {
    await add({ title: 'Evening', startTime: '18:00', endTime: '19:00' });
    await add({ title: 'Morning', startTime: '09:00', endTime: '10:00' });
    await add({ title: 'All day' });
    await add({ title: 'Before', startsOn: '2026-03-19' });
    const all = ['Before', 'All day', 'Morning', 'Evening'];
    expect(await titles(student)).toEqual(all);
    expect(await titles(student, 'from=2026-03-01&to=2026-03-31&limit=2')).toEqual(all.slice(0, 2));
  });

  test('is visible to its audience and to every administrator', async () => {
    const to = (audience: object, title: string) => add({ title, audience });
    await to({ group: 'teachers' }, 'Staff meeting');
    await to({ group: 'students' }, 'Open mic');
    await to({ group: 'students', course: 'b.tech', semester: 3 }, 'Lab tour');
    await to({ group: 'students', course: 'MBA' }, 'Case day');
    expect(await titles(admin)).toHaveLength(4);
    expect(await titles(teacher)).toEqual(['Staff meeting']);
    expect(await titles(student)).toEqual(['Open mic', 'Lab tour']);
  });

  test.each([
    ['no title', { title: ' ' }, 'title', 'Title is missing'],
    ['NUL', { note: 'a\0b' }, 'note', 'Note contains characters that cannot be stored'],
    ['half a character', { title: '\uD800' }, 'title', /cannot be stored/],
    ['another kind', { kind: 'party' }, 'kind', 'Kind must be holiday, exam or event'],
    ['a day that is none', { startsOn: '2026-02-30' }, 'startsOn', /must be a day that exists/],
    ['an end before', { endsOn: '2026-03-19' }, 'endsOn', /Choose that day or later/],
    ['an end years later', { endsOn: '2028-03-19' }, 'endsOn', /at most a year/],
    ['no time at all', { startTime: '24:00', endTime: '25:00' }, 'startTime', /time of day/],
    ['half of the times', { startTime: '09:00' }, 'endTime', /Give an end time too/],
    ['the other half', { endTime: '09:00' }, 'startTime', /Give a start time too/],
    [
      'an end at its start',
      { startTime: '09:00', endTime: '09:00' },
      'endTime',
      /It ends after that/,
    ],
    [
      'a course of teachers',
      { audience: { group: 'teachers', course: 'MBA' } },
      'audience',
      /for students only/,
    ],
    [
      'a huge semester',
      { audience: { group: 'students', semester: 1e9 } },
      'audience.semester',
      /above 99/,
    ],
  ])('is refused with %s, naming the field', async (_what, more, field, message) => {
    const { status, body } = await campus.as(admin).post('/api/events', { ...fair, ...more });
    expect(status).toBe(422);
    expect(body.details).toContainEqual({ field, message: expect.stringMatching(message) });
    expect(await titles(admin)).toEqual([]);
  });

  test('in the hour that clocks skip ends after it starts, or is refused', async () => {
    const skipped = { startsOn: '2026-03-29', startTime: '02:30', endTime: '03:15' };
    const { status, body } = await campus.as(admin).post('/api/events', { ...fair, ...skipped });
    expect([status, body.details?.[0]?.field]).toEqual([422, 'endTime']);
  });
});

describe('changing an event', () => {
  test('changes what was sent, and keeps the previous values and who changed them', async () => {
    const { id } = await add({ place: 'Quad', startTime: '09:00', endTime: '10:00' });
    const { body } = await change(id, { title: 'Book market', place: null, endTime: '11:30' });
    expect(body).toMatchObject({
      title: 'Book market',
      place: null,
      startTime: '09:00',
      endTime: '11:30',
      version: 2,
    });
    const { body: history } = await campus.as(admin).get(`/api/events/${id}/history`);
    const rows = history.map(({ field, from, to, changedBy }: Record<string, string>) => [
      field,
      from,
      to,
      changedBy,
    ]);
    const expected = [
      ['title', 'Book fair', 'Book market', admin.name],
      ['place', 'Quad', null, admin.name],
      ['endTime', '10:00', '11:30', admin.name],
    ];
    expect(new Set(rows)).toEqual(new Set(expected));
  });

  test('can remove its times and set others', async () => {
    const { id } = await add({ startTime: '09:00', endTime: '10:00' });
    const whole = await change(id, { startTime: null, endTime: null });
    expect(whole.body).toMatchObject({ startsOn: '2026-03-20', startTime: null, endsAt: null });
    const moved = await change(id, { startsOn: '2026-03-22', endsOn: '2026-03-23' });
    expect(moved.body).toMatchObject({ startsOn: '2026-03-22', endsOn: '2026-03-23' });
    expect((await change(id, { endsOn: '2026-03-01' })).status).toBe(422);
  });

  test('to the values it already has changes nothing', async () => {
    const { id } = await add({ startTime: '09:00', endTime: '10:00' });
    const same = await change(id, { title: 'Book fair', startTime: '09:00' });
    expect(same.body.version).toBe(1);
  });

  test('that someone else has changed since says what they changed, and stores nothing', async () => {
    const { id } = await add();
    await change(id, { title: 'Book market' }, { 'if-match': '"1"' });
    const late = await campus
      .as(admin)
      .patch(`/api/events/${id}`, { title: 'Fair of books' }, { 'if-match': '"1"' });
    expect(late.status).toBe(409);
    const [seen] = late.body.details as RecordChange[];
    expect(seen).toMatchObject({ field: 'title', before: 'Book fair', now: 'Book market' });
    expect(await titles(admin)).toEqual(['Book market']);
    const again = await change(id, { title: 'Fair of books' }, { 'if-match': '"2"' });
    expect(again.body.version).toBe(3);
  });

  test('at the same time as others adds one version for each change', async () => {
    const { id } = await add();
    const places = ['A', 'B', 'C', 'D'].map((place) => change(id, { place }));
    const versions = (await Promise.all(places)).map(({ body }) => body.version);
    expect(new Set(versions)).toEqual(new Set([2, 3, 4, 5]));
  });
});

describe('deleting an event', () => {
  test('removes it from every calendar, and keeps its record', async () => {
    const { id } = await add();
    expect((await remove(id)).status).toBe(204);
    for (const person of [admin, teacher, student]) expect(await titles(person)).toEqual([]);
    expect((await change(id, { title: 'Back' })).status).toBe(404);
    expect((await remove(id)).status).toBe(404);
    const { body } = await campus.as(admin).get(`/api/events/${id}/history`);
    expect(body).toMatchObject([{ field: 'deleted', to: 'yes', changedBy: admin.name }]);
  });

  test.each(['0', '-1', 'x', '9'.repeat(40), '%00'])(
    'that does not exist is 404: %s',
    async (id) => {
      expect((await remove(id)).status).toBe(404);
      expect((await change(id, { title: 'X' })).status).toBe(404);
      expect((await campus.as(admin).get(`/api/events/${id}/history`)).status).toBe(404);
    },
  );
});

describe('the date of an exam', () => {
  test('is in the calendars of those who sit it and who hold it, and says nothing about marks', async () => {
    const exam = { subject: subject.id, on: asDay('2026-03-25'), published: false };
    await makeExam(campus, { ...exam, results: [[student, 77]] });
    const outsider = await campus.make.student();
    const colleague = await campus.make.teacher();
    for (const person of [admin, teacher, student]) {
      const { entries } = await read(person);
      expect(entries).toMatchObject([
        { source: 'exam', kind: 'exam', startsOn: '2026-03-25', audience: null },
      ]);
      expect(entries[0]?.title).toMatch(/^Mathematics: Exam/);
      expect(JSON.stringify(entries)).not.toContain('77');
    }
    expect(await titles(outsider)).toEqual([]);
    expect(await titles(colleague)).toEqual([]);
    expect(await titles(student, 'from=2026-03-01&to=2026-03-31&kind=holiday')).toEqual([]);
  });

  test('is not in the calendars of students who are not enrolled that day', async () => {
    const { id } = await campus.make.student();
    const leaver = { id, email: '', name: '' };
    await campus.database
      .insertInto('enrolments')
      .values({
        subject_id: subject.id,
        student_id: leaver.id,
        from_on: asDay('2026-01-01'),
        to_on: asDay('2026-03-24'),
      })
      .execute();
    await makeExam(campus, { subject: subject.id, on: asDay('2026-03-25'), results: [] });
    await makeExam(campus, { subject: subject.id, on: asDay('2026-03-24'), results: [] });
    const { email } = await campus.database
      .selectFrom('people')
      .where('id', '=', id)
      .select('email')
      .executeTakeFirstOrThrow();
    expect((await read({ ...leaver, email })).entries.map(({ startsOn }) => startsOn)).toEqual([
      '2026-03-24',
    ]);
  });

  test('is in the calendars of those who help to grade on their days, until it is deleted', async () => {
    const [grader, marker] = [await campus.make.teacher(), await campus.make.teacher()];
    const days = ['2026-03-19', '2026-03-20', '2026-03-24', '2026-03-25'] as const;
    const made: { id: string }[] = [];
    for (const day of days)
      made.push(
        await makeExam(campus, {
          subject: subject.id,
          on: asDay(day),
          published: false,
          results: [],
        }),
      );
    for (const [{ email }, may] of [
      [grader, { mayGrade: true }],
      [marker, { mayMark: true }],
    ] as const) {
      const helping = {
        email,
        kind: 'assistant',
        fromOn: '2026-03-20',
        toOn: '2026-03-24',
        ...may,
      };
      const added = await campus.as(admin).post(`/api/subjects/${subject.id}/helpers`, helping);
      expect(added.status).toBe(201);
    }
    const daysOf = async (by: Person) => (await read(by)).entries.map(({ startsOn }) => startsOn);
    expect(await daysOf(grader)).toEqual(days.slice(1, 3));
    expect(await daysOf(marker)).toEqual([]);
    await campus.as(teacher).send({ method: 'DELETE', path: `/api/exams/${made[1]?.id}` });
    expect(await daysOf(grader)).toEqual(['2026-03-24']);
    expect(await daysOf(student)).toHaveLength(3);
  });
});

describe('the deadline of an assignment', () => {
  test('is in the calendars of its students and teachers until it is removed', async () => {
    const { id } = await makeAssignment(campus, teacher, subject.id, {
      title: 'Essay',
      deadline: '2026-03-29T23:59',
    });
    const outsider = await campus.make.student();
    const colleague = await campus.make.teacher();
    for (const person of [admin, teacher, student])
      expect((await read(person)).entries).toMatchObject([
        {
          source: 'assignment',
          kind: 'deadline',
          title: 'Mathematics: Essay',
          startsOn: '2026-03-29',
          startTime: '23:59',
          startsAt: '2026-03-29T21:59:00.000Z',
          version: 1,
        },
      ]);
    for (const person of [outsider, colleague]) expect(await titles(person)).toEqual([]);
    const { body } = await campus.as(student).post('/api/calendar-address');
    const feed = async () => (await campus.nobody.get<string>(`/api${body.path}`)).body;
    expect(await feed()).toContain('DTSTART:20260329T215900Z');
    // A deadline has no end: RFC 5545 forbids one that is not later than its start.
    expect(await feed()).not.toContain('DTEND:20260329T215900Z');
    await campus.as(teacher).send({ method: 'DELETE', path: `/api/assignments/${id}` });
    expect(await titles(student)).toEqual([]);
    expect(await feed()).not.toContain('Essay');
  });
});

describe('the calendar', () => {
  test.each([
    'from=2026-03-01',
    'from=2026-03-02&to=2026-03-01',
    'from=2026-01-01&to=2028-01-01',
    'from=2026-01-01&to=2027-02-05',
    'from=x&to=y',
    'from=2026-03-01&to=2026-03-31&limit=0',
    'from=2026-03-01&to=2026-03-31&kind=party',
    'from=%00&to=%00',
  ])('answers an odd question with 400: %s', async (query) => {
    expect((await campus.as(student).get(`/api/events?${query}`)).status).toBe(400);
  });

  test('takes as many statements for many events as for one', async () => {
    await add();
    await read(student);
    const one = await statements.during(() => read(student));
    for (let n = 0; n < 10; n += 1) await add({ title: `Fair ${n}` });
    expect(await statements.during(() => read(student))).toBe(one);
    expect(one).toBeLessThan(7);
  });
});

test('the history of all events says who added, changed and deleted which, the latest first', async () => {
  const asAdmin = campus.as(admin);
  const { id } = (await asAdmin.post('/api/events', { ...fair, title: 'Regatta' })).body;
  await change(id, { title: 'Regatta day', place: 'Lake' });
  await remove(id);
  const { body, headers } = await asAdmin.get('/api/event-history?search=regatta&limit=2');
  expect(headers['x-total-count']).toBe('3');
  const by = { eventId: id, title: 'Regatta day', changedBy: admin.name };
  expect(body).toMatchObject([
    { ...by, what: 'deleted', changes: [] },
    {
      ...by,
      what: 'changed',
      changes: expect.arrayContaining([
        { field: 'title', from: 'Regatta', to: 'Regatta day' },
        { field: 'place', from: null, to: 'Lake' },
      ]),
    },
  ]);
  const rest = await asAdmin.get('/api/event-history?search=regatta&limit=2&page=2');
  expect(rest.body).toMatchObject([{ ...by, what: 'added', changes: [] }]);
  const beyond = await asAdmin.get('/api/event-history?search=regatta&limit=2&page=3');
  expect([beyond.body, beyond.headers['x-total-count']]).toEqual([[], '3']);
  expect((await asAdmin.get('/api/event-history?search=nobody%25')).body).toEqual([]);
});
