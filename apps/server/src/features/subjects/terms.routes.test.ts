import { addDays } from '@campus/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Person } from '../../testing/make.ts';
import { type Answer, testCampus, type TestCampus } from '../../testing/test-campus.ts';

let campus: TestCampus;
let admin: Person;
let colleague: Person;

beforeEach(async () => {
  campus = await testCampus();
  admin = await campus.make.admin({ name: 'Ruth Adeyemi' });
  colleague = await campus.make.admin({ name: 'Femi Cole' });
});
afterEach(() => campus.close());

const create = (body: unknown) => campus.as(admin).post('/api/terms', body);
const change = (
  id: string,
  body: unknown,
  headers: Record<string, string> = {},
  who = admin,
): Promise<Answer<any>> =>
  campus.as(who).send({
    method: 'PATCH',
    path: `/api/terms/${id}`,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  });
const list = async (): Promise<any[]> => (await campus.as(admin).get('/api/terms')).body;
const autumn = { name: ' Autumn 2026 ', startsOn: '2026-09-01', endsOn: '2026-12-20' };

/** Creates a subject of the term with one student, and marks a class on that day. */
const markedClass = async (termId: string, day: string) => {
  const teacher = await campus.make.teacher();
  const student = await campus.make.student();
  const { id } = await campus.make.subject({ term_id: termId, teacher_id: teacher.id }, [student]);
  const { status } = await campus.as(teacher).post('/api/attendance/bulk', {
    facultyEmail: teacher.email,
    subjectId: id,
    date: day,
    studentAttendances: [{ studentEmail: student.email, present: true }],
  });
  expect(status).toBe(200);
  return { subjectId: id, teacher, student };
};

test('a term has the days of its first and its last class', async () => {
  const { id } = await campus.make.term();
  const days = [-3, -5, -1, -4].map((back) => addDays(campus.today, back));
  for (const day of days) await markedClass(id, day);
  const [term] = await list();
  expect([term.firstClassOn, term.lastClassOn]).toEqual([days[1], days[2]]);
});

describe('an administrator planning terms', () => {
  test('sees the planned term before the open one, each with its state', async () => {
    const open = await campus.make.term({ name: 'Spring 2026' });
    const { status, body } = await create(autumn);
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      name: 'Autumn 2026',
      startsOn: '2026-09-01',
      endsOn: '2026-12-20',
      state: 'planned',
      closedAt: null,
      closedBy: null,
      closingReason: null,
      canReopen: false,
      subjects: 0,
      firstClassOn: null,
      lastClassOn: null,
      version: 1,
    });
    expect(await list()).toMatchObject([
      { id: body.id, state: 'planned' },
      { id: open.id, name: 'Spring 2026', state: 'open' },
    ]);
  });

  test.each([
    ['no name', { name: ' ' }, 422, 'Name'],
    ['a last day before the first', { endsOn: '2026-08-31' }, 422, 'before the first day'],
    ['a day that does not exist', { startsOn: '2026-02-30' }, 422, 'exists'],
    ['days of another term', { startsOn: '2026-06-01' }, 422, 'overlap with Spring 2026'],
    ['the name of another term', { name: 'Spring 2026' }, 409, 'this name'],
    ['an unknown field', { colour: 'red' }, 422, 'colour'],
  ])('is told what is wrong: %s', async (_case, wrong, expected, sentence) => {
    await campus.make.term({ name: 'Spring 2026' });
    const { status, body } = await create({ ...autumn, ...wrong });
    expect(status).toBe(expected);
    expect(body.message).toContain(sentence);
    expect(await list()).toHaveLength(1);
  });

  test('can plan a term of one day, and another on the day after', async () => {
    expect((await create({ ...autumn, endsOn: autumn.startsOn })).status).toBe(201);
    const next = { name: 'Next', startsOn: '2026-09-02', endsOn: '2026-09-02' };
    expect((await create(next)).status).toBe(201);
  });

  test('is refused if a colleague plans the same days at the same moment', async () => {
    const answers = await Promise.all([create(autumn), create({ ...autumn, name: 'Other' })]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).not.toEqual([201, 201]);
    expect(await list()).toHaveLength(1);
  });
});

