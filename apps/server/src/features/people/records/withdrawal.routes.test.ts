import { addDays, type IsoDate } from '@campus/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTurn } from '../../../testing/locks.ts';
import type { Person } from '../../../testing/make.ts';
import { type Answer, testCampus, type TestCampus } from '../../../testing/test-campus.ts';
import { withdrawalsJob } from './daily-withdrawals.ts';
import { applyDueWithdrawals } from './withdrawal.service.ts';

let campus: TestCampus;
let admin: Person;
let teacher: Person;
let term: { id: string };
let subject: { id: string };

beforeAll(async () => {
  campus = await testCampus();
  admin = await campus.make.admin({ name: 'Ruth Adeyemi' });
  teacher = await campus.make.teacher();
  term = await campus.make.term();
  subject = await campus.make.subject({ term_id: term.id, teacher_id: teacher.id });
});
afterAll(() => campus.close());

const day = (offset: number) => addDays(campus.today, offset);
const pathOf = ({ id }: Person) => `/api/people/students/${id}`;
const withdraw = (student: Person, on: string) =>
  campus.as(admin).post(`${pathOf(student)}/withdraw`, { on });
const reinstate = (student: Person) => campus.as(admin).post(`${pathOf(student)}/reinstate`, {});
/** As a file that is moved in does, whatever the student's last day is. */
const moveIn = (student: Person, from: IsoDate) =>
  campus.database
    .insertInto('enrolments')
    .values({ subject_id: subject.id, student_id: student.id, from_on: from })
    .execute();
const enrolled = async (from = day(-30)): Promise<Person> => {
  const student = await campus.make.student();
  await moveIn(student, from);
  return student;
};
const periods = (student: Person) =>
  campus.database
    .selectFrom('enrolments')
    .where('student_id', '=', student.id)
    .select(['from_on as from', 'to_on as to'])
    .orderBy('from_on')
    .execute();
const isLetIn = async (student: Person): Promise<boolean> =>
  (await campus.as(student).get(`/api/students/by-email/${student.email}`)).status === 200;
const listed = async (student: Person, show: string): Promise<boolean> => {
  const path = `/api/faculty/students/all?search=${student.email}&show=${show}`;
  return (await campus.as(admin).get(path)).body.length === 1;
};

describe('withdrawing a student today', () => {
  test('ends their enrolments and their access, and takes them off the list', async () => {
    const student = await enrolled();
    expect(await isLetIn(student)).toBe(true);
    const { status, body } = await withdraw(student, campus.today);
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { status: 'withdrawn', withdrawnOn: campus.today },
    });
    expect(await periods(student)).toEqual([{ from: day(-30), to: campus.today }]);
    expect(await isLetIn(student)).toBe(false);
    expect(await listed(student, 'active')).toBe(false);
    expect(await listed(student, 'withdrawn')).toBe(true);
    const { body: changes } = await campus.as(admin).get(`/api/people/${student.id}/history`);
    expect(changes).toMatchObject([
      { field: 'active', before: 'true', after: 'false', changedBy: 'Ruth Adeyemi' },
      { field: 'withdrawnOn', before: null, after: campus.today, changedBy: 'Ruth Adeyemi' },
    ]);
  });

  test('keeps the marks: past rosters and records still have them', async () => {
    const student = await enrolled();
    const date = day(-2);
    await campus.as(teacher).post('/api/attendance/bulk', {
      facultyEmail: teacher.email,
      subjectId: subject.id,
      date,
      studentAttendances: [{ studentEmail: student.email, present: true, remarks: 'late' }],
    });
    await withdraw(student, day(-5));
    const path = `/api/attendance/student/${student.email}`;
    expect((await campus.as(admin).get(path)).body).toMatchObject([{ date, present: true }]);
    const roster = `/api/attendance/subject/${subject.id}/date/${campus.today}`;
    const { body } = await campus.as(teacher).get(roster);
    expect(JSON.stringify(body)).not.toContain(student.email);
  });

  test('is undone by reinstating: enrolments go on as before', async () => {
    const student = await enrolled();
    const later = await enrolled(day(10));
    for (const one of [student, later]) {
      const before = await periods(one);
      await withdraw(one, campus.today);
      expect(await periods(one)).not.toEqual(before);
      const { status, body } = await reinstate(one);
      expect({ status, body }).toMatchObject({
        status: 200,
        body: { status: 'active', withdrawnOn: null },
      });
      expect(await periods(one)).toEqual(before);
      expect(await isLetIn(one)).toBe(true);
    }
  });

  test('again moves the day, even to a later one', async () => {
    const student = await enrolled();
    await withdraw(student, day(-10));
    await withdraw(student, day(-3));
    expect(await periods(student)).toEqual([{ from: day(-30), to: day(-3) }]);
    await withdraw(student, day(-20));
    await reinstate(student);
    expect(await periods(student)).toEqual([{ from: day(-30), to: null }]);
  });

  test('does not reinstate over an enrolment that was given another last day since', async () => {
    const student = await enrolled();
    await withdraw(student, day(-3));
    const { id } = await campus.database
      .selectFrom('enrolments')
      .where('student_id', '=', student.id)
      .select('id')
      .executeTakeFirstOrThrow();
    const body = { lastDay: day(-10) };
    expect((await campus.as(admin).post(`/api/enrolments/${id}/drop`, body)).status).toBe(200);
    await reinstate(student);
    expect(await periods(student)).toEqual([{ from: day(-30), to: day(-10) }]);
  });
});

