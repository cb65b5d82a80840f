import { addDays } from '@campus/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Person } from '../../testing/make.ts';
import { moveInFiles } from '../../testing/move-in-files.ts';
import { testCampus, type TestCampus } from '../../testing/test-campus.ts';

let campus: TestCampus;
let admin: Person;
let teacher: Person;
let third: Person;
let fourth: Person;
let termId: string;

const day = (days: number) => addDays(campus.today, days);
const office = () => campus.as(admin);
const autumn = () => ({ name: 'Autumn 2026', startsOn: day(-1), endsOn: day(140) });
const close = async (more: Record<string, unknown> = {}) => {
  const { status, body } = await office().post(`/api/terms/${termId}/close`, {
    next: autumn(),
    promote: { semester: true, year: true },
    carrySubjects: 'all',
    ...more,
  });
  return { status, body };
};
const reopen = () => office().post(`/api/terms/${termId}/reopen`, {});
/** The id of the subject with this code in the open term. */
const carried = async (code: string): Promise<string> =>
  (await office().get('/api/enrollments')).body.find((one: any) => one.subjectCode === code).id;
const tables = {
  terms: `select to_jsonb(terms) - 'version' as kept from terms where deleted_at is null`,
  subjects: 'select to_jsonb(subjects) as kept from subjects where deleted_at is null',
  enrolments: 'select to_jsonb(enrolments) as kept from enrolments',
  withdrawn: 'select to_jsonb(withdrawn_enrolments) as kept from withdrawn_enrolments',
  students: 'select to_jsonb(students) as kept from students',
  people: `select to_jsonb(people) - 'updated_at' - 'valid_from' as kept from people`,
  directory: 'select to_jsonb(student_directory) as kept from student_directory',
  marks: 'select to_jsonb(attendance_marks) as kept from attendance_marks',
  kept: `select to_jsonb(closing_students) as kept from closing_students
    union all select to_jsonb(closing_enrolments) from closing_enrolments`,
};
const everything = async () => {
  const stored: Record<string, unknown> = {};
  for (const [name, statement] of Object.entries(tables)) {
    const { rows } = await campus.database.pool.query(
      `select kept from (${statement}) as it order by kept::text`,
    );
    stored[name] = rows.map(({ kept }) => kept);
  }
  return stored;
};

beforeEach(async () => {
  campus = await testCampus();
  const { make } = campus;
  admin = await make.admin({ name: 'Ruth Adeyemi' });
  teacher = await make.teacher({ name: 'Meera Nair' });
  third = await make.student({ name: 'Third' }, { course: 'B.Tech', semester: 3, year: 2 });
  fourth = await make.student({ name: 'Fourth' }, { course: 'B.Tech', semester: 4, year: 2 });
  await make.student({ name: 'Without' });
  await make.student({ name: 'Gone', active: false }, { course: 'B.Tech', semester: 3, year: 2 });
  ({ id: termId } = await make.term({ name: 'Spring 2026', ends_on: day(-2) }));
  const of = { term_id: termId, teacher_id: teacher.id };
  await make.subject({ ...of, name: 'Physics', code: 'PH4', audience_semester: 4 }, [fourth]);
  const { id } = await make.subject({ ...of, name: 'Seminar', code: 'SE1' }, [third, fourth]);
  await campus.as(teacher).post('/api/attendance/bulk', {
    facultyEmail: teacher.email,
    subjectId: id,
    date: day(-3),
    studentAttendances: [{ studentEmail: fourth.email, present: true }],
  });
  const { body } = await office().get(`/api/subjects/${id}/enrolments`);
  const dropped = body.find((one: any) => one.studentName === 'Third');
  await office().post(`/api/enrolments/${dropped.id}/drop`, { lastDay: day(-4) });
});
afterEach(() => campus.close());

describe('before its last day a term', () => {
  test('can be closed with a reason, which its history and the trail keep', async () => {
    await office().patch(`/api/terms/${termId}`, { endsOn: day(3) });
    const next = { ...autumn(), startsOn: day(4) };
    expect(await close({ next, reason: ' ' })).toMatchObject({
      status: 422,
      body: {
        message: `Spring 2026 runs until ${day(3)}. Say why it is closed before that day.`,
        details: [{ field: 'reason' }],
      },
    });
    expect((await close({ next, reason: 'The roof leaks' })).status).toBe(200);
    const { body } = await office().get('/api/terms');
    expect(body).toMatchObject([
      { name: 'Autumn 2026', canReopen: false },
      { name: 'Spring 2026', closingReason: 'The roof leaks', canReopen: true },
    ]);
    const { rows } = await campus.database.pool.query(
      `select details -> 'changes' as changes from trail where kind = 'term_closed'`,
    );
    expect(rows[0].changes).toContainEqual({
      field: 'reason',
      before: null,
      after: 'The roof leaks',
    });
  });
});

