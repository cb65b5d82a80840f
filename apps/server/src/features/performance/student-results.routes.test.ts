import { addDays, type MonthlyMarks, type ResultSheet } from '@campus/contract';
import { asDay } from '@campus/contract/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeExam } from '../../testing/exams.ts';
import type { Person } from '../../testing/make.ts';
import { testCampus, type TestCampus } from '../../testing/test-campus.ts';

let campus: TestCampus;
let admin: Person;
let teacher: Person;
let ada: Person;
let ben: Person;
let spring: { id: string };
let autumn: { id: string };

beforeAll(async () => {
  campus = await testCampus();
  const { make } = campus;
  admin = await make.admin();
  teacher = await make.teacher();
  ada = await make.student(
    { name: 'Ada Lovelace', univ_id: 'S2026-000001' },
    { roll_no: 'CS-2', course: 'B.Tech', branch: 'Computer Science', semester: 3 },
  );
  ben = await make.student();
  const closed = { is_open: false, closed_at: new Date(), closed_by: teacher.id };
  autumn = await make.term({ name: 'Autumn 2025', ...closed });
  spring = await make.term({ name: 'Spring 2026' });
  const subject = async (term: { id: string }, name: string, code: string, credits: number) => {
    const about = { term_id: term.id, teacher_id: teacher.id, name, code, credits };
    return (await make.subject(about, [ada, ben])).id;
  };
  const physics = await subject(spring, 'Physics', 'PH1', 4);
  const algebra = await subject(spring, 'Algebra', 'MA1', 2);
  await subject(spring, 'Zoology', 'ZO1', 3);
  const history = await subject(autumn, 'History', 'HI1', 2);
  const exams = [
    { subject: physics, on: asDay('2025-12-15'), maxMarks: 50, results: [[ada, 40]] },
    { subject: physics, on: asDay('2026-02-20'), maxMarks: 100, results: [[ada, 75]] },
    { subject: physics, on: asDay('2026-02-25'), maxMarks: 20, results: [[ada, 'absent']] },
    { subject: algebra, on: asDay('2026-02-10'), maxMarks: 40, results: [[ada, 38]] },
    { subject: algebra, on: asDay('2026-03-02'), published: false, results: [[ada, 3]] },
    { subject: history, on: asDay('2025-09-01'), maxMarks: 60, results: [[ada, 30]] },
  ] as const;
  for (const exam of exams) await makeExam(campus, exam);
  await campus.as(teacher).post('/api/attendance/bulk', {
    facultyEmail: teacher.email,
    subjectId: physics,
    date: '2026-03-10',
    studentAttendances: [{ studentEmail: ada.email, present: true }],
  });
  await campus.as(teacher).post('/api/attendance/bulk', {
    facultyEmail: teacher.email,
    subjectId: physics,
    date: '2026-03-11',
    studentAttendances: [{ studentEmail: ada.email, present: false }],
  });
});
afterAll(() => campus.close());

const monthly = (person: Person, query = '') =>
  campus.as(person).get<MonthlyMarks>(`/api/performance/student/${ada.email}${query}`);
const sheet = (person: Person, term: string, of = ada) =>
  campus.as(person).get<ResultSheet>(`/api/performance/student/${of.email}/terms/${term}`);

