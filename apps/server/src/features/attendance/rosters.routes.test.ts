import { addDays } from '@campus/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '../../testing/make.ts';
import { testCampus, type TestCampus } from '../../testing/test-campus.ts';
import { waitsForLock } from '../../testing/locks.ts';
import { createRosters } from './rosters.ts';

let campus: TestCampus;
let admin: Person;
let teacher: Person;
let students: Person[];
let subjectId: string;

beforeAll(async () => {
  campus = await testCampus();
  admin = await campus.make.admin();
  teacher = await campus.make.teacher();
  students = [];
  for (const name of ['Ada', 'Ben', 'Cleo', 'Dora'])
    students.push(await campus.make.student({ name }, { roll_no: name }));
  const { id: term_id } = await campus.make.term();
  ({ id: subjectId } = await campus.make.subject(
    { term_id, teacher_id: teacher.id },
    students.slice(0, 2),
  ));
});
afterAll(() => campus.close());

const day = (back: number) => addDays(campus.today, -back);

/** Compares what the teacher reads, who looks again and again, with a first read without a cache. */
const rosterOf = async (back = 0) => {
  const path = `/api/attendance/subject/${subjectId}/date/${day(back)}`;
  const { status, body, headers } = await campus.as(teacher).get<object[]>(path);
  expect(status).toBe(200);
  const first = await createRosters(campus.database)(subjectId, day(back));
  expect(body).toEqual(JSON.parse(first?.entriesOf(null) ?? ''));
  expect(headers['etag']).toMatch(new RegExp(`^"${first?.version}\\.`));
  return body;
};
const namesOf = async (back = 0) =>
  (await rosterOf(back)).map((entry) => (entry as { studentName: string }).studentName);

const submit = (back: number, of: readonly Person[], remarks: string | null = null) =>
  campus.as(teacher).post('/api/attendance/bulk', {
    facultyEmail: teacher.email,
    subjectId,
    date: day(back),
    studentAttendances: of.map(({ email }) => ({ studentEmail: email, present: true, remarks })),
  });

test('a cached roster shows at once who joined, who left and whose name changed', async () => {
  expect(await namesOf()).toEqual(['Ada', 'Ben']);
  const enrolled = await campus
    .as(admin)
    .post<{ id: string }>(`/api/subjects/${subjectId}/enrolments`, {
      studentEmail: students[2]?.email,
      fromOn: day(10),
    });
  expect(enrolled.status).toBe(201);
  expect(await namesOf()).toEqual(['Ada', 'Ben', 'Cleo']);
  expect(await namesOf(12)).toEqual(['Ada', 'Ben']);

  await campus.as(admin).post(`/api/enrolments/${enrolled.body.id}/drop`, { lastDay: day(2) });
  expect(await namesOf()).toEqual(['Ada', 'Ben']);
  expect(await namesOf(2)).toEqual(['Ada', 'Ben', 'Cleo']);

  const { database } = campus;
  await database.pool.query(`update people set name = 'Zoe "Z" Ö' where name = 'Ada'`);
  expect(await namesOf()).toEqual(['Zoe "Z" Ö', 'Ben']);
  await database.pool.query(`update students set roll_no = 'Zoe' where roll_no = 'Ada'`);
  expect(await namesOf()).toEqual(['Ben', 'Zoe "Z" Ö']);
  // Changing a field that rosters do not show does not invalidate them.
  const version = () =>
    database.pool.query('select version from roster_versions').then(({ rows }) => rows[0].version);
  const before = await version();
  await database.pool.query('update students set semester = 5');
  expect(await version()).toBe(before);
});

test('a cached roster shows the mark of a student who is marked for the first time', async () => {
  const [ada, ben, , dora] = students as [Person, Person, Person, Person];
  expect((await submit(1, [ada], 'late "again"')).status).toBe(200);
  expect(await rosterOf(1)).toMatchObject([
    { studentName: 'Ben', present: null, remarks: null, correctedBy: null },
    { present: true, remarks: 'late "again"' },
  ]);
  await campus
    .as(admin)
    .post(`/api/subjects/${subjectId}/enrolments`, { studentEmail: dora.email, fromOn: day(9) });
  await rosterOf(1);
  expect((await submit(1, [ben, dora])).status).toBe(200);
  expect(await rosterOf(1)).toMatchObject([
    { studentName: 'Ben', present: true },
    { studentName: 'Dora', present: true },
    { present: true },
  ]);
  expect(await rosterOf(0)).toMatchObject([
    { present: null },
    { present: null },
    { present: null },
  ]);
});

test('simultaneous changes are all taken into account', async () => {
  await Promise.all(
    [3, 4, 5, 6].map((back) =>
      campus.database.pool.query(
        `update enrolments set from_on = from_on - ${back} where subject_id = ${subjectId}`,
      ),
    ),
  );
  await rosterOf();
});

test('a student who is enrolled while their name is being changed is on the roster with the new name', async () => {
  const student = await campus.make.student({ name: 'Eve' });
  const { pool } = campus.database;
  const renaming = await pool.connect();
  try {
    await renaming.query('begin');
    await renaming.query(`update people set name = 'Eva' where id = ${student.id}`);
    const enrolling = pool.query(
      `insert into enrolments (subject_id, student_id, from_on)
       values (${subjectId}, ${student.id}, '${day(3)}')`,
    );
    expect(await waitsForLock(campus.database, enrolling)).toBe(true);
    await rosterOf();
    await renaming.query('commit');
    await enrolling;
  } finally {
    renaming.release();
  }
  expect(await namesOf()).toContain('Eva');
});
