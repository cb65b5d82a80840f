import { addDays, type SubjectDetails } from '@campus/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { countStatements, type StatementCounter } from '../../testing/count-statements.ts';
import type { Person } from '../../testing/make.ts';
import { type Caller, testCampus, type TestCampus } from '../../testing/test-campus.ts';

let campus: TestCampus;
let statements: StatementCounter;
let admin: Person;
let teacher: Person;
let helper: Person;
let student: Person;
let term: string;
let subject: string;
let asAdmin: Caller;
let asHelper: Caller;

beforeAll(async () => {
  campus = await testCampus();
  statements = countStatements(campus.database.pool);
  admin = await campus.make.admin();
  teacher = await campus.make.teacher({ name: 'Meera Nair' });
  student = await campus.make.student({ name: 'Ada Lovelace', univ_id: 'S-1' });
  ({ id: term } = await campus.make.term());
  asAdmin = campus.as(admin);
});
afterAll(() => campus.close());

beforeEach(async () => {
  helper = await campus.make.teacher({ name: 'Tomás Ruiz' });
  asHelper = campus.as(helper);
  ({ id: subject } = await campus.make.subject(
    { term_id: term, teacher_id: teacher.id, name: 'Optics' },
    [student],
  ));
});

const add = (body: Record<string, unknown>) =>
  asAdmin.post<SubjectDetails>(`/api/subjects/${subject}/helpers`, {
    email: helper.email,
    kind: 'co_teacher',
    fromOn: addDays(campus.today, -10),
    ...body,
  });
const mark = (date = campus.today) =>
  asHelper.post('/api/attendance/bulk', {
    facultyEmail: helper.email,
    subjectId: subject,
    date,
    studentAttendances: [{ studentEmail: student.email, present: true }],
  });
const roster = () => asHelper.get(`/api/attendance/subject/${subject}/date/${campus.today}`);
const makeExam = () =>
  asHelper.post('/api/exams', {
    subjectId: subject,
    title: 'Midterm',
    heldOn: addDays(campus.today, -3),
  });
const namesOf = ({ body }: { readonly body: readonly { readonly subjectName: string }[] }) =>
  body.map(({ subjectName }) => subjectName);
const toMark = async () =>
  namesOf(await asHelper.get(`/api/attendance/faculty/${helper.email}/subjects`));
const toGrade = async () => namesOf(await asHelper.get('/api/exam-subjects'));

