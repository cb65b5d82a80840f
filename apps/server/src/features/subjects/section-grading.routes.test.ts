import { addDays, type Exam, type ManagedAssignment } from '@campus/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { handIn, handInPath, makeAssignment, mark } from '../../testing/assignments.ts';
import { makeExam } from '../../testing/exams.ts';
import type { Person } from '../../testing/make.ts';
import { type Caller, testCampus, type TestCampus } from '../../testing/test-campus.ts';
import { sendForm } from '../../testing/upload.ts';

/** A subject in two sections: A with Ada and Ben, B with Cyd; its teacher, and a helper who grades section A. */
let campus: TestCampus;
let term: string;
let subject: string;
let teacher: Person;
let grader: Person;
let asTeacher: Caller;
let asGrader: Caller;
let ada: Person;
let ben: Person;
let cyd: Person;

const wholeSubject = 'This is for all students of the subject. You grade those of a section.';
const foreign = 'You grade a section of this subject. This student is not in it.';

beforeAll(async () => {
  campus = await testCampus();
  const { make } = campus;
  ({ id: term } = await make.term());
  [ada, ben, cyd] = await Promise.all([
    make.student({ name: 'Ada' }, { roll_no: 'R0' }),
    make.student({ name: 'Ben' }, { roll_no: 'R1' }),
    make.student({ name: 'Cyd' }, { roll_no: 'R2' }),
  ]);
});
afterAll(() => campus.close());

beforeEach(async () => {
  const { make } = campus;
  const asAdmin = campus.as(await make.admin());
  teacher = await make.teacher();
  grader = await make.teacher();
  ({ id: subject } = await make.subject({ term_id: term, teacher_id: teacher.id }, [
    ada,
    ben,
    cyd,
  ]));
  const path = `/api/subjects/${subject}`;
  for (const name of ['A', 'B']) await asAdmin.post(`${path}/sections`, { name });
  const { body } = await asAdmin.post(`${path}/sections/divide`, {});
  const helper = { email: grader.email, fromOn: addDays(campus.today, -10) };
  const sectionId = body.sections[0].id;
  const added = await asAdmin.post(`${path}/helpers`, {
    ...helper,
    kind: 'assistant',
    mayGrade: true,
    sectionId,
  });
  expect(added.body.helpers).toMatchObject([{ section: 'A', mayMark: false, mayGrade: true }]);
  [asTeacher, asGrader] = [campus.as(teacher), campus.as(grader)];
});

const namesIn = (rows: readonly { readonly studentName: string }[]) =>
  rows.map(({ studentName }) => studentName);
const work = async () => (await asGrader.get(`/api/faculty/${grader.email}/overview`)).body.work;