describe('opening a term', () => {
  test('works while none is open, and a second time changes nothing', async () => {
    const { body } = await create(autumn);
    const open = () => campus.as(admin).post(`/api/terms/${body.id}/open`);
    expect(await open()).toMatchObject({ status: 200, body: { state: 'open' } });
    expect(await open()).toMatchObject({ status: 200, body: { state: 'open' } });
  });

  test('while another is open is refused with its name', async () => {
    await campus.make.term({ name: 'Spring 2026' });
    const { body } = await create(autumn);
    const refused = await campus.as(admin).post(`/api/terms/${body.id}/open`);
    expect(refused.status).toBe(409);
    expect(refused.body.message).toContain('Spring 2026 is open');
  });

  test('that is closed is refused', async () => {
    const { id } = await campus.make.term({
      is_open: false,
      closed_at: new Date('2026-01-01'),
      closed_by: admin.id,
    });
    const refused = await campus.as(admin).post(`/api/terms/${id}/open`);
    expect(refused.status).toBe(409);
    expect(refused.body.message).toContain('closed for good');
  });
});

describe('changing a term', () => {
  test('changes only what is sent', async () => {
    const { id } = await campus.make.term({ name: 'Spring' });
    const { status, body } = await change(id, { name: 'Spring 2026' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ name: 'Spring 2026', startsOn: addDays(campus.today, -90) });
    expect((await change(id, {})).body).toEqual(body);
  });

  test('cannot cut off days that are marked, at either end', async () => {
    const { id } = await campus.make.term({ name: 'Spring' });
    await markedClass(id, addDays(campus.today, -5));
    expect((await list())[0]).toMatchObject({
      firstClassOn: addDays(campus.today, -5),
      lastClassOn: addDays(campus.today, -5),
      subjects: 1,
    });
    const late = await change(id, { startsOn: addDays(campus.today, -4) });
    expect(late).toMatchObject({ status: 422, body: { details: [{ field: 'startsOn' }] } });
    expect(late.body.message).toContain(addDays(campus.today, -5));
    const early = await change(id, { endsOn: addDays(campus.today, -6) });
    expect(early).toMatchObject({ status: 422, body: { details: [{ field: 'endsOn' }] } });
    const exact = { startsOn: addDays(campus.today, -5), endsOn: addDays(campus.today, -5) };
    expect((await change(id, exact)).status).toBe(200);
  });

  test('moves the enrolments that begin on the first day along with it, in both directions', async () => {
    const { id } = await campus.make.term();
    const teacher = await campus.make.teacher();
    const whole = await campus.make.student({ name: 'Whole' });
    const late = await campus.make.student({ name: 'Late' });
    const subject = await campus.make.subject({ term_id: id, teacher_id: teacher.id }, [whole]);
    await campus.as(admin).post(`/api/subjects/${subject.id}/enrolments`, {
      studentEmail: late.email,
      fromOn: addDays(campus.today, -30),
    });
    const from = async (): Promise<Record<string, string>> => {
      const { body } = await campus.as(admin).get<any[]>(`/api/subjects/${subject.id}/enrolments`);
      return Object.fromEntries(body.map(({ studentName, fromOn }) => [studentName, fromOn]));
    };
    for (const [starts, wholeFrom, lateFrom] of [
      [-100, -100, -30],
      [-60, -60, -30],
      [-10, -10, -10],
    ] as const) {
      const startsOn = addDays(campus.today, starts);
      expect((await change(id, { startsOn })).status).toBe(200);
      expect(await from()).toEqual({
        Whole: addDays(campus.today, wholeFrom),
        Late: addDays(campus.today, lateFrom),
      });
    }
  });

  test('moves the helpers who begin on the first day along with it', async () => {
    const { id } = await campus.make.term();
    const teacher = await campus.make.teacher();
    const subject = await campus.make.subject({ term_id: id, teacher_id: teacher.id });
    const help = async (days: number, more: object) => {
      const { email } = await campus.make.teacher();
      const body = { email, fromOn: addDays(campus.today, days), ...more };
      expect(
        (await campus.as(admin).post(`/api/subjects/${subject.id}/helpers`, body)).status,
      ).toBe(201);
      return email;
    };
    const always = await help(-90, { kind: 'co_teacher' });
    const later = await help(-30, { kind: 'co_teacher' });
    const short = await help(-90, { kind: 'substitute', toOn: addDays(campus.today, -80) });
    for (const [starts, alwaysFrom, shortFrom] of [
      [-100, -100, -100],
      [-60, -60, -100],
    ] as const) {
      expect((await change(id, { startsOn: addDays(campus.today, starts) })).status).toBe(200);
      const { body } = await campus.as(admin).get(`/api/subjects/${subject.id}`);
      const from = Object.fromEntries(body.helpers.map((one: any) => [one.email, one.fromOn]));
      expect(from).toEqual({
        [always]: addDays(campus.today, alwaysFrom),
        [later]: addDays(campus.today, -30),
        [short]: addDays(campus.today, shortFrom),
      });
    }
  });

  test('is refused with a reason if a student who was enrolled twice in a subject would be so on one day', async () => {
    const { id } = await campus.make.term();
    const teacher = await campus.make.teacher();
    const student = await campus.make.student();
    const subject = await campus.make.subject({ term_id: id, teacher_id: teacher.id }, [student]);
    const office = campus.as(admin);
    const path = `/api/subjects/${subject.id}/enrolments`;
    const [{ id: first }] = (await office.get(path)).body;
    const day = (back: number) => addDays(campus.today, -back);
    await office.post(`/api/enrolments/${first}/drop`, { lastDay: day(85) });
    await office.post(path, { studentEmail: student.email, fromOn: day(80) });
    expect((await change(id, { startsOn: day(80) })).status).toBe(200);
    for (const startsOn of [day(88), day(90)])
      expect(await change(id, { startsOn })).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining('would be enrolled twice on some days') },
      });
    expect((await change(id, { startsOn: day(84) })).status).toBe(200);
  });

  test('reinstates students withdrawn before it: their enrolments go on from the new first day', async () => {
    const { id } = await campus.make.term({ starts_on: addDays(campus.today, -20) });
    const teacher = await campus.make.teacher();
    const gone = await campus.make.student();
    const subject = await campus.make.subject({ term_id: id, teacher_id: teacher.id }, [gone], {
      from_on: addDays(campus.today, -20),
    });
    const periods = async () =>
      (await campus.as(admin).get<any[]>(`/api/subjects/${subject.id}/enrolments`)).body.map(
        ({ fromOn, toOn }) => [fromOn, toOn],
      );
    const path = `/api/people/students/${gone.id}`;
    // The last day, the new first day, and the first day of the enrolment once reinstated.
    for (const [on, starts, from] of [
      [-5, -15, -15],
      [-5, -20, -20],
      [-20, -25, -25],
      // Before the former first day: the enrolment was deleted.
      [-30, -22, -22],
      [-30, -35, -29],
      // Before the new first day: the enrolment keeps its days.
      [-10, -5, -29],
    ] as const) {
      await campus.as(admin).post(`${path}/withdraw`, { on: addDays(campus.today, on) });
      const startsOn = addDays(campus.today, starts);
      expect((await change(id, { startsOn })).status).toBe(200);
      expect((await campus.as(admin).post(`${path}/reinstate`, {})).status).toBe(200);
      expect(await periods()).toEqual([[addDays(campus.today, from), null]]);
    }
  });

  test('that is closed can only change its name', async () => {
    const { id } = await campus.make.term({
      is_open: false,
      closed_at: new Date('2026-01-01'),
      closed_by: admin.id,
    });
    expect((await change(id, { name: 'Last spring' })).body).toMatchObject({
      name: 'Last spring',
      state: 'closed',
      closedBy: 'Ruth Adeyemi',
      closedAt: '2026-01-01T00:00:00.000Z',
    });
    const refused = await change(id, { endsOn: '2026-01-01' });
    expect(refused.status).toBe(409);
    expect(refused.body.message).toContain('only its name');
  });

  test('tells the second of two administrators what the first has changed, and keeps that', async () => {
    const { id } = await campus.make.term({ name: 'Spring' });
    await change(id, { name: 'Spring term' }, { 'if-match': '"1"' }, colleague);
    const stale = await change(id, { name: 'Summer' }, { 'if-match': '"1"' });
    expect(stale).toMatchObject({
      status: 409,
      body: {
        error: 'conflict',
        details: [
          {
            field: 'name',
            before: 'Spring',
            now: 'Spring term',
            changedBy: 'Femi Cole',
            version: 2,
          },
        ],
      },
    });
    expect((await list())[0]).toMatchObject({ name: 'Spring term', version: 2 });
    expect((await change(id, { name: 'Summer' }, { 'if-match': '"2"' })).status).toBe(200);
  });
});

