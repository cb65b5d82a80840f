import { createIdentity, migrateIdentity } from '@campus/identity';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testCampus, type TestCampus } from '../testing/test-campus.ts';
import { demoAccounts, generateDemo } from './generate.ts';
import { loadDemo } from './load.ts';

let campus: TestCampus;
let identity: ReturnType<typeof createIdentity>;

beforeAll(async () => {
  campus = await testCampus();
  const { connection } = campus.database;
  await migrateIdentity(connection);
  identity = createIdentity({
    connection,
    publicUrl: 'http://localhost:8080',
    secret: 'a secret of the tests, long enough to be one',
    issuer: 'campus-identity',
    audience: 'campus-api',
    trustedOrigins: () => false,
    onResetRequest: () => Promise.resolve(),
    log: { warn: () => undefined, error: () => undefined },
  });
  // Two processes that start on one empty database: one loads, the other finds it loaded.
  await Promise.all([loadDemo(campus.campus, identity), loadDemo(campus.campus, identity)]);
});
afterAll(async () => {
  await identity.close();
  await campus.close();
});

const personOf = async (email: string) => {
  const { rows } = await campus.database.pool.query(
    'select id, email, name from people where email = $1',
    [email],
  );
  return rows[0];
};

test('the administrator, the teacher and the student find what was generated', async () => {
  const demo = generateDemo(campus.today);
  const admin = campus.as(await personOf(demoAccounts.admin));
  const list = await admin.get('/api/faculty/students/all');
  expect(list.body).toHaveLength(demo.students.length);

  const teacher = campus.as(await personOf(demoAccounts.teacher));
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

  const student = campus.as(await personOf(demoAccounts.student));
  const records = await student.get(`/api/attendance/student/${demoAccounts.student}`);
  const marks = demo.sessions.flatMap((session) =>
    session.marks.filter(({ studentEmail }) => studentEmail === demoAccounts.student),
  );
  expect(records.body).toHaveLength(marks.length);
});

test('every mark has its history', async () => {
  const { rows } = await campus.database.pool.query(
    `select (select count(*) from attendance_marks) = (select count(*) from attendance_mark_changes) as same,
       (select count(*)::int from attendance_marks) as marks`,
  );
  expect(rows[0].same).toBe(true);
  expect(rows[0].marks).toBeGreaterThan(10_000);
});
