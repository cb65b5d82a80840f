import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { addDays } from '@campus/contract';
import type { QueryConfig } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withClient } from '../../db/connection.ts';
import type { Person } from '../../testing/make.ts';
import { testCampus, type TestCampus } from '../../testing/test-campus.ts';
import { sendForm } from '../../testing/upload.ts';

let campus: TestCampus;
let teacher: Person;
let admin: Person;
let termId: string;

beforeAll(async () => {
  campus = await testCampus();
  teacher = await campus.make.teacher();
  admin = await campus.make.admin({ name: 'Ruth' });
  ({ id: termId } = await campus.make.term());
});
afterAll(() => campus.close());

const day = (back: number) => addDays(campus.today, -back);

const submit = (
  subjectId: string,
  date: string,
  emails: readonly string[],
  mark: (index: number) => { present: boolean; remarks: string | null },
  by = teacher,
) =>
  campus.as(by).post('/api/attendance/bulk', {
    facultyEmail: teacher.email,
    subjectId,
    date,
    studentAttendances: emails.map((studentEmail, index) => ({ studentEmail, ...mark(index) })),
  });

const rowsOf = async (statement: string, ...values: unknown[]) =>
  (await campus.database.pool.query(statement, values)).rows;

/** The stored tallies equal those counted from the marks. */
const expectCounted = async () => {
  // The tallies of a term are brought up to date when somebody asks for the list.
  expect((await campus.as(admin).get('/api/attendance/low?below=100')).status).toBe(200);
  for (const [table, left] of [
    ['seat_tallies', []],
    ['subject_tallies', ['changes']],
    ['term_tallies', ['share', 'tenths', 'enrolled']],
  ] as const)
    expect(
      await rowsOf(`select to_jsonb(kept) - $1::text[] as row from ${table} kept order by 1`, left),
    ).toEqual(await rowsOf(`select to_jsonb(counted) as row from ${table}_now counted order by 1`));
};

test('parts of a class that are submitted at the same moment give each student one seat', async () => {
  const students = await Promise.all(Array.from({ length: 12 }, () => campus.make.student()));
  const { id } = await campus.make.subject({ term_id: termId, teacher_id: teacher.id }, students);
  const emails = students.map(({ email }) => email);
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, at) =>
      // Two classes, each marked by four submissions at once that list different students.
      submit(id, day(at % 2), emails.slice(at, at + 5), (index) => ({
        present: index % 2 === 0,
        remarks: null,
      })),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
  const seats = await rowsOf(`select seat from seats where subject_id = ${id} order by seat`);
  expect(seats.map(({ seat }) => seat)).toEqual(emails.map((_, index) => index + 1));
  await expectCounted();
});

test('totals of a term requested while classes are being marked leave nothing out', async () => {
  const students = await Promise.all(Array.from({ length: 6 }, () => campus.make.student()));
  const subjects = await Promise.all(
    Array.from({ length: 3 }, () =>
      campus.make.subject({ term_id: termId, teacher_id: teacher.id }, students),
    ),
  );
  const emails = students.map(({ email }) => email);
  for (const turn of [0, 1, 2])
    await Promise.all(
      Array.from({ length: 8 }, async (_, at) => {
        const { id } = subjects[at % 3] ?? { id: '' };
        // In each turn the same number of students is present, but different ones.
        const mark = (index: number) => ({ present: (index + turn) % 2 === 0, remarks: null });
        const answers = await Promise.all([
          submit(id, day(at % 2), emails, mark),
          campus.as(admin).get('/api/attendance/low?below=100'),
        ]);
        expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      }),
    );
  await expectCounted();
});

test('a student who drops a subject and takes it again keeps the marks of both times', async () => {
  const [ada, ben] = [await campus.make.student(), await campus.make.student()];
  const { id } = await campus.make.subject({ term_id: termId, teacher_id: teacher.id }, [ben]);
  const enrol = (fromOn: string) =>
    campus.as(admin).post<{ id: string }>(`/api/subjects/${id}/enrolments`, {
      studentEmail: ada.email,
      fromOn,
    });
  const mark = (back: number, emails: string[], present: boolean) =>
    submit(id, day(back), emails, () => ({ present, remarks: null }));
  const first = await enrol(day(20));
  expect((await mark(18, [ada.email, ben.email], true)).status).toBe(200);
  const dropped = await campus
    .as(admin)
    .post(`/api/enrolments/${first.body.id}/drop`, { lastDay: day(15) });
  expect(dropped.status).toBe(200);
  expect((await mark(12, [ada.email, ben.email], true)).status).toBe(422);
  expect((await mark(12, [ben.email], true)).status).toBe(200);
  expect((await enrol(day(10))).status).toBe(201);
  expect((await mark(9, [ada.email], false)).status).toBe(200);
  const records = await campus.as(ada).get(`/api/attendance/student/${ada.email}/subject/${id}`);
  expect(records.body).toMatchObject([
    { date: day(9), present: false },
    { date: day(18), present: true },
  ]);
  const summary = await campus.as(ada).get(`/api/students/${ada.email}/attendance-summary`);
  expect(summary.body).toEqual({ overallPercentage: 50, startDate: day(18), endDate: day(9) });
  await expectCounted();
});

