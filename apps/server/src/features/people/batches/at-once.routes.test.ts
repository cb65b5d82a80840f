import { addDays } from '@campus/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeExam } from '../../../testing/exams.ts';
import { inTurn } from '../../../testing/locks.ts';
import type { Person } from '../../../testing/make.ts';
import { type Answer, testCampus, type TestCampus } from '../../../testing/test-campus.ts';
import { sendForm } from '../../../testing/upload.ts';

const path = '/api/people/students/batches';
let campus: TestCampus;
let registrar: Person;
let other: Person;
let asha: Person;
let ben: Person;
let cleo: Person;
let teacher: Person;
let first: string;
let second: string;

const office = () => campus.as(registrar);
const rename = (person: Person) => () =>
  campus.as(other).patch(`/api/people/students/${person.id}`, { name: 'Other' });
/** Begins both while the roster of the first subject is locked; returns the statuses. */
const whileLocked = async (...acts: (() => Promise<{ status: number }>)[]) => {
  const lock = 'select from roster_versions where subject_id = $1 for update';
  const answers = await inTurn(campus.database, [lock, [first]], acts, 'rollback');
  return answers.map(({ status }) => status);
};

beforeEach(async () => {
  campus = await testCampus();
  const { make, today } = campus;
  [registrar, other] = [await make.admin(), await make.admin()];
  teacher = await make.teacher();
  asha = await make.student({ email: 'asha@example.edu' }, { course: 'Art', roll_no: '1' });
  ben = await make.student({ email: 'ben@example.edu' }, { course: 'Law', roll_no: '2' });
  cleo = await make.student({}, { course: 'Law' });
  const term = await make.term({ starts_on: today });
  const of = { term_id: term.id, teacher_id: teacher.id };
  const from = { from_on: today };
  ({ id: first } = await make.subject(
    { ...of, code: 'A', audience_course: 'Law' },
    [ben, cleo],
    from,
  ));
  ({ id: second } = await make.subject(
    { ...of, code: 'B', audience_course: 'Art' },
    [asha, cleo],
    from,
  ));
});
afterEach(() => campus.close());

/** Applies an action to Asha and returns its batch. */
const applied = async (action: object) => {
  const { body } = await office().post(path, { students: [asha.id], action });
  const answer = await office().post(`${path}/${body.id}/apply`);
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
};
const mark = (subjectId: string, studentEmail: string) =>
  campus.as(teacher).post('/api/attendance/bulk', {
    facultyEmail: teacher.email,
    subjectId,
    date: campus.today,
    studentAttendances: [{ studentEmail, present: true }],
  });
const yesterday = () => addDays(campus.today, -1);

test.each<[what: string, subjectId: () => string, acts: () => Promise<{ id: string }>]>([
  [
    'an enrolment',
    () => first,
    () => applied({ kind: 'enrol', subjectId: first, fromOn: campus.today }),
  ],
  [
    'a change of programme',
    () => first,
    () => applied({ kind: 'transfer', on: campus.today, values: { course: 'Law' } }),
  ],
  [
    'a return from leave',
    () => second,
    async () => {
      await applied({ kind: 'leave', from: yesterday(), until: null, reason: 'Illness' });
      return applied({ kind: 'return', on: campus.today });
    },
  ],
  [
    'a readmission',
    () => second,
    async () => {
      await applied({ kind: 'withdraw', on: yesterday() });
      return applied({ kind: 'readmit', on: campus.today });
    },
  ],
])('undoing %s waits for a class that is being marked, and is refused', async (_, of, acts) => {
  const batch = await acts();
  const subjectId = of();
  const [marked, undone] = await inTurn(
    campus.database,
    // What a class needs last, and an undo not at all.
    ['lock table seat_tallies in share mode', []],
    [() => mark(subjectId, asha.email), () => office().post(`${path}/${batch.id}/undo`)],
    'rollback',
  );
  expect(marked?.status).toBe(200);
  expect(undone).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('has marks or work handed in') },
  });
});