describe('a helper of a subject:', () => {
  test('a co-teacher marks as themselves, keeps exams, and finds the subject', async () => {
    expect((await mark()).status).toBe(403);
    const { status, body } = await add({});
    expect(status).toBe(201);
    expect(body.helpers).toEqual([
      {
        id: expect.any(String),
        name: 'Tomás Ruiz',
        email: helper.email,
        kind: 'co_teacher',
        mayMark: true,
        mayGrade: true,
        section: null,
        fromOn: addDays(campus.today, -10),
        toOn: null,
      },
    ]);
    expect((await mark()).status).toBe(200);
    const history = await asHelper.get(
      `/api/attendance/subject/${subject}/date/${campus.today}/history`,
    );
    expect(history.body).toMatchObject([{ changedBy: 'Tomás Ruiz' }]);
    expect((await makeExam()).status).toBe(201);
    expect(await toMark()).toEqual(['Optics']);
    expect(await toGrade()).toEqual(['Optics']);
    const found = await asHelper.get('/api/search?search=optics');
    expect(found.body).toMatchObject([
      { kind: 'subject', title: 'Optics' },
      { kind: 'exam', title: 'Midterm' },
    ]);
    const due = await asHelper.get(`/api/faculty/${helper.email}/overview`);
    expect(due.body.work).toMatchObject([{ title: 'Midterm' }]);
    expect((await asHelper.get(`/api/exams?subjectId=${subject}`)).body).toHaveLength(1);
    // An administrator sees the same.
    const path = `/api/faculty/${helper.email}/overview`;
    expect((await asAdmin.get(path)).body.work).toMatchObject([{ title: 'Midterm' }]);
    expect(namesOf(await asAdmin.get(`/api/attendance/faculty/${helper.email}/subjects`))).toEqual([
      'Optics',
    ]);
  });

  test('an assistant can do what is ticked, and is told what is not', async () => {
    expect((await add({ kind: 'assistant' })).body).toMatchObject({
      details: [{ message: 'Choose what the assistant may do' }],
    });
    await add({ kind: 'assistant', mayGrade: true });
    expect((await makeExam()).status).toBe(201);
    expect((await roster()).body.message).toBe(
      'You help in this subject, but not with attendance.',
    );
    expect([await toMark(), await toGrade()]).toEqual([[], ['Optics']]);
  });

  test('a substitute marks the classes of their days, and nothing before or after', async () => {
    expect((await add({ kind: 'substitute' })).body).toMatchObject({
      details: [{ message: 'A substitute has a last day' }],
    });
    await add({ kind: 'substitute', fromOn: campus.today, toOn: campus.today });
    expect((await mark()).status).toBe(200);
    const taught = await asHelper.get(`/api/attendance/faculty/${helper.email}/subjects`);
    expect(taught.body).toMatchObject([{ startsOn: campus.today }]);
    expect((await mark(addDays(campus.today, -1))).body.message).toBe(
      `You mark classes of this subject from ${campus.today} on. Choose that day or later.`,
    );
    expect((await makeExam()).body.message).toBe('You help in this subject, but not with marks.');
    const later = await campus.make.subject({ term_id: term, teacher_id: teacher.id }, [student]);
    subject = later.id;
    for (const days of [
      [-3, -1],
      [1, 3],
    ] as const) {
      const [fromOn, toOn] = days.map((day) => addDays(campus.today, day));
      expect((await add({ kind: 'substitute', fromOn, toOn })).status).toBe(201);
      expect((await roster()).body.message).toBe('This subject belongs to another teacher.');
    }
  });

  test('a substitute is reminded only of classes from their first day on', async () => {
    const dayOf = (days: number) => addDays(campus.today, days);
    for (const days of [-12, -7])
      await campus.as(teacher).post('/api/attendance/bulk', {
        facultyEmail: teacher.email,
        subjectId: subject,
        date: dayOf(days),
        studentAttendances: [{ studentEmail: student.email, present: true }],
      });
    const notTaken = async (person: Person) => {
      const { body } = await asAdmin.get(`/api/faculty/${person.email}/overview`);
      expect(body.classesNotTaken).toBe(body.classes.length);
      return body.classes
        .filter(({ subjectId }: { subjectId: string }) => subjectId === subject)
        .map(({ date }: { date: string }) => date);
    };
    await add({ kind: 'substitute', fromOn: dayOf(-2), toOn: dayOf(2) });
    expect(await notTaken(helper)).toEqual([campus.today]);
    expect((await asHelper.get(`/api/faculty/${helper.email}/overview`)).body.classes).toHaveLength(
      1,
    );
    expect(await notTaken(teacher)).toEqual([campus.today, dayOf(-5)]);
  });

  test('someone added by mistake can be removed at once; what they marked stays', async () => {
    const { body } = await add({});
    await mark();
    const [first] = body.helpers;
    const removed = await asAdmin.send({
      method: 'DELETE',
      path: `/api/subjects/${subject}/helpers/${first?.id}`,
    });
    expect(removed.body.helpers).toEqual([]);
    expect((await roster()).status).toBe(403);
    const stats = await asAdmin.get(`/api/attendance/stats/subject/${subject}`);
    expect(stats.body.totalClasses).toBe(1);
    const again = await asAdmin.send({
      method: 'DELETE',
      path: `/api/subjects/${subject}/helpers/${first?.id}`,
    });
    expect(again.status).toBe(404);
  });

  test('the teacher, a person unknown or added already, and days outside the term are refused', async () => {
    const problems = async (body: Record<string, unknown>) => {
      const answer = await add(body);
      return [answer.status, (answer.body as unknown as { message: string }).message];
    };
    expect(await problems({ email: teacher.email })).toEqual([
      422,
      expect.stringContaining('This is the teacher of the subject.'),
    ]);
    expect((await problems({ email: student.email }))[0]).toBe(422);
    expect((await problems({ fromOn: '2020-01-01' }))[0]).toBe(422);
    expect((await problems({ toOn: addDays(campus.today, -11) }))[0]).toBe(422);
    expect((await problems({}))[0]).toBe(201);
    expect(await problems({})).toEqual([
      409,
      `${helper.email} helps in this subject from that day on already.`,
    ]);
  });

  test('a roster takes no more statements for a helper', async () => {
    await add({});
    await roster();
    const ofHelper = await statements.during(roster);
    const rosterOf = () =>
      campus.as(teacher).get(`/api/attendance/subject/${subject}/date/${campus.today}`);
    await rosterOf();
    const ofTeacher = await statements.during(rosterOf);
    expect(ofHelper).toBe(ofTeacher);
  });
});
