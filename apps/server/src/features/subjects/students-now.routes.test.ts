import { addDays } from '@campus/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '../../testing/make.ts';
import { testCampus, type TestCampus } from '../../testing/test-campus.ts';

let campus: TestCampus;
let admin: Person;
let teacher: Person;

beforeAll(async () => {
  campus = await testCampus();
  admin = await campus.make.admin();
  teacher = await campus.make.teacher();
});
afterAll(() => campus.close());

const office = () => campus.as(admin);

/** What each of the places says about the only subject of the open term. */
const counts = async (subjectId: string, student: Person) => {
  const asTeacher = campus.as(teacher);
  const read = async (of: typeof asTeacher, path: string) => (await of.get(path)).body;
  const [listed] = await read(office(), '/api/enrollments');
  const page = await read(office(), `/api/subjects/${subjectId}`);
  const [ofTeacher] = await read(office(), `/api/people/faculty/${teacher.id}/subjects`);
  const [marked] = await read(asTeacher, `/api/attendance/faculty/${teacher.email}/subjects`);
  const [examined] = await read(asTeacher, '/api/exam-subjects');
  const sheet = await read(asTeacher, `/api/attendance/subject/${subjectId}/sheet`);
  const [enrolment] = await read(campus.as(student), `/api/students/${student.email}/enrolments`);
  return {
    listed: listed.students,
    page: page.students,
    sections: page.sections[0].students,
    ofTeacher: ofTeacher.students,
    marked: marked.students,
    parts: marked.parts.map((part: { students: number }) => part.students),
    examined: examined.students,
    sheet: sheet.rows.filter((row: { enrolled: boolean }) => row.enrolled).length,
    ofStudent: enrolment.students,
  };
};
const everywhere = (n: number) => ({
  listed: n,
  page: n,
  sections: n,
  ofTeacher: n,
  marked: n,
  parts: [n, n],
  examined: n,
  sheet: n,
  ofStudent: n,
});

test('every place counts the students of today, also those whose last day is planned, and before the term those of its first day', async () => {
  const { make, today } = campus;
  const [ann, ben] = [await make.student(), await make.student()];
  const { id: term_id } = await make.term();
  const { id } = await make.subject({ term_id, teacher_id: teacher.id }, [ann, ben]);
  await office().post(`/api/subjects/${id}/sections`, { name: 'A' });
  await office().post(`/api/subjects/${id}/sections/divide`);
  expect(await counts(id, ann)).toEqual(everywhere(2));

  const graduating = { kind: 'graduate', on: addDays(today, 5) };
  const batches = '/api/people/students/batches';
  const { body } = await office().post(batches, { students: [ben.id], action: graduating });
  expect((await office().post(`${batches}/${body.id}/apply`)).status).toBe(200);
  expect(await counts(id, ann)).toEqual(everywhere(2));
  await office().post(`/api/people/students/${ben.id}/withdraw`, { on: addDays(today, -1) });
  expect(await counts(id, ann)).toEqual(everywhere(1));

  const startsOn = addDays(today, 5);
  await campus.database.pool.query(
    `update enrolments set from_on = $1, to_on = null where student_id = $2`,
    [startsOn, ann.id],
  );
  expect((await office().patch(`/api/terms/${term_id}`, { startsOn })).status).toBe(200);
  expect(await counts(id, ann)).toEqual(everywhere(1));
});

test('a change of the audience is counted in advance, and done, with the number that the page has then', async () => {
  const { make, today } = campus;
  const of = (course: string) => make.student({}, { course });
  const [law, away, leaving, art] = [
    await of('Law'),
    await of('Law'),
    await of('Law'),
    await of('Art'),
  ];
  await campus.database.pool.query('update terms set is_open = false');
  const { id: term_id } = await make.term({
    starts_on: addDays(today, -80),
    ends_on: addDays(today, 4),
  });
  const { id } = await make.subject({ term_id, teacher_id: teacher.id }, [law, away, leaving]);
  const batches = '/api/people/students/batches';
  const apply = async (students: readonly Person[], action: object) => {
    const { body } = await office().post(batches, {
      students: students.map((one) => one.id),
      action,
    });
    expect((await office().post(`${batches}/${body.id}/apply`)).status).toBe(200);
  };
  await apply([away], {
    kind: 'leave',
    from: addDays(today, -3),
    until: addDays(today, 1),
    reason: 'Illness',
  });
  await apply([leaving, art], {
    kind: 'leave',
    from: addDays(today, 2),
    until: null,
    reason: 'Illness',
  });
  const path = `/api/subjects/${id}/audience`;
  for (const [course, students] of [
    ['Law', 2],
    ['Art', 1],
    ['Law', 2],
  ] as const) {
    const change = { method: 'PUT', path, body: JSON.stringify({ course }) } as const;
    const headers = { 'content-type': 'application/json' };
    expect((await office().get(`${path}?course=${course}`)).body).toMatchObject({ students });
    expect((await office().send({ ...change, headers })).body).toMatchObject({ students });
    expect((await office().get(`/api/subjects/${id}`)).body).toMatchObject({ students });
  }
});