describe('withdrawing a student on a future day', () => {
  test('ends the enrolments then, and leaves their access until that day', async () => {
    const student = await enrolled();
    const { body } = await withdraw(student, day(7));
    expect(body).toMatchObject({ status: 'active', withdrawnOn: day(7) });
    expect(await periods(student)).toEqual([{ from: day(-30), to: day(7) }]);
    await applyDueWithdrawals({ ...campus.campus, today: () => day(6) });
    expect(await isLetIn(student)).toBe(true);
    await applyDueWithdrawals({ ...campus.campus, today: () => day(7) });
    expect(await isLetIn(student)).toBe(false);
    expect(await listed(student, 'withdrawn')).toBe(true);
  });

  test('is carried out within a minute also if it is stored after the first look of that day', async () => {
    const student = await enrolled();
    const job = withdrawalsJob(campus.campus);
    await job.run();
    await campus.database.pool.query('update students set withdrawn_on = $2 where person_id = $1', [
      student.id,
      campus.today,
    ]);
    await job.run();
    expect(await isLetIn(student)).toBe(false);
  });

  test('is carried out and told once, though two processes do it at the same moment', async () => {
    const student = await enrolled();
    await withdraw(student, day(7));
    const then = { ...campus.campus, today: () => day(7) };
    const carryOut = () => applyDueWithdrawals(then);
    await inTurn(
      campus.database,
      ['select from people where id = $1 for update', [student.id]],
      [carryOut, carryOut],
      'commit',
    );
    expect(await isLetIn(student)).toBe(false);
    const told = await campus.database
      .selectFrom('trail')
      .where('kind', '=', 'student_withdrawn')
      .where('record_id', '=', student.id)
      .select('role')
      .orderBy('id')
      .execute();
    expect(told).toEqual([{ role: 'admin' }, { role: 'campus' }]);
  });

  test('also ends enrolments added meanwhile', async () => {
    const student = await campus.make.student();
    await withdraw(student, day(7));
    const body = { studentEmail: student.email, fromOn: day(1) };
    await campus.as(admin).post(`/api/subjects/${subject.id}/enrolments`, body);
    await applyDueWithdrawals({ ...campus.campus, today: () => day(8) });
    expect(await periods(student)).toEqual([{ from: day(1), to: day(7) }]);
  });

  test('does not reinstate over a new enrolment after that day, and says what to do', async () => {
    const student = await enrolled();
    await withdraw(student, day(7));
    await moveIn(student, day(8));
    const answer = await reinstate(student);
    expect({ status: answer.status, message: answer.body.message }).toEqual({
      status: 409,
      message:
        'The student was enrolled again since. Drop them from those subjects first, then reinstate them.',
    });
    expect(await periods(student)).toHaveLength(2);
  });
});

describe('a student who is being enrolled at the same moment', () => {
  /** Does the work, and then enrols the student in a new subject while the work waits with the record locked. */
  const enrolledDuring = async (student: Person, work: () => Promise<Answer<any>>) => {
    const other = await campus.make.subject({ term_id: term.id, teacher_id: teacher.id });
    const enrol = () =>
      campus.as(admin).post(`/api/subjects/${other.id}/enrolments`, {
        studentEmail: student.email,
        fromOn: campus.today,
      });
    const [worked, enrolling] = await inTurn(
      campus.database,
      ['select from student_directory where person_id = $1 for update', [student.id]],
      [work, enrol],
      'commit',
    );
    expect(worked?.status).toBe(200);
    return { status: enrolling?.status, message: enrolling?.body.message };
  };

  test('and withdrawn is not enrolled', async () => {
    const student = await enrolled();
    expect(await enrolledDuring(student, () => withdraw(student, campus.today))).toEqual({
      status: 422,
      message: `${student.name} is not an active student.`,
    });
    expect(await periods(student)).toEqual([{ from: day(-30), to: campus.today }]);
  });

  test('and given leave is not enrolled during the leave', async () => {
    const student = await enrolled();
    const batches = '/api/people/students/batches';
    const { body: batch } = await campus.as(admin).post(batches, {
      students: [student.id],
      action: { kind: 'leave', from: day(-2), until: day(3), reason: 'Illness' },
    });
    const leave = () => campus.as(admin).post(`${batches}/${batch.id}/apply`);
    expect(await enrolledDuring(student, leave)).toEqual({
      status: 422,
      message: `${student.name} is on leave from ${day(-2)} to ${day(3)}. Choose a day after it.`,
    });
    expect(await periods(student)).toHaveLength(2);
  });
});