describe('a student', () => {
  test('sees the marks of each month of the latest term, and their total', async () => {
    expect((await monthly(ada)).body).toEqual({
      term: { id: spring.id, name: 'Spring 2026' },
      terms: [
        { id: spring.id, name: 'Spring 2026', absentCountsZero: false },
        { id: autumn.id, name: 'Autumn 2025', absentCountsZero: false },
      ],
      months: [
        { month: '2025-12', marks: 40, maxMarks: 50, exams: 1, absent: 0 },
        { month: '2026-01', marks: 0, maxMarks: 0, exams: 0, absent: 0 },
        { month: '2026-02', marks: 113, maxMarks: 140, exams: 2, absent: 1 },
      ],
      total: 153,
      maxMarks: 190,
      score: 80.5,
    });
  });

  test('sees an earlier term, and every term together', async () => {
    expect((await monthly(ada, `?termId=${autumn.id}`)).body).toMatchObject({
      term: { id: autumn.id },
      total: 30,
    });
    const all = (await monthly(ada, '?termId=all')).body;
    expect(all).toMatchObject({ term: null, total: 183, maxMarks: 250 });
    expect(all.months).toHaveLength(6);
  });

  test('without results sees an empty page', async () => {
    const { body } = await campus.as(ben).get(`/api/performance/student/${ben.email}`);
    expect(body).toMatchObject({ term: null, terms: [], months: [], total: 0, score: null });
  });

  test('reads the result sheet of a term', async () => {
    const { body } = await sheet(ada, spring.id);
    expect(body).toMatchObject({
      student: {
        id: ada.id,
        name: 'Ada Lovelace',
        univId: 'S2026-000001',
        rollNo: 'CS-2',
        course: 'B.Tech',
        branch: 'Computer Science',
        semester: 3,
      },
      term: { id: spring.id, name: 'Spring 2026' },
      marks: 153,
      maxMarks: 190,
      score: 80.5,
      // 10 points for 2 credits, 8 for 4: Physics is 115 of 150, Algebra 38 of 40.
      gradePointAverage: 8.67,
    });
    expect(body.subjects).toMatchObject([
      { subjectName: 'Algebra', percent: 95, letter: 'A+', points: 10, attendancePercentage: null },
      {
        subjectName: 'Physics',
        credits: 4,
        marks: 115,
        maxMarks: 150,
        percent: 76.7,
        letter: 'B+',
        points: 8,
        attendancePercentage: 50,
        exams: [
          { date: '2025-12-15', marks: 40, maxMarks: 50, percent: 80 },
          { date: '2026-02-20', marks: 75, percent: 75 },
          { date: '2026-02-25', marks: null, maxMarks: 20, percent: null },
        ],
      },
      { subjectName: 'Zoology', exams: [], percent: null, letter: null, points: null },
    ]);
    expect(body.gradingScale[0]).toEqual({ letter: 'A+', fromPercent: 90, points: 10 });
  });

  test('reads on the sheet the totals of each term so far, and of all together', async () => {
    const { body } = await sheet(ada, spring.id);
    expect(body.terms).toMatchObject([
      // History: 30 of 60 is a C with 6 points.
      { id: autumn.id, name: 'Autumn 2025', credits: 2, score: 50, gradePointAverage: 6 },
      // Zoology has no marks, so its 3 credits do not count.
      { id: spring.id, name: 'Spring 2026', credits: 6, score: 80.5, gradePointAverage: 8.67 },
    ]);
    // 10 points for 2 credits, 8 for 4, 6 for 2.
    expect(body.allTerms).toEqual({
      credits: 8,
      marks: 183,
      maxMarks: 250,
      score: 73.2,
      gradePointAverage: 8,
    });
    const earlier = (await sheet(ada, autumn.id)).body;
    expect(earlier.terms.map(({ name }) => name)).toEqual(['Autumn 2025']);
    expect(earlier.allTerms.gradePointAverage).toBe(6);
  });

  test('cannot read anybody else’s', async () => {
    expect((await monthly(ben)).status).toBe(403);
    expect((await sheet(ben, spring.id)).status).toBe(403);
  });
});

test('an administrator can read any student’s results; a teacher none', async () => {
  expect((await monthly(admin)).body.total).toBe(153);
  expect((await sheet(admin, spring.id)).body.score).toBe(80.5);
  expect((await monthly(teacher)).status).toBe(403);
  expect((await sheet(teacher, spring.id)).status).toBe(403);
});

describe('the result sheets of a class', () => {
  const sheets = (person: Person, id: string, query = '') =>
    campus.as(person).get<ResultSheet[]>(`/api/performance/subjects/${id}/sheets${query}`);
  let physics: string;
  beforeAll(async () => {
    const one = (await sheet(admin, spring.id)).body.subjects.find(
      ({ subjectName }) => subjectName === 'Physics',
    );
    physics = one?.id ?? '';
  });

  test('are each as the student reads it, by roll number, page by page', async () => {
    const { body, headers } = await sheets(admin, physics);
    expect(body).toEqual([
      (await sheet(ada, spring.id)).body,
      (await sheet(ben, spring.id, ben)).body,
    ]);
    expect(headers['x-total-count']).toBe('2');
    const second = await sheets(admin, physics, '?limit=1&page=2');
    expect(second.body.map(({ student }) => student.id)).toEqual([ben.id]);
    expect(second.headers['x-total-count']).toBe('2');
    expect((await sheets(admin, physics, '?limit=201')).status).toBe(400);
  });

  test('include students who left before the term ends, if they have published results in it', async () => {
    const { make, today } = campus;
    const [cleo, dan] = [await make.student(), await make.student()];
    const about = { term_id: spring.id, teacher_id: teacher.id };
    const { id } = await make.subject(about, [cleo, dan]);
    await makeExam(campus, { subject: id, on: asDay('2026-02-20'), results: [[cleo, 40]] });
    for (const { id: left } of [cleo, dan])
      expect(
        await campus
          .as(admin)
          .post(`/api/people/students/${left}/withdraw`, { on: addDays(today, -1) }),
      ).toMatchObject({ status: 200 });
    const { body, headers } = await sheets(admin, id);
    expect(body).toEqual([(await sheet(admin, spring.id, cleo)).body]);
    expect(body).toMatchObject([{ subjects: [{ id, percent: 40 }] }]);
    expect(headers['x-total-count']).toBe('1');
  });

  test('are for administrators only, since they show other subjects too', async () => {
    for (const person of [teacher, ada]) expect((await sheets(person, physics)).status).toBe(403);
    expect((await sheets(admin, '999999')).status).toBe(404);
  });
});