describe('a grader of a section', () => {
  test('finds exams of the subject, with counts of their own students only', async () => {
    const { id } = await makeExam(campus, {
      subject,
      on: addDays(campus.today, -3),
      published: false,
      results: [
        [ada, 80],
        [cyd, 20],
      ],
    });
    const path = `/api/exams?subjectId=${subject}`;
    const counts = { marked: 1, absent: 0, missing: 1, average: 80, sections: ['A'] };
    expect((await asGrader.get<Exam[]>('/api/exams')).body).toMatchObject([{ id, ...counts }]);
    expect((await asGrader.get<Exam[]>(path)).body).toMatchObject([{ id, ...counts }]);
    const whole = { marked: 2, missing: 1, average: 50, sections: null };
    expect((await asTeacher.get<Exam[]>(path)).body).toMatchObject([{ id, ...whole }]);
    expect(await work()).toMatchObject([{ kind: 'exam', id, toMark: 1, of: 2 }]);
    const choices = (await asGrader.get('/api/exam-subjects')).body;
    expect(choices).toMatchObject([{ id: subject, students: 2, sections: ['A'] }]);
    const one = await asGrader.get(`/api/exams/${id}`);
    expect(one.body.exam).toMatchObject(counts);
    expect(namesIn(one.body.entries)).toEqual(['Ada', 'Ben']);
  });

  test('enters marks for their students only', async () => {
    const { id } = await makeExam(campus, {
      subject,
      on: campus.today,
      published: false,
      results: [],
    });
    const save = (student: Person) =>
      asGrader.post(`/api/exams/${id}/results`, {
        results: [{ studentId: student.id, marks: 70 }],
      });
    expect((await save(ada)).body).toEqual({ saved: 1, changed: 1 });
    expect(await save(cyd)).toMatchObject({ status: 403, body: { message: foreign } });
    const enter = (registrationNumber: string) =>
      asGrader.post('/api/exam-entries', {
        subjectId: subject,
        examId: id,
        registrationNumber,
        marks: 60,
      });
    const numberOf = async ({ id: personId }: Person) =>
      (
        await campus.database
          .selectFrom('people')
          .where('id', '=', personId)
          .select('univ_id')
          .executeTakeFirstOrThrow()
      ).univ_id ?? '';
    const [bens, cyds] = [await numberOf(ben), await numberOf(cyd)];
    expect((await enter(bens)).body.exam).toMatchObject({ marked: 2, missing: 0 });
    expect(await enter(cyds)).toMatchObject({ status: 403, body: { message: foreign } });
    // Nor are they told what somebody else has entered for that student.
    const entered = { results: [{ studentId: cyd.id, marks: 41 }] };
    expect((await campus.as(teacher).post(`/api/exams/${id}/results`, entered)).status).toBe(200);
    expect(await enter(cyds)).toMatchObject({ status: 403, body: { message: foreign } });
    const find = async (number: string) =>
      (await asGrader.get(`/api/exam-students?registrationNumber=${number}&examId=${id}`)).body;
    expect(await find(bens)).toMatchObject([{ enrolled: true }]);
    expect(await find(cyds)).toMatchObject([{ enrolled: false }]);
    const upload = await sendForm(asGrader, `/api/exams/${id}/results.csv?dryRun=true`, [
      { name: 'marks.csv', content: `Registration Number,Marks\r\n${bens},50\r\n${cyds},50\r\n` },
    ]);
    expect(upload.body).toMatchObject({
      changes: [{ studentName: 'Ben' }],
      problems: [
        {
          row: 3,
          value: cyds,
          reason: `Cyd was not enrolled in a section of yours on ${campus.today}`,
        },
      ],
    });
    await asTeacher.post(`/api/exams/${id}/results`, {
      results: [{ studentId: cyd.id, marks: 1 }],
    });
    const history = await asGrader.get(`/api/exams/${id}/history`);
    expect(namesIn(history.body.results)).toEqual(['Ben', 'Ada']);
  });

  test('cannot change exams and assignments themselves', async () => {
    const { id } = await makeExam(campus, {
      subject,
      on: campus.today,
      published: false,
      results: [],
    });
    const { id: task } = await makeAssignment(campus, teacher, subject);
    const heldOn = campus.today;
    for (const [method, path, body] of [
      ['POST', '/api/exams', { subjectId: subject, title: 'Quiz', heldOn }],
      ['PATCH', `/api/exams/${id}`, { title: 'Quiz' }],
      ['POST', `/api/exams/${id}/publish`, undefined],
      ['DELETE', `/api/exams/${id}`, undefined],
      ['POST', '/api/exam-entries', { subjectId: subject, registrationNumber: 'R0', marks: 1 }],
      ['PATCH', `/api/assignments/${task}`, { title: 'Quiz' }],
      ['DELETE', `/api/assignments/${task}`, undefined],
    ] as const) {
      const headers = { 'content-type': 'application/json' };
      const sent = body ? { headers, body: JSON.stringify(body) } : {};
      const answer = await asGrader.send({ method, path, ...sent });
      expect({ path, ...answer }).toMatchObject({
        path,
        status: 403,
        body: { message: wholeSubject },
      });
    }
  });

  test('marks and returns work of their students only', async () => {
    const { id } = await makeAssignment(campus, teacher, subject);
    for (const student of [ada, cyd]) await handIn(campus, student, id);
    const counts = { students: 2, handedIn: 1, toMark: 1, sections: ['A'] };
    const listed = await asGrader.get<ManagedAssignment[]>('/api/assignments');
    expect(listed.body).toMatchObject([{ id, ...counts }]);
    expect(await work()).toMatchObject([{ kind: 'assignment', id, toMark: 1, of: 1 }]);
    const one = await asGrader.get(`/api/assignments/${id}`);
    expect(one.body.assignment).toMatchObject(counts);
    expect(namesIn(one.body.students)).toEqual(['Ada', 'Ben']);
    const markOf = (student: Person, by = grader) =>
      mark(campus, by, [id, student], { version: 1, marks: 15 });
    expect((await markOf(ada)).status).toBe(200);
    expect(await markOf(cyd)).toMatchObject({ status: 403, body: { message: foreign } });
    await markOf(cyd, teacher);
    const cyds = handInPath(id, cyd);
    expect((await asGrader.get(cyds)).status).toBe(403);
    const extend = (path: string) =>
      asGrader.send({
        method: 'PUT',
        path: `${path}/extension`,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ deadline: `${addDays(campus.today, 9)}T12:00`, reason: 'Ill' }),
      });
    expect((await extend(cyds)).status).toBe(403);
    expect((await asGrader.post(`${cyds}/return`)).status).toBe(403);
    expect((await extend(handInPath(id, ben))).status).toBe(200);
    expect((await asGrader.post(`/api/assignments/${id}/return`)).body).toEqual({ returned: 1 });
    const { body } = await asTeacher.get(`/api/assignments/${id}`);
    expect(body.assignment).toMatchObject({
      students: 3,
      returned: 1,
      toReturn: 1,
      sections: null,
    });
  });

  test('sees the performance of their students only', async () => {
    for (const [days, marks] of [
      [-40, 90],
      [-3, 40],
    ] as const)
      await makeExam(campus, {
        subject,
        on: addDays(campus.today, days),
        results: [
          [ada, marks],
          [cyd, marks],
        ],
      });
    for (const scope of ['', `subjectId=${subject}&`]) {
      const scores = await asGrader.get(`/api/performance/students?${scope}limit=10`);
      expect(namesIn(scores.body)).toEqual(['Ada']);
      const fallen = await asGrader.get(`/api/performance/fallen?${scope}`);
      expect(namesIn(fallen.body.students)).toEqual(['Ada']);
      expect((await asGrader.get(`/api/performance?${scope}`)).body.totalStudents).toBe(1);
    }
    expect((await asGrader.get('/api/performance/choices')).body).toMatchObject([
      { subjects: [{ id: subject }] },
    ]);
    const whole = await asTeacher.get(`/api/performance?subjectId=${subject}`);
    expect(whole.body.totalStudents).toBe(2);
  });
});