test('undoing an enrolment waits for exam marks that are being stored, and is refused', async () => {
  const batch = await applied({ kind: 'enrol', subjectId: first, fromOn: campus.today });
  const { id } = await makeExam(campus, { subject: first, on: campus.today, results: [] });
  const results = [{ studentId: asha.id, marks: 50, absent: false }];
  const [marked, undone] = await inTurn(
    campus.database,
    // The same result, so that the marks wait for it once they are checked.
    [
      `insert into exam_results (exam_id, student_id, max_marks, marks, absent, marked_by)
       values ($1, $2, 100, 40, false, $3)`,
      [id, asha.id, registrar.id],
    ],
    [
      () => campus.as(teacher).post(`/api/exams/${id}/results`, { results }),
      () => office().post(`${path}/${batch.id}/undo`),
    ],
    'rollback',
  );
  expect(marked?.status).toBe(200);
  expect(undone).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('has marks or work handed in') },
  });
});

test('a class that is marked while a file of students is undone finds those it added not enrolled', async () => {
  const content = 'Name,Email,Course\nDana,dana@example.edu,Law\n';
  const upload = await sendForm(office(), '/api/uploadStudentDetails', [
    { name: 's.csv', content },
  ]);
  expect(upload.status).toBe(200);
  const [{ id }] = (await office().get(path)).body;
  const [undone, marked] = await inTurn<Answer<any>>(
    campus.database,
    [`select from student_directory where name = 'Dana' for update`, []],
    [() => office().post(`${path}/${id}/undo`), () => mark(first, 'dana@example.edu')],
    'rollback',
  );
  expect(undone?.status).toBe(200);
  expect(marked).toMatchObject({
    status: 422,
    body: { details: [{ message: expect.stringContaining('Not enrolled in this subject') }] },
  });
});

test('students can change programme while somebody in both its subjects gets another name', async () => {
  const { body } = await office().post(path, {
    students: [asha.id],
    action: { kind: 'transfer', on: campus.today, values: { course: 'Law' } },
  });
  expect(body.enrolments).toMatchObject([{ begins: 1 }, { ends: 1 }]);
  expect(await whileLocked(rename(cleo), () => office().post(`${path}/${body.id}/apply`))).toEqual([
    200, 200,
  ]);
});

test('a file of students can be stored while somebody in their subjects gets another name', async () => {
  const content = `Name,Email,Roll Number\n${asha.name},asha@example.edu,7\nBenjamin,ben@example.edu,2\n`;
  const upload = () =>
    sendForm(office(), '/api/uploadStudentDetails?existing=update', [{ name: 's.csv', content }]);
  expect(await whileLocked(rename(cleo), upload)).toEqual([200, 200]);
});

test('a file of students can be stored while the return of one of them is undone', async () => {
  await applied({ kind: 'leave', from: yesterday(), until: null, reason: 'Illness' });
  const { id } = await applied({ kind: 'return', on: campus.today });
  const content = `Name,Email,Course\nAsha,asha@example.edu,Art\nDana,dana@example.edu,Art\n`;
  const upload = () =>
    sendForm(office(), '/api/uploadStudentDetails?existing=update', [{ name: 's.csv', content }]);
  expect(await whileLocked(upload, () => office().post(`${path}/${id}/undo`))).toEqual([200, 200]);
});

test('somebody can be erased while the leave they had is taken back', async () => {
  const on = addDays(campus.today, -1);
  const { body } = await office().post(path, {
    students: [asha.id, ben.id],
    action: { kind: 'leave', from: addDays(campus.today, 5), until: null, reason: 'Illness' },
  });
  expect((await office().post(`${path}/${body.id}/apply`)).status).toBe(200);
  expect((await office().post(`/api/people/students/${asha.id}/withdraw`, { on })).status).toBe(
    200,
  );
  const answers = await inTurn(
    campus.database,
    ['select from students where person_id = $1 for update', [asha.id]],
    [
      () => campus.as(other).post(`/api/people/${asha.id}/erasure`, { email: asha.email }),
      () => office().post(`${path}/${body.id}/undo`),
    ],
    'rollback',
  );
  expect(answers.map(({ status }) => status)).toEqual([204, 409]);
});