describe('deleting a term', () => {
  const remove = (id: string) =>
    campus.as(admin).send({ method: 'DELETE', path: `/api/terms/${id}` });

  test('that is planned frees its name and its days, and the trail names it', async () => {
    const { body } = await create(autumn);
    await change(body.id, { name: 'Autum 2026' });
    expect((await remove(body.id)).status).toBe(204);
    expect(await list()).toEqual([]);
    expect((await remove(body.id)).status).toBe(404);
    expect((await change(body.id, { name: 'Autumn' })).status).toBe(404);
    expect((await campus.as(admin).post(`/api/terms/${body.id}/open`)).status).toBe(404);
    expect((await create({ ...autumn, name: 'Autum 2026' })).status).toBe(201);
    const [told] = (await campus.as(admin).get<any[]>('/api/trail?kind=term_deleted')).body;
    expect(told).toMatchObject({ who: 'Ruth Adeyemi', about: 'Autum 2026' });
  });

  test('that is open, is closed or has planned exams is refused with that reason', async () => {
    const { id: open } = await campus.make.term({ name: 'Spring 2026' });
    expect(await remove(open)).toMatchObject({
      status: 409,
      body: { message: 'Spring 2026 is open. Only a planned term can be deleted.' },
    });
    const { id } = await campus.make.term({
      name: 'Autumn 2025',
      is_open: false,
      starts_on: addDays(campus.today, -400),
      ends_on: addDays(campus.today, -300),
    });
    const teacher = await campus.make.teacher();
    const subject = await campus.make.subject({ term_id: id, teacher_id: teacher.id });
    const student = await campus.make.student();
    const path = `/api/subjects/${subject.id}/enrolments`;
    const added = await campus.as(admin).post(path, {
      studentEmail: student.email,
      fromOn: addDays(campus.today, -400),
    });
    expect(added.status).toBe(201);
    expect(await remove(id)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('(has students)') },
    });
    expect(await list()).toHaveLength(2);
  });

  test('in which a class is marked is refused with that reason', async () => {
    const { make, today } = campus;
    const { id } = await make.term({ is_open: false });
    const [teacher, student] = [await make.teacher(), await make.student()];
    const { id: subjectId } = await make.subject(
      { term_id: id, teacher_id: teacher.id, name: 'Physics', code: 'PH1' },
      [student],
      { from_on: addDays(today, -150) },
    );
    const marked = await campus.as(admin).post('/api/attendance/bulk', {
      facultyEmail: teacher.email,
      subjectId,
      date: addDays(today, -150),
      studentAttendances: [{ studentEmail: student.email, present: true }],
    });
    expect(marked.status).toBe(200);
    expect(await remove(id)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('Physics (PH1) (has classes with marks)') },
    });
  });
});

test('a term that does not exist is answered 404 whatever its id', async () => {
  for (const id of ['999999', 'x', '0', '9'.repeat(30), '%00']) {
    expect((await change(id, { name: 'X' })).status).toBe(404);
    expect((await campus.as(admin).post(`/api/terms/${id}/open`)).status).toBe(404);
    expect((await campus.as(admin).get(`/api/terms/${id}/subjects`)).status).toBe(404);
    expect(
      (await campus.as(admin).send({ method: 'DELETE', path: `/api/terms/${id}` })).status,
    ).toBe(404);
  }
});
