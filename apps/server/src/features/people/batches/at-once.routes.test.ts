import { addDays } from '@campus/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { inTurn } from '../../../testing/locks.ts';
import type { Person } from '../../../testing/make.ts';
import { testCampus, type TestCampus } from '../../../testing/test-campus.ts';
import { sendForm } from '../../../testing/upload.ts';

const path = '/api/people/students/batches';
let campus: TestCampus;
let registrar: Person;
let other: Person;
let asha: Person;
let ben: Person;
let cleo: Person;
let first: string;

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
  const teacher = await make.teacher();
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
  await make.subject({ ...of, code: 'B', audience_course: 'Art' }, [asha, cleo], from);
});
afterEach(() => campus.close());

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