test('a class of 12,000 students is marked, corrected, examined, exported and counted like any other', async () => {
  const { id } = await campus.make.subject({ term_id: termId, teacher_id: teacher.id });
  await campus.database.pool.query(
    `with added as (
       insert into people (role, email, name, univ_id)
       select 'student', 'many.' || n || '@example.edu', 'Student ' || n, 'M-' || n
       from generate_series(1, 12000) n returning id
     ),
     student as (insert into students (person_id, roll_no) select id, 'M-' || id from added)
     select`,
  );
  const people = await rowsOf(`select id, email from people where email like 'many.%' order by id`);
  await campus.database.pool.query(
    `insert into enrolments (subject_id, student_id, from_on)
     select $1, id, $2 from people where email like 'many.%'`,
    [id, day(30)],
  );
  // As autovacuum does by itself within a minute of so many inserts.
  await campus.database.pool.query('analyze people, students, enrolments');
  const emails = people.map(({ email }) => email);
  const mark = (index: number) => ({
    present: index % 4 > 0,
    remarks: index % 100 === 0 ? `Number ${index}` : null,
  });
  for (const changed of [12_000, 0])
    expect((await submit(id, day(2), emails, mark)).body.changed).toBe(changed);
  const corrected = await submit(
    id,
    day(2),
    [emails[11_999]],
    () => ({ present: false, remarks: 'Was ill' }),
    admin,
  );
  expect(corrected.body.changed).toBe(1);
  const path = `/api/attendance/subject/${id}/date/${day(2)}`;
  const { body: roster } = await campus.as(teacher).get<any[]>(path);
  const last = emails[11_999];
  for (const [index, entry] of roster.entries())
    expect([entry.studentEmail, entry.present, entry.remarks, entry.correctedBy]).toEqual(
      entry.studentEmail === last
        ? [last, false, 'Was ill', 'Ruth']
        : [emails[index], mark(index).present, mark(index).remarks, null],
    );
  const { body: history } = await campus.as(teacher).get<any[]>(`${path}/history`);
  expect(history.length).toBe(12_001);
  expect(history[0]).toMatchObject({
    studentEmail: last,
    from: { present: true, remarks: null },
    to: { present: false, remarks: 'Was ill' },
    correction: true,
    changedBy: 'Ruth',
  });
  await expectCounted();

  const exam = { subjectId: id, title: 'Midterm', heldOn: campus.today, maxMarks: 50 };
  const { body: made } = await campus.as(teacher).post<{ id: string }>('/api/exams', exam);
  const results = people.map(({ id: studentId }, n) => ({ studentId, marks: n % 51 }));
  const saved = await campus.as(teacher).post(`/api/exams/${made.id}/results`, { results });
  expect(saved.body).toEqual({ saved: 12_000, changed: 12_000 });
  const file = `/api/exams/${made.id}/results.csv`;
  const { body: content } = await campus.as(teacher).get<string>(file);
  const answer = await sendForm(campus.as(teacher), `${file}?dryRun=true`, [
    { name: 'marks.csv', content },
  ]);
  expect(answer.body).toMatchObject({ rows: 12_000, unchanged: 12_000, problems: [] });

  // The plan that a new connection makes for its first submissions, before PostgreSQL switches to a generic plan.
  const sent: QueryConfig[] = [];
  const listen = (message: unknown) => sent.push((message as { statement: QueryConfig }).statement);
  subscribe('campus.statement', listen);
  await submit(id, day(3), emails.slice(0, 200), mark);
  unsubscribe('campus.statement', listen);
  const stored = sent.find(({ name }) => name === 'store-marks');
  const plan = await withClient(campus.database.connection, (client) =>
    client.query(`explain ${stored?.text}`, stored?.values),
  );
  const steps = plan.rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(steps).toContain('Index Scan using people_email_key on people');
  expect(steps).not.toContain('Seq Scan on people');
});

test('the database itself refuses to delete or remove marks', async () => {
  const student = await campus.make.student();
  const { id } = await campus.make.subject({ term_id: termId, teacher_id: teacher.id }, [student]);
  await submit(id, day(1), [student.email], () => ({ present: true, remarks: null }));
  for (const [statement, refusal] of [
    [`delete from students where person_id = ${student.id}`, 'violates foreign key'],
    [`delete from people where id = ${student.id}`, 'violates foreign key'],
    [`delete from subjects where id = ${id}`, 'violates foreign key'],
    [`delete from seats where subject_id = ${id}`, 'append-only'],
    [`update seats set seat = 7 where subject_id = ${id}`, 'append-only'],
    [`delete from class_sessions where subject_id = ${id}`, 'never taken away'],
    ['truncate class_sessions cascade', 'never taken away'],
    [
      `update class_sessions set present = '{null}', version = 9 where subject_id = ${id}`,
      'never taken away',
    ],
    ['update class_submissions set changed_by = 1', 'append-only'],
    ['delete from class_submissions', 'append-only'],
  ] as const)
    await expect(campus.database.asOwner(statement), statement).rejects.toThrow(refusal);
});
