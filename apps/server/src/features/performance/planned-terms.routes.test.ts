import { afterAll, beforeAll, expect, test } from 'vitest';
import { testCampus, type TestCampus } from '../../testing/test-campus.ts';

let campus: TestCampus;

beforeAll(async () => {
  campus = await testCampus();
});
afterAll(() => campus.close());

test('only administrators read about a planned term, even if its first day has passed', async () => {
  const { make } = campus;
  const [admin, teacher, student] = [
    await make.admin(),
    await make.teacher(),
    await make.student(),
  ];
  const [planned, open] = [await make.term({ is_open: false }), await make.term()];
  for (const { id } of [planned, open])
    await make.subject({ term_id: id, teacher_id: teacher.id }, [student]);
  const ofStudent = `/api/performance/student/${student.email}`;
  const statuses = async (path: string) => {
    const callers = [admin, path.startsWith(ofStudent) ? student : teacher];
    const answers = await Promise.all(callers.map((person) => campus.as(person).get(path)));
    return answers.map(({ status }) => status);
  };
  for (const path of [
    `${ofStudent}/terms/${planned.id}`,
    `${ofStudent}?termId=${planned.id}`,
    `/api/performance?termId=${planned.id}`,
  ])
    expect([path, await statuses(path)]).toEqual([path, [200, 404]]);
  const { body } = await campus.as(student).get(`${ofStudent}/terms/${open.id}`);
  expect(body.terms.map(({ id }: { id: string }) => id)).toEqual([open.id]);
});
