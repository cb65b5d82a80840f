import { addDays } from '@campus/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testCampus, type TestCampus } from '../../testing/test-campus.ts';

let campus: TestCampus;

beforeAll(async () => {
  campus = await testCampus();
});
afterAll(() => campus.close());

test('a subject in a planned term does not exist for its teacher and helpers, by its number neither', async () => {
  const { make } = campus;
  const [admin, teacher, helper, student] = [
    campus.as(await make.admin()),
    await make.teacher(),
    await make.teacher(),
    await make.student(),
  ];
  const { id: term } = await make.term({ is_open: false });
  const day = addDays(campus.today, -150);
  const teaching = { term_id: term, teacher_id: teacher.id, name: 'Alchemy' };
  const { id } = await make.subject(teaching, [student], { from_on: day });
  const helping = { email: helper.email, kind: 'co_teacher', fromOn: day };
  expect((await admin.post(`/api/subjects/${id}/helpers`, helping)).status).toBe(201);
  const planned = { subjectId: id, title: 'Finals', heldOn: day, maxMarks: 10 };
  const exam = await admin.post('/api/exams', planned);
  expect(exam.status).toBe(201);

  for (const person of [teacher, helper]) {
    const caller = campus.as(person);
    const marks = { studentEmail: student.email, present: true, remarks: null };
    const answers = await Promise.all([
      caller.get(`/api/attendance/subject/${id}/date/${day}`),
      caller.get(`/api/attendance/subject/${id}/sheet`),
      caller.get(`/api/attendance/stats/subject/${id}`),
      caller.post('/api/attendance/bulk', {
        facultyEmail: person.email,
        subjectId: id,
        date: day,
        studentAttendances: [marks],
      }),
      caller.get(`/api/exams?subjectId=${id}`),
      caller.get(`/api/exams/${exam.body.id}`),
      caller.post('/api/exams', { ...planned, title: 'Mine' }),
      caller.post(`/api/exams/${exam.body.id}/results`, {
        results: [{ studentId: student.id, marks: 5, absent: false }],
      }),
      caller.get(`/api/performance?subjectId=${id}`),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(Array(answers.length).fill(404));
  }
  // By the name of a subject its exams are found, too.
  const search = '/api/search?search=alchemy';
  expect((await admin.get(search)).body).toHaveLength(2);
  for (const person of [teacher, helper, student])
    expect((await campus.as(person).get(search)).body).toEqual([]);
});