test('a reinstated student who was given leave before the last day is enrolled again after it', async () => {
  const student = await enrolled();
  await withdraw(student, day(20));
  const batches = '/api/people/students/batches';
  const action = { kind: 'leave', from: day(2), until: day(6), reason: 'Illness' };
  const { body } = await campus.as(admin).post(batches, { students: [student.id], action });
  expect((await campus.as(admin).post(`${batches}/${body.id}/apply`)).status).toBe(200);
  expect((await reinstate(student)).status).toBe(200);
  expect(await periods(student)).toEqual([
    { from: day(-30), to: day(1) },
    { from: day(7), to: null },
  ]);
});

describe('the last day of an enrolment', () => {
  const change = async (student: Person, lastDay: IsoDate) => {
    const [{ id }] = (
      await campus.as(admin).get(`/api/subjects/${subject.id}/enrolments?search=${student.email}`)
    ).body;
    const { status, body } = await campus.as(admin).post(`/api/enrolments/${id}/drop`, { lastDay });
    return status === 200 ? '200' : String(body.message);
  };

  test('is not moved beyond that of a withdrawn student', async () => {
    const student = await enrolled();
    await withdraw(student, day(-3));
    expect(await change(student, day(2))).toBe(
      `The last day of ${student.name} is ${day(-3)}. Choose that day or earlier.`,
    );
    expect(await change(student, day(-5))).toBe('200');
    expect(await change(student, day(-3))).toBe('200');
  });

  test('is not moved into a leave', async () => {
    const student = await enrolled();
    const batches = '/api/people/students/batches';
    const action = { kind: 'leave', from: day(-3), until: null, reason: 'Illness' };
    const { body } = await campus.as(admin).post(batches, { students: [student.id], action });
    await campus.as(admin).post(`${batches}/${body.id}/apply`);
    expect(await change(student, day(2))).toBe(
      `${student.name} is on leave from ${day(-3)}. Choose a day before it.`,
    );
    expect(await periods(student)).toEqual([{ from: day(-30), to: day(-4) }]);
  });
});

describe('a last day still to come', () => {
  const enrolFrom = (student: Person, fromOn: IsoDate) =>
    campus
      .as(admin)
      .post(`/api/subjects/${subject.id}/enrolments`, { studentEmail: student.email, fromOn });

  test('is the last one from which the student can be enrolled', async () => {
    const student = await campus.make.student();
    await withdraw(student, day(5));
    const { status, body } = await enrolFrom(student, day(6));
    expect({ status, message: body.message }).toEqual({
      status: 422,
      message: `The last day of ${student.name} is ${day(5)}. Choose that day or earlier.`,
    });
    expect(await periods(student)).toEqual([]);
    expect((await enrolFrom(student, day(5))).status).toBe(201);
  });
});

describe('a withdrawal that makes no sense', () => {
  test.each(['2026-02-30', 'soon', '', null])('on %s is refused at the field', async (on) => {
    const student = await campus.make.student();
    const { status, body } = await withdraw(student, on as string);
    expect({ status, details: body.details }).toMatchObject({
      status: 422,
      details: [{ field: 'on' }],
    });
  });

  test('is refused: reinstating someone not withdrawn, withdrawing someone deactivated', async () => {
    const student = await campus.make.student();
    expect((await reinstate(student)).status).toBe(409);
    await campus.as(admin).post(`/api/people/${student.id}/deactivate`, {});
    expect((await withdraw(student, campus.today)).status).toBe(409);
  });

  test('is refused: another last day of someone deactivated before it, until the account is active again', async () => {
    const student = await campus.make.student();
    const account = (act: string) => campus.as(admin).post(`/api/people/${student.id}/${act}`, {});
    await withdraw(student, day(5));
    expect((await account('deactivate')).status).toBe(200);
    expect((await withdraw(student, day(9))).body.message).toContain('Reactivate the account');
    expect(await isLetIn(student)).toBe(false);
    expect((await account('reactivate')).status).toBe(200);
    expect((await withdraw(student, day(9))).status).toBe(200);
    expect(await isLetIn(student)).toBe(true);
  });

  test('is refused: reactivating the account of someone withdrawn', async () => {
    const student = await campus.make.student();
    await withdraw(student, campus.today);
    const account = await campus.as(admin).get(`/api/people/${student.id}/account`);
    expect(account.body).toMatchObject({ state: 'deactivated', actions: [] });
    const { status, body } = await campus
      .as(admin)
      .post(`/api/people/${student.id}/reactivate`, {});
    expect(status).toBe(409);
    expect(body.message).toContain(`withdrawn on ${campus.today}`);
    expect(await isLetIn(student)).toBe(false);
  });
});
