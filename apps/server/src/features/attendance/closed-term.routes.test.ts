import { addDays, type SubjectOfTerm, type SubjectPercentage } from '@campus/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '../../testing/make.ts';
import { testCampus, type TestCampus } from '../../testing/test-campus.ts';

let campus: TestCampus;
let admin: Person;
let teacher: Person;
let ada: Person;
let subjectId: string;

beforeAll(async () => {
  campus = await testCampus();
  admin = await campus.make.admin();
  teacher = await campus.make.teacher();
  ada = await campus.make.student();
  const term = await campus.make.term();
  ({ id: subjectId } = await campus.make.subject({ term_id: term.id, teacher_id: teacher.id }, [
    ada,
  ]));
  expect((await mark(teacher, true)).status).toBe(200);
  const { status } = await campus.as(admin).post(`/api/terms/${term.id}/close`, {
    next: { name: 'Next', startsOn: addDays(campus.today, 91), endsOn: addDays(campus.today, 180) },
    promote: { semester: false, year: false },
    carrySubjects: 'all',
    reason: 'The term is over',
  });
  expect(status).toBe(200);
});
afterAll(() => campus.close());

const day = (): string => addDays(campus.today, -1);
const mark = (who: Person, present: boolean) =>
  campus.as(who).post('/api/attendance/bulk', {
    facultyEmail: teacher.email,
    subjectId,
    date: day(),
    studentAttendances: [{ studentEmail: ada.email, present }],
  });
const stored = async (): Promise<boolean> =>
  (await campus.as(teacher).get(`/api/attendance/subject/${subjectId}/date/${day()}`)).body[0]
    .present;

test('after the term is closed its teacher can read the marks, and is told why none can be changed', async () => {
  const { status, body } = await mark(teacher, false);
  expect(status).toBe(403);
  expect(body.message).toContain('closed');
  expect(await stored()).toBe(true);
});

test('a student reads its percentage as that of a subject without classes to come', async () => {
  const { rows } = await campus.database.pool.query('select id from terms where is_open');
  const next = await campus.make.subject({ term_id: rows[0].id, teacher_id: teacher.id }, [ada]);
  const { body } = await campus
    .as(ada)
    .get<SubjectPercentage[]>(`/api/attendance/student/${ada.email}/percentages`);
  expect(body.find(({ id }) => id === subjectId)).toMatchObject({ present: 1, ongoing: false });
  expect(body.find(({ id }) => id === next.id)).toMatchObject({ classes: 0, ongoing: true });
});

test('a student tells a subject from the one of the next term that has its name and code', async () => {
  const { rows } = await campus.database.pool.query(
    `select subjects.id from subjects join terms on terms.id = subjects.term_id
     where is_open and code = (select code from subjects where id = $1)`,
    [subjectId],
  );
  const enrolment = { studentEmail: ada.email };
  await campus.as(admin).post(`/api/subjects/${rows[0].id}/enrolments`, enrolment);
  for (const list of ['subjects', 'percentages']) {
    const { body } = await campus
      .as(ada)
      .get<SubjectOfTerm[]>(`/api/attendance/student/${ada.email}/${list}`);
    const termOf = (id: string) => body.find((one) => one.id === id)?.termName;
    expect(termOf(rows[0].id)).toBe('Next');
    expect(termOf(subjectId)).not.toBe('Next');
  }
});

test('an administrator still corrects it, and the correction is recorded as one', async () => {
  expect((await mark(admin, false)).status).toBe(200);
  expect(await stored()).toBe(false);
  const { rows } = await campus.database.pool.query(
    'select correction, changed_by from attendance_mark_changes order by version',
  );
  expect(rows).toEqual([
    { correction: false, changed_by: teacher.id },
    { correction: true, changed_by: admin.id },
  ]);
});
