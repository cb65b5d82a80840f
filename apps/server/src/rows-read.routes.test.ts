import { addDays } from '@campus/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person } from './testing/make.ts';
import { countRowsRead } from './testing/rows-read.ts';
import { testCampus, type TestCampus } from './testing/test-campus.ts';

/** Pages that everybody opens, in a university of 2,000 subjects in two terms, of which one person has ten. */

let campus: TestCampus;
let rowsRead: ReturnType<typeof countRowsRead>;
let admin: Person;
let teacher: Person;
let student: Person;
let classmate: Person;

/** As many as somebody may read who has 10 subjects, each with 6 assignments, 3 exams and a colleague's work. */
const own = 200;

beforeAll(async () => {
  campus = await testCampus();
  rowsRead = countRowsRead(campus.database);
  const { make, database, today } = campus;
  admin = await make.admin();
  teacher = await make.teacher();
  student = await make.student();
  const other = await make.teacher();
  classmate = await make.student();
  const open = await make.term();
  const by = { closed_at: new Date('2025-12-12T12:00:00Z'), closed_by: admin.id };
  const closed = await make.term({ is_open: false, ...by });
  const fill = (statement: string, values: unknown[] = []) => database.asOwner(statement, values);
  await fill(
    `insert into subjects (term_id, name, code, teacher_id)
     select term, 'Subject ' || n, 'FILL' || n, case when n <= 5 then $3::bigint else $4 end
     from unnest(array[$1::bigint, $2]) as term, generate_series(1, 1000) as n`,
    [open.id, closed.id, teacher.id, other.id],
  );
  await fill(
    `insert into enrolments (subject_id, student_id, from_on)
     select subjects.id, student, starts_on from subjects join terms on terms.id = term_id,
       unnest(array[$1::bigint, $2]) as student where student <> $1 or teacher_id = $3`,
    [student.id, classmate.id, teacher.id],
  );
  await fill(
    `insert into assignments (subject_id, title, description, grade, due_at, created_by)
     select subjects.id, 'Exercise ' || n, 'Read.', 20,
       starts_on + interval '23 hours 59 minutes' + n * interval '20 days', teacher_id
     from subjects join terms on terms.id = term_id, generate_series(1, 6) as n`,
  );
  await fill(
    `insert into exams (subject_id, title, held_on, created_by)
     select subjects.id, 'Test ' || n, starts_on + 45 * n, teacher_id
     from subjects join terms on terms.id = term_id, generate_series(1, 3) as n`,
  );
  await fill(
    `insert into hand_ins (assignment_id, student_id, version, body, late, handed_in_at)
     select assignments.id, student_id, 1, 'My answer', false, due_at
     from assignments join enrolments using (subject_id) where due_at < $1::date`,
    [today],
  );
  await fill('vacuum analyze');
  for (const person of [admin, teacher, student]) await campus.as(person).get('/api/campus');
});
afterAll(() => campus.close());

const read = async (by: Person, path: string) => {
  let body: any;
  const rows = await rowsRead(async () => {
    const answer = await campus.as(by).get(`/api${path}`);
    expect(answer.status).toBe(200);
    ({ body } = answer);
  });
  return { body, rows };
};
const quarter = () => `/events?from=${campus.today}&to=${addDays(campus.today, 90)}`;

describe('however many subjects a university has,', () => {
  test.each(['overview', 'assignments'])('a student’s %s read the student’s own', async (page) => {
    const { body, rows } = await read(student, `/students/${student.email}/${page}`);
    expect(page === 'overview' ? body.due : body).not.toEqual([]);
    for (const table of ['assignments', 'subjects', 'hand_ins', 'enrolments'])
      expect(rows(table), table).toBeLessThan(own);
  });

  test.each([
    ['student', () => student],
    ['teacher', () => teacher],
  ])('the calendar of a %s and its private address read their own dates', async (_who, person) => {
    const calendar = await read(person(), quarter());
    expect(calendar.body.entries).toHaveLength(5 * (2 + 2));
    const { body } = await campus.as(person()).post('/api/calendar-address');
    const feed = await read(person(), body.path);
    expect(feed.body.match(/BEGIN:VEVENT/g)).toHaveLength(5 * (6 + 3) * 2);
    for (const { rows } of [calendar, feed])
      for (const table of ['assignments', 'exams']) expect(rows(table)).toBeLessThan(own);
  });

  test('an administrator’s next dates read no others', async () => {
    const { body, rows } = await read(admin, `${quarter()}&limit=5`);
    expect(body.entries).toHaveLength(5);
    expect(body.entries).toEqual((await read(admin, quarter())).body.entries.slice(0, 5));
    for (const table of ['assignments', 'exams', 'subjects']) expect(rows(table)).toBeLessThan(own);
  });

  test.each([
    ['Amelia Jones', 0],
    ['test fill777', 5],
  ])('a search for %s reads the subjects and exams that may have it', async (words, found) => {
    const { body, rows } = await read(admin, `/search?search=${encodeURIComponent(words)}`);
    expect(body).toHaveLength(found);
    for (const table of ['subjects', 'exams']) expect(rows(table), table).toBeLessThan(own);
  });

  test('a search that more match than an index names finds the latest of them', async () => {
    const { body } = await campus.as(admin).get('/api/search?search=test');
    expect(body.map(({ title }: { title: string }) => title)).toEqual(Array(5).fill('Test 3'));
  });

  test('a page of an administrator’s assignments reads the hand-ins of those it shows', async () => {
    const { body, rows } = await read(admin, '/assignments?limit=5');
    expect(body).toHaveLength(5);
    expect(rows('hand_ins')).toBeLessThan(own);
  });

  test('the list of terms reads each subject once', async () => {
    const { body, rows } = await read(admin, '/terms');
    expect(body).toHaveLength(2);
    expect(rows('subjects')).toBeLessThanOrEqual(2000);
  });

  test('low attendance by programme reads no enrolments of those whose marks are counted', async () => {
    const list = `/api/attendance/faculty/${teacher.email}/subjects`;
    const { body: subjects } = await campus.as(teacher).get(list);
    const { status } = await campus.as(teacher).post('/api/attendance/bulk', {
      facultyEmail: teacher.email,
      subjectId: subjects[0].id,
      date: campus.today,
      studentAttendances: [student, classmate].map(({ email }) => ({
        studentEmail: email,
        present: false,
      })),
    });
    expect(status).toBe(200);
    const { body, rows } = await read(admin, '/reports/low-attendance');
    expect(body.rows.map(([, ...counts]: unknown[]) => counts)).toEqual([[2, 2, 2, 100, 0]]);
    expect(rows('enrolments')).toBe(0);
  });

  test('an administrator’s private address reads events', async () => {
    const { body } = await campus.as(admin).post('/api/calendar-address');
    const { rows } = await read(admin, body.path);
    expect([rows('assignments'), rows('exams')]).toEqual([0, 0]);
  });
});
