import { addDays } from '@campus/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { handIn, handInPath, makeAssignment, mark } from '../../testing/assignments.ts';
import type { Person } from '../../testing/make.ts';
import { testCampus, type TestCampus } from '../../testing/test-campus.ts';

let campus: TestCampus;
let teacher: Person;
let ada: Person;
let ben: Person;

beforeAll(async () => {
  campus = await testCampus();
  teacher = await campus.make.teacher();
  [ada, ben] = [await campus.make.student(), await campus.make.student()];
});
afterAll(() => campus.close());

test('nothing is to be handed in once the term is closed, not even late, before the deadline or again', async () => {
  const term = await campus.make.term();
  const about = { term_id: term.id, teacher_id: teacher.id };
  const { id: subject } = await campus.make.subject(about, [ada, ben]);
  const { id } = await makeAssignment(campus, teacher, subject, { acceptLate: 'true' });
  await handIn(campus, ben, id);
  await mark(campus, teacher, [id, ben], { version: 1, marks: 5 });
  for (const act of ['return', 'reopen'])
    await campus.as(teacher).post(`${handInPath(id, ben)}/${act}`);
  const listed = async (student: Person) => {
    const path = `/api/students/${student.email}/assignments?termId=${term.id}`;
    const [one] = (await campus.as(student).get(path)).body;
    return [one.state, one.reopened];
  };
  const own = async (student: Person) =>
    (await campus.as(student).get(handInPath(id, student))).body;
  expect([await listed(ada), await listed(ben)]).toEqual([
    ['open', false],
    ['handedIn', true],
  ]);
  await campus.database
    .updateTable('terms')
    .set({ is_open: false, closed_at: new Date(), closed_by: teacher.id })
    .where('id', '=', term.id)
    .execute();
  for (const dueAt of [addDays(campus.today, 7), addDays(campus.today, -7)]) {
    await campus.database
      .updateTable('assignments')
      .set({ due_at: new Date(`${dueAt}T12:00:00Z`) })
      .where('id', '=', id)
      .execute();
    expect([await listed(ada), await listed(ben)]).toEqual([
      ['missed', false],
      ['handedIn', false],
    ]);
    expect(await own(ada)).toMatchObject({ state: 'missed', handingIn: 'termClosed' });
    expect(await own(ben)).toMatchObject({ reopened: false, handingIn: 'termClosed' });
    const { students } = (await campus.as(teacher).get(`/api/assignments/${id}`)).body;
    expect(students).toMatchObject([{ state: 'missed' }, { state: 'handedIn', reopened: false }]);
    expect((await handIn(campus, ada, id)).body.message).toBe(
      'The term of this subject is closed.',
    );
  }
});
