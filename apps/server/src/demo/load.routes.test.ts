import type { Announcement } from '@campus/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testCampus, type TestCampus } from '../testing/test-campus.ts';
import { demoAccounts, demoPassword, generateDemo } from './generate.ts';
import { loadDemo } from './load.ts';
import { calendarPdf } from './documents.ts';

let campus: TestCampus;

beforeAll(async () => {
  campus = await testCampus({ withIdentity: true, demo: true });
  const { identity } = campus;
  // Like two processes starting on an empty database: one loads, the other finds it loaded.
  await Promise.all([loadDemo(campus.campus, identity), loadDemo(campus.campus, identity)]);
});
afterAll(() => campus.close());

const signedIn = (email: string) => campus.signIn(email, demoPassword);

test('the administrator, the teacher and the student find what was generated', async () => {
  const demo = generateDemo(campus.today);
  const admin = await signedIn(demoAccounts.admin);
  const list = await admin.get('/api/faculty/students/all');
  expect(list.body).toHaveLength(demo.students.length);

  const teacher = await signedIn(demoAccounts.teacher);
  const subjects = await teacher.get(`/api/attendance/faculty/${demoAccounts.teacher}/subjects`);
  expect(subjects.body.length).toBeGreaterThanOrEqual(3);
  for (const { id, students } of subjects.body) {
    expect(students).toBeGreaterThanOrEqual(50);
    const today = await teacher.get(`/api/attendance/subject/${id}/date/${campus.today}`);
    expect(today.body.every((entry: { present: unknown }) => entry.present === null)).toBe(true);
    const yesterday = await teacher.get(`/api/attendance/subject/${id}/date/2026-03-10`);
    expect(yesterday.body.every((entry: { present: unknown }) => entry.present !== null)).toBe(
      true,
    );
  }

  const student = await signedIn(demoAccounts.student);
  const records = await student.get(`/api/attendance/student/${demoAccounts.student}`);
  const marks = demo.sessions.flatMap((session) =>
    session.marks.filter(({ studentEmail }) => studentEmail === demoAccounts.student),
  );
  expect(records.body).toHaveLength(marks.length);
});

test('announcements are in order, and none is in the future', async () => {
  const student = await signedIn(demoAccounts.student);
  const { body } = await student.get<Announcement[]>('/api/all/announcement');
  expect(body.length).toBeGreaterThanOrEqual(4);
  const sent = body.map(({ createdAt }) => createdAt);
  expect(sent).toEqual(sent.toSorted().toReversed());
  expect(sent[0] && sent[0] < campus.campus.now().toISOString()).toBe(true);
});

test('there are a calendar and class information as generated PDFs', async () => {
  const student = await signedIn(demoAccounts.student);
  const calendar = await student.get('/api/calendar');
  expect(calendar.bytes.equals(await calendarPdf(generateDemo(campus.today)))).toBe(true);
  const teacher = await signedIn(demoAccounts.teacher);
  const mine = await teacher.get(`/api/class-info/faculty/${demoAccounts.teacher}/info`);
  expect(mine.body.forAll).toBe(false);
  const info = await teacher.get('/api/class-info/general');
  expect(info.bytes.subarray(0, 5).toString()).toBe('%PDF-');
});

test('the school’s average is 85 of 100 students, and the student’s months come to 520', async () => {
  const admin = await signedIn(demoAccounts.admin);
  const { body: school } = await admin.get('/api/performance');
  expect([Math.round(school.averageScore), school.totalStudents]).toEqual([85, 100]);
  const teacher = await signedIn(demoAccounts.teacher);
  expect((await teacher.get('/api/performance')).body.totalStudents).toBeGreaterThan(50);
  const student = await signedIn(demoAccounts.student);
  const months = await student.get(`/api/performance/student/${demoAccounts.student}`);
  expect(months.body.total).toBe(520);
});

test('every mark has its history', async () => {
  const { rows } = await campus.database.pool.query(
    `select (select count(*) from attendance_marks) = (select count(*) from attendance_mark_changes) as same,
       (select count(*)::int from attendance_marks) as marks`,
  );
  expect(rows[0].same).toBe(true);
  expect(rows[0].marks).toBeGreaterThan(10_000);
});

test('the student has the results that were generated, and each has its history', async () => {
  const student = await signedIn(demoAccounts.student);
  const { body } = await student.get(`/api/students/${demoAccounts.student}/exam-results`);
  expect(body).toMatchObject([
    {
      subjects: [
        { subjectName: 'Data Structures', percent: null },
        { subjectName: 'Math', percent: 80 },
        { subjectName: 'Science', percent: 75 },
        { subjectName: 'English', percent: 90 },
        { subjectName: 'History', percent: 85 },
      ],
    },
  ]);
  const { rows } = await campus.database.pool.query(
    `select (select count(*) from exam_results) = (select count(*) from exam_result_changes) as same,
       (select count(distinct student_id)::int from exam_results where marks is not null) as students,
       (select count(*)::int from exams where greatest(created_at, published_at)::date > $1) as future`,
    [campus.today],
  );
  expect(rows[0]).toEqual({ same: true, students: 100, future: 0 });
});

test('nobody gets a mail', async () => {
  const { rows } = await campus.database.pool.query('select from account_outbox');
  expect(rows).toEqual([]);
});