test('a student or a term that does not exist is answered 404', async () => {
  const caller = campus.as(admin);
  const nobody = '/api/performance/student/nobody@example.edu';
  expect((await caller.get(nobody)).status).toBe(404);
  expect((await caller.get(`/api/performance/student/${teacher.email}`)).status).toBe(404);
  expect((await caller.get(`${nobody}/terms/${spring.id}`)).status).toBe(404);
  for (const term of ['999999', 'x', '%20', '9'.repeat(40)]) {
    expect((await sheet(admin, term)).status).toBe(404);
    expect((await monthly(admin, `?termId=${term}`)).status).toBe(404);
  }
});

test('a subject that was dropped without a result is not on the sheet', async () => {
  await campus.database.pool.query(
    `update enrolments set to_on = '2026-02-01' where student_id = $1 and subject_id in (
       select id from subjects where code in ('ZO1', 'MA1'))`,
    [ben.id],
  );
  const { body } = await sheet(admin, spring.id, ben);
  expect(body.subjects.map(({ subjectName }) => subjectName)).toEqual(['Physics']);
});

describe('if a missed exam counts 0', () => {
  const counting = (absentCountsZero: boolean) =>
    campus.as(admin).patch('/api/settings', { absentCountsZero });

  test('every figure changes, the exam is still shown as absent, and the history says who set it', async () => {
    expect((await sheet(ada, spring.id)).body.term.absentCountsZero).toBe(false);
    expect((await counting(true)).body.absentCountsZero).toBe(true);
    const [last] = (await campus.as(admin).get('/api/settings/history')).body;
    expect(last).toMatchObject({
      field: 'absentCountsZero',
      changedBy: admin.name,
      before: 'Does not count',
      after: 'Counts as 0',
    });
    // The missed exam adds 20 to the maximum.
    const { body } = await sheet(ada, spring.id);
    expect(body).toMatchObject({
      marks: 153,
      maxMarks: 210,
      score: 72.9,
      term: { absentCountsZero: true },
    });
    const physics = body.subjects.find(({ subjectName }) => subjectName === 'Physics');
    expect(physics).toMatchObject({ marks: 115, maxMarks: 170, percent: 67.6 });
    expect(physics?.exams[2]).toEqual({
      title: expect.any(String),
      date: '2026-02-25',
      marks: null,
      maxMarks: 20,
      percent: null,
    });
    expect((await monthly(ada)).body).toMatchObject({ total: 153, maxMarks: 210, score: 72.9 });
    const [term] = (await campus.as(ada).get(`/api/students/${ada.email}/exam-results`)).body;
    expect(term.absentCountsZero).toBe(true);
    expect(term.subjects).toContainEqual(expect.objectContaining({ maxMarks: 170, percent: 67.6 }));
    expect((await counting(false)).status).toBe(200);
    expect((await sheet(ada, spring.id)).body.score).toBe(80.5);
  });

  test('a closed term keeps the rule it was closed with', async () => {
    await counting(true);
    const { status } = await campus.as(admin).post(`/api/terms/${spring.id}/close`, {
      next: { name: 'Autumn 2027', startsOn: '2027-08-01', endsOn: '2027-12-31' },
      promote: { semester: false, year: false },
      carrySubjects: [],
      reason: 'The term is over',
    });
    expect(status).toBe(200);
    await counting(false);
    expect((await sheet(ada, spring.id)).body).toMatchObject({
      score: 72.9,
      term: { absentCountsZero: true },
    });
  });

  test('the semester of a sheet stays when the term is closed and its students move up', async () => {
    const semester = async (termId: string) => (await sheet(ada, termId)).body.student.semester;
    const [next] = (await campus.as(admin).get('/api/terms')).body;
    const { status } = await campus.as(admin).post(`/api/terms/${next.id}/close`, {
      next: { name: 'Spring 2028', startsOn: '2028-01-01', endsOn: '2028-06-30' },
      promote: { semester: true, year: false },
      carrySubjects: [],
      reason: 'The term is over',
    });
    expect(status).toBe(200);
    const [last] = (await campus.as(admin).get('/api/terms')).body;
    expect(await semester(last.id)).toBe(4);
    expect(await semester(next.id)).toBe(3);
    expect(await semester(spring.id)).toBe(3);
    const [subject] = (await sheet(ada, spring.id)).body.subjects;
    const { body } = await campus.as(admin).get(`/api/performance/subjects/${subject?.id}/sheets`);
    expect(body.find(({ student }: ResultSheet) => student.id === ada.id).student.semester).toBe(3);
  });
});
