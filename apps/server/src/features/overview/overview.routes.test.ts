import { addDays } from '@campus/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { handIn, makeAssignment, mark } from '../../testing/assignments.ts';
import { countStatements, type StatementCounter } from '../../testing/count-statements.ts';
import { makeExam } from '../../testing/exams.ts';
import type { Person } from '../../testing/make.ts';
import { testCampus, type TestCampus } from '../../testing/test-campus.ts';

let campus: TestCampus;
let admin: Person;

beforeAll(async () => {
  campus = await testCampus();
  admin = await campus.make.admin();
});
afterAll(() => campus.close());

const counts = async (by: Person = admin, headers = {}) => {
  const answers = await Promise.all(
    ['students', 'faculty', 'classes'].map((what) =>
      campus.as(by).get<number>(`/api/AdminDashboard/${what}/count`, headers),
    ),
  );
  return answers.map(({ status, body }) => (status === 200 ? body : status));
};

test('counts are plain numbers, even on an empty campus', async () => {
  expect(await counts()).toEqual([0, 0, 0]);
});

test('counts leave out people who have left and subjects outside the open term', async () => {
  const { make } = campus;
  const teacher = await make.teacher();
  await make.teacher({ active: false });
  for (const active of [true, true, false]) await make.student({ active });
  const [open, closed] = [await make.term(), await make.term({ is_open: false })];
  await make.subject({ term_id: open.id, teacher_id: teacher.id });
  for (const _ of [1, 2]) await make.subject({ term_id: closed.id, teacher_id: teacher.id });
  expect(await counts()).toEqual([2, 1, 1]);
  expect(await counts(teacher)).toEqual([2, 1, 1]);
  expect(await counts(teacher, { 'x-faculty-univid': 'F2026-9999' })).toEqual([2, 1, 1]);
});

