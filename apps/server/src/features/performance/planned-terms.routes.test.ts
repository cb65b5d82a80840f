import { addDays } from '@campus/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeExam } from '../../testing/exams.ts';
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

test('two terms are compared although a deleted one began on the same day', async () => {
  const { make, today } = campus;
  const [office, teacher, student] = [
    campus.as(await make.admin()),
    await make.teacher(),
    await make.student({ name: 'Ada' }),
  ];
  const next = { name: 'Summer', startsOn: addDays(today, 91), endsOn: addDays(today, 150) };
  const { body: deleted } = await office.post('/api/terms', next);
  const path = `/api/terms/${deleted.id}`;
  expect((await office.send({ method: 'DELETE', path })).status).toBe(204);
  const { body: summer } = await office.post('/api/terms', next);
  const { body: spring } = await office.post('/api/terms', {
    name: 'Spring',
    startsOn: addDays(today, 151),
    endsOn: addDays(today, 200),
  });
  for (const [term, marks] of [
    [summer, 80],
    [spring, 60],
  ] as const) {
    const { id } = await make.subject({ term_id: term.id, teacher_id: teacher.id }, [student]);
    await makeExam(campus, { subject: id, on: term.startsOn, results: [[student, marks]] });
  }
  expect(await office.get('/api/performance/fallen?termId=all')).toMatchObject({
    status: 200,
    body: { before: 'Summer', now: 'Spring', students: [{ before: 80, now: 60, fall: 20 }] },
  });
});
