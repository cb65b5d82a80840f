import { addDays } from '@campus/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTurn } from '../../../testing/locks.ts';
import { testCampus, type TestCampus } from '../../../testing/test-campus.ts';
import { sendForm } from '../../../testing/upload.ts';

let campus: TestCampus;

beforeAll(async () => {
  campus = await testCampus();
});
afterAll(() => campus.close());

test('a term can be closed while a file changes students: the file goes first, and neither is refused', async () => {
  const { make, today } = campus;
  const [registrar, other] = [await make.admin(), await make.admin()];
  const asha = await make.student({ email: 'asha@example.edu' }, { course: 'Law', semester: 1 });
  const term = await make.term();
  const content = `Name,Email,Semester\n${asha.name},asha@example.edu,3\nBen,ben@example.edu,1\n`;
  const answers = await inTurn(
    campus.database,
    ['select from people where id = $1 for update', [asha.id]],
    [
      () =>
        sendForm(campus.as(registrar), '/api/uploadStudentDetails?existing=update', [
          { name: 'students.csv', content },
        ]),
      () =>
        campus.as(other).post(`/api/terms/${term.id}/close`, {
          next: { name: 'Next', startsOn: addDays(today, 91), endsOn: addDays(today, 180) },
          promote: { semester: true, year: false },
          carrySubjects: 'all',
          reason: 'Early holidays',
        }),
    ],
    'rollback',
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const { body } = await campus.as(registrar).get(`/api/people/students/${asha.id}`);
  expect(body.semester).toBe(4);
});

test('a file does not bring back what an erasure that is just going on removes', async () => {
  const { make, today } = campus;
  const [registrar, other] = [await make.admin(), await make.admin()];
  const cleo = await make.student({ email: 'cleo@example.edu' }, { course: 'Law' });
  const gone = { on: addDays(today, -1) };
  await campus.as(registrar).post(`/api/people/students/${cleo.id}/withdraw`, gone);
  const content = 'Name,Email,Address\nCleo Vane,cleo@example.edu,1 Main Street\n';
  const answers = await inTurn<{ status: number }>(
    campus.database,
    ['select from people where id = $1 for update', [cleo.id]],
    [
      () => campus.as(other).post(`/api/people/${cleo.id}/erasure`, { email: cleo.email }),
      () =>
        sendForm(campus.as(registrar), '/api/uploadStudentDetails?existing=update', [
          { name: 'students.csv', content },
        ]),
    ],
    'rollback',
  );
  expect(answers.map(({ status }) => status)).toEqual([204, 422]);
  const { body } = await campus.as(registrar).get(`/api/people/students/${cleo.id}`);
  expect(body).toMatchObject({ name: expect.stringContaining('Erased person'), address: null });
});