describe('what needs attention', () => {
  let here: TestCampus;
  let teacher: Person;
  let ada: Person;
  let term: string;
  let subject: string;
  let unmarked: string;
  let statements: StatementCounter;
  const day = (days: number) => addDays(here.today, days);
  const mine = () => here.as(teacher).get(`/api/faculty/${teacher.email}/overview`);
  const hers = () => here.as(ada).get(`/api/students/${ada.email}/overview`);
  const take = (date: string) =>
    here.as(teacher).post('/api/attendance/bulk', {
      facultyEmail: teacher.email,
      subjectId: subject,
      date,
      studentAttendances: [{ studentEmail: ada.email, present: true }],
    });

  beforeAll(async () => {
    here = await testCampus();
    statements = countStatements(here.database.pool);
    const { make } = here;
    teacher = await make.teacher({ name: 'Meera Nair' });
    ada = await make.student();
    ({ id: term } = await make.term());
    const about = { term_id: term, teacher_id: teacher.id };
    ({ id: subject } = await make.subject({ ...about, name: 'Networks', code: 'CS1' }, [ada]));
    ({ id: unmarked } = await make.subject({ ...about, name: 'Optics', code: 'PH1' }, [ada]));
    await make.subject({ ...about, teacher_id: (await make.teacher()).id, name: 'Zoology' });
    for (const days of [-14, -7, -12]) await take(day(days));
  });
  afterAll(() => here.close());

  test('a class is missing on weekdays on which the subject has met, and today if it has never met', async () => {
    const { body } = await mine();
    expect(body.classes).toEqual(
      [
        [subject, 'Networks', 'CS1', day(0)],
        [unmarked, 'Optics', 'PH1', day(0)],
        [subject, 'Networks', 'CS1', day(-5)],
      ].map(([subjectId, subjectName, subjectCode, date]) => ({
        subjectId,
        subjectName,
        subjectCode,
        sectionId: null,
        section: null,
        teacherName: 'Meera Nair',
        date,
      })),
    );
    expect(body.classesNotTaken).toBe(3);
    await take(day(-5));
    await here.as(await here.make.admin()).post('/api/events', {
      kind: 'holiday',
      title: 'Founders’ Day',
      startsOn: day(0),
      endsOn: day(0),
      audience: { group: 'everyone' },
    });
    expect((await mine()).body).toMatchObject({ classes: [], classesNotTaken: 0 });
  });

  test('work handed in and drafts of exams without marks wait for the teacher, the oldest first', async () => {
    const assignment = await makeAssignment(here, teacher, subject, { title: 'Trees' });
    await handIn(here, ada, assignment.id);
    const exam = await makeExam(here, { subject, on: day(-3), published: false, results: [] });
    await makeExam(here, { subject, on: day(3), published: false, results: [] });
    const { body } = await mine();
    expect(body.toMark).toBe(2);
    expect(body.work).toMatchObject([
      { kind: 'exam', id: exam.id, toMark: 1, of: 1, date: day(-3) },
      { kind: 'assignment', id: assignment.id, title: 'Trees', toMark: 1, of: 1 },
    ]);
    // One held today waits as well, as one of the last day ahead is still due to a student.
    const held = await makeExam(here, { subject, on: day(0), published: false, results: [] });
    expect((await mine()).body.work[1]).toMatchObject({ id: held.id, toMark: 1, date: day(0) });
    const last = await makeExam(here, { subject, on: day(14), published: false, results: [] });
    const { body: due } = await hers();
    expect(due.due.map(({ date }: { date: string }) => date)).toContain(day(14));
    for (const { id } of [held, last])
      await here.as(teacher).send({ method: 'DELETE', path: `/api/exams/${id}` });
  });

  test('a student sees what is due, and results of the last two weeks', async () => {
    const due = await makeAssignment(here, teacher, subject, {
      title: 'Graphs',
      deadline: `${day(2)}T23:59`,
    });
    const published = await makeExam(here, { subject, on: day(-9), results: [[ada, 80]] });
    const returned = await makeAssignment(here, teacher, subject, { title: 'Lists' });
    await handIn(here, ada, returned.id);
    await mark(here, teacher, [returned.id, ada], { version: 1, marks: 15 });
    await here.as(teacher).post(`/api/assignments/${returned.id}/return`);
    const { body } = await hers();
    expect(body.due).toMatchObject([
      { kind: 'assignment', id: due.id, title: 'Graphs', date: day(2), time: '23:59' },
      { kind: 'exam', date: day(3), subject: null },
    ]);
    expect(body.results).toHaveLength(2);
    expect(body.results).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'exam', id: published.id, marks: 80, maxMarks: 100 }),
        expect.objectContaining({ kind: 'assignment', id: returned.id, marks: 15 }),
      ]),
    );
  });

  test('reopened work is not due to a student who has left the subject since', async () => {
    const left = await here.make.student();
    const { id: optics } = await here.make.subject({ term_id: term, teacher_id: teacher.id }, [
      left,
    ]);
    const { id } = await makeAssignment(here, teacher, optics);
    await handIn(here, left, id);
    await mark(here, teacher, [id, left], { version: 1, marks: 15 });
    await here.as(teacher).post(`/api/assignments/${id}/return`);
    await here.as(teacher).post(`/api/assignments/${id}/hand-ins/${left.email}/reopen`);
    const asLeft = here.as(left);
    const due = async () => (await asLeft.get(`/api/students/${left.email}/overview`)).body.due;
    expect(await due()).toMatchObject([{ kind: 'assignment', id }]);
    await here.database
      .updateTable('enrolments')
      .set({ to_on: day(-1) })
      .where('subject_id', '=', optics)
      .execute();
    expect((await handIn(here, left, id)).status).toBe(403);
    expect(await due()).toEqual([]);
    const { body } = await asLeft.get(`/api/students/${left.email}/assignments`);
    expect(body).toMatchObject([{ id, state: 'handedIn', reopened: false }]);
  });

  test('work that was returned before its term was closed is still among the results of its student', async () => {
    const cleo = await here.make.student();
    const { id: last } = await here.make.subject({ term_id: term, teacher_id: teacher.id }, [cleo]);
    const results = async () =>
      (await here.as(cleo).get(`/api/students/${cleo.email}/overview`)).body.results;
    const { id } = await makeAssignment(here, teacher, last);
    await handIn(here, cleo, id);
    await mark(here, teacher, [id, cleo], { version: 1, marks: 15 });
    await here.as(teacher).post(`/api/assignments/${id}/return`);
    expect(await results()).toMatchObject([{ kind: 'assignment', id, marks: 15 }]);
    const by = { closed_at: new Date(), closed_by: (await here.make.admin()).id };
    const closed = await here.make.term({ is_open: false, ...by });
    await here.database
      .updateTable('subjects')
      .set({ term_id: closed.id })
      .where('id', '=', last)
      .execute();
    expect(await results()).toMatchObject([{ kind: 'assignment', id, marks: 15 }]);
    const { body: open } = await here.as(cleo).get(`/api/students/${cleo.email}/assignments`);
    expect(open).toEqual([]);
  });

  test('marks entered long after an exam was published are new to their student', async () => {
    const late = await here.make.student();
    const { id: optics } = await here.make.subject({ term_id: term, teacher_id: teacher.id }, [
      late,
    ]);
    const exam = await makeExam(here, { subject: optics, on: day(-30), results: [] });
    await here.database.pool.query(
      `update exams set published_at = published_at - interval '20 days' where id = $1`,
      [exam.id],
    );
    const results = async () =>
      (await here.as(late).get(`/api/students/${late.email}/overview`)).body.results;
    expect(await results()).toEqual([]);
    await here.as(teacher).post(`/api/exams/${exam.id}/results`, {
      results: [{ studentId: late.id, marks: 60 }],
    });
    expect(await results()).toMatchObject([{ kind: 'exam', id: exam.id, marks: 60 }]);
  });

  test('a student reads their subjects, with who teaches them and how many attend', async () => {
    const path = `/api/students/${ada.email}/enrolments`;
    const { body } = await here.as(ada).get(path);
    expect(body).toMatchObject([
      {
        subject: { id: subject, subjectName: 'Networks', subjectCode: 'CS1' },
        teacherName: 'Meera Nair',
        teacherEmail: teacher.email,
        students: 1,
        fromOn: day(-90),
        toOn: null,
        term: { state: 'open' },
      },
      { subject: { id: unmarked, subjectName: 'Optics' } },
    ]);
    expect((await here.as(await here.make.student()).get(path)).status).toBe(403);
  });

  test('administrators see rolls not taken, failing mails and requests', async () => {
    const office = await here.make.admin();
    await here.as(teacher).post('/api/corrections', { studentEmail: ada.email, address: 'Quad 1' });
    await here.database.pool.query(
      `insert into account_outbox (kind, person_id, attempts) values
         ('invitation', $1, 3), ('password_changed', $1, 0)`,
      [ada.id],
    );
    const givenUp = (ago: string) =>
      here.database.pool.query(
        `insert into account_outbox (kind, person_id, attempts, finished_at, outcome)
         values ('invitation', $1, 9, now() - $2::interval, 'failed')`,
        [ada.id, ago],
      );
    await givenUp('23 hours');
    await givenUp('25 hours');
    expect((await here.as(office).get('/api/overview')).body).toEqual({
      classes: [],
      classesNotTaken: 0,
      mailsFailing: 2,
      requestsWaiting: 1,
    });
  });

  test('for each role it takes three or four statements, and one to identify the person', async () => {
    const office = await here.make.admin();
    const all = () => here.as(office).get('/api/overview');
    // Each caller is looked up in advance, so that this is not counted.
    for (const ask of [mine, hers, all]) await ask();
    expect(await statements.during(mine)).toBeLessThanOrEqual(4);
    expect(await statements.during(hers)).toBeLessThanOrEqual(5);
    expect(await statements.during(all)).toBeLessThanOrEqual(4);
  });
});
