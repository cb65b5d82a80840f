import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTurn } from '../../testing/locks.ts';
import { testCampus, type TestCampus } from '../../testing/test-campus.ts';

let campus: TestCampus;

beforeAll(async () => {
  campus = await testCampus();
});
afterAll(() => campus.close());

test('dropping a student whose enrolment is being taken back says that there is none any more', async () => {
  const { make, database, today } = campus;
  const office = campus.as(await make.admin());
  const teacher = await make.teacher();
  const subject = await make.subject({ term_id: (await make.term()).id, teacher_id: teacher.id }, [
    await make.student(),
  ]);
  const { body } = await office.get(`/api/subjects/${subject.id}/enrolments`);
  const [answer] = await inTurn(
    database,
    [
      `with gone as (delete from enrolments where id = $1)
       select from subjects where id = $2 for no key update`,
      [body[0].id, subject.id],
    ],
    [() => office.post(`/api/enrolments/${body[0].id}/drop`, { lastDay: today })],
    'commit',
  );
  expect(answer).toMatchObject({ status: 404, body: { message: 'There is no such enrolment.' } });
});