describe('undoing a closing', () => {
  test.each(['new', 'planned'])(
    'leaves everything as it was before; the next term was %s',
    async (which) => {
      const planned = which === 'planned' && (await office().post('/api/terms', autumn())).body.id;
      const before = await everything();
      expect((await close(planned ? { next: { termId: planned } } : {})).status).toBe(200);
      expect(await everything()).not.toEqual(before);
      expect(await reopen()).toMatchObject({
        status: 200,
        body: { state: 'open', closedBy: null },
      });
      expect(await everything()).toEqual(before);
      expect((await close(planned ? { next: { termId: planned } } : {})).status).toBe(200);
      expect((await reopen()).status).toBe(200);
      expect(await everything()).toEqual(before);
      expect((await reopen()).body.message).toBe('Spring 2026 is not closed.');
    },
  );

  test('is refused after the first mark in the new term', async () => {
    await close();
    const subject = await carried('SE1');
    await campus.as(teacher).post('/api/attendance/bulk', {
      facultyEmail: teacher.email,
      subjectId: subject,
      date: campus.today,
      studentAttendances: [{ studentEmail: third.email, present: false }],
    });
    const before = await everything();
    const { status, body } = await reopen();
    expect({ status, message: body.message }).toEqual({
      status: 409,
      message:
        'The closing of Spring 2026 cannot be undone: something was written since: Seminar (SE1) (1 class with marks). Nothing was changed.',
    });
    expect(await everything()).toEqual(before);
  });

  test('names everything else that depends on it', async () => {
    await close();
    await office().patch(`/api/subjects/${await carried('PH4')}`, { credits: 9 });
    await moveInFiles(office).stored(
      'opening-balances',
      `Student Email,Subject,Classes,Present,Until\n${third.email},SE1,10,9,${day(-1)}\n`,
    );
    await office().patch(`/api/people/students/${third.id}`, { semester: 7 });
    await office().post(`/api/people/students/${fourth.id}/withdraw`, { on: campus.today });
    await office().post('/api/enrollments/create-for-all', {
      subjectName: 'Robotics',
      subjectCode: 'RB1',
      credits: 1,
      emailId: teacher.email,
    });
    const { status, body } = await reopen();
    expect(status).toBe(409);
    expect(body.details).toEqual([
      { name: 'Physics (PH4)', what: '1 change' },
      { name: 'Seminar (SE1)', what: '1 opening balance' },
      { name: 'Robotics (RB1)', what: 'is new' },
      { name: 'Fourth', what: 'was withdrawn' },
      { name: 'Third', what: 'has another semester or year' },
    ]);
  });

  test('is refused after students were dropped or divided into sections, also in a planned subject', async () => {
    await office().post(`/api/subjects/${await carried('PH4')}/sections`, { name: 'A' });
    const { id } = (await office().post('/api/terms', autumn())).body;
    await office().post(`/api/terms/${id}/carry`, { subjects: [await carried('SE1')] });
    await close({ next: { termId: id }, promote: { semester: false, year: false } });
    await office().post(`/api/subjects/${await carried('PH4')}/sections/divide`, {});
    const { body } = await office().get(`/api/subjects/${await carried('SE1')}/enrolments`);
    await office().post(`/api/enrolments/${body[0].id}/drop`, { lastDay: campus.today });
    expect((await reopen()).body.details).toEqual([
      { name: 'Seminar (SE1)', what: '1 enrolment by hand or by a file' },
      { name: 'Physics (PH4)', what: '1 student in a section' },
    ]);
  });

  test('is refused while students have been given leave, or changed programme, since', async () => {
    await office().patch(`/api/terms/${termId}`, { endsOn: day(3) });
    await close({ next: { ...autumn(), startsOn: day(4) }, reason: 'The roof leaks' });
    const batches = '/api/people/students/batches';
    const act = async (student: Person, action: object): Promise<string> => {
      const { body } = await office().post(batches, { students: [student.id], action });
      expect((await office().post(`${batches}/${body.id}/apply`)).status).toBe(200);
      return `${batches}/${body.id}/undo`;
    };
    const done = [
      await act(fourth, { kind: 'leave', from: day(0), until: day(10), reason: 'Illness' }),
      await act(third, { kind: 'transfer', on: day(0), values: { course: 'Art' } }),
    ];
    expect(await reopen()).toMatchObject({
      status: 409,
      body: {
        details: [
          { name: 'Fourth', what: 'was given leave' },
          { name: 'Third', what: 'has changed programme' },
        ],
      },
    });
    for (const undo of done) expect((await office().post(undo)).status).toBe(200);
    expect((await reopen()).status).toBe(200);
  });

  test('takes students who were added since back into the term', async () => {
    await close();
    const added = await office().post('/api/uploadStudent', {
      name: 'New',
      email: 'new@example.edu',
    });
    expect(added.status).toBe(201);
    expect((await reopen()).status).toBe(200);
    const subject = await carried('SE1');
    const { body } = await office().get(`/api/subjects/${subject}/enrolments?show=current`);
    expect(body.map((one: any) => one.studentName)).toEqual(['Fourth', 'New']);
  });

  test('takes students who were reinstated since back into the subjects they had left', async () => {
    const path = `/api/people/students/${fourth.id}`;
    const before = await everything();
    await office().post(`${path}/withdraw`, { on: day(-3) });
    expect((await close()).status).toBe(200);
    expect((await office().post(`${path}/reinstate`)).status).toBe(200);
    expect((await reopen()).status).toBe(200);
    expect((await everything()).enrolments).toEqual(before.enrolments);
  });

  test('is refused if the term after it was closed as well, until that is undone', async () => {
    await close();
    const { body: all } = await office().get('/api/terms');
    const path = `/api/terms/${all[0].id}`;
    const later = await office().post(`${path}/close`, {
      next: { name: 'Later', startsOn: day(141), endsOn: day(200) },
      promote: { semester: true, year: true },
      carrySubjects: 'all',
      reason: 'By mistake',
    });
    expect(later.status).toBe(200);
    expect((await reopen()).body.message).toContain('undo its closing first');
    expect((await office().post(`${path}/reopen`, {})).status).toBe(200);
    expect((await reopen()).status).toBe(200);
  });
});
