import { addDays, type AttendanceSheet, type LowAttendance } from '@campus/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person } from '../../testing/make.ts';
import { testCampus, type TestCampus } from '../../testing/test-campus.ts';

let campus: TestCampus;
let admin: Person;
let teacher: Person;
let colleague: Person;
let ada: Person;
let ben: Person;
let cleo: Person;
let term: { id: string };
let physics: string;
let algebra: string;

const day = (back: number) => addDays(campus.today, -back);

beforeAll(async () => {
  campus = await testCampus();
  const { make } = campus;
  admin = await make.admin();
  teacher = await make.teacher({ name: 'Meera Nair' });
  colleague = await make.teacher();
  ada = await make.student({ name: 'Ada Lovelace' }, { roll_no: 'CS-2' });
  ben = await make.student({ name: 'Ben Okri' }, { roll_no: 'CS-10' });
  cleo = await make.student({ name: 'Cleo Ptak', univ_id: 'S-3' });
  term = await make.term({ name: 'Spring 2026' });
  const about = { term_id: term.id, teacher_id: teacher.id };
  ({ id: physics } = await make.subject({ ...about, name: 'Physics', code: 'PH1' }, [ada, ben]));
  ({ id: algebra } = await make.subject({ ...about, name: 'Algebra', code: 'MA1' }, [ada]));
  await campus.database
    .insertInto('enrolments')
    .values({ subject_id: physics, student_id: cleo.id, from_on: day(2), to_on: day(1) })
    .execute();
  await mark(physics, day(3), [
    [ada, true],
    [ben, false],
  ]);
  await mark(physics, day(2), [
    [ada, true],
    [ben, false],
    [cleo, false],
  ]);
  await mark(algebra, day(2), [[ada, false]]);
});
afterAll(() => campus.close());

const mark = async (
  subjectId: string,
  date: string,
  marks: [Person, boolean][],
  by = teacher,
): Promise<void> => {
  const { status } = await campus.as(by).post('/api/attendance/bulk', {
    facultyEmail: teacher.email,
    subjectId,
    date,
    studentAttendances: marks.map(([student, present]) => ({
      studentEmail: student.email,
      present,
    })),
  });
  expect(status).toBe(200);
};

describe('an administrator looking at a day', () => {
  const overview = async (date: string) =>
    (await campus.as(admin).get(`/api/attendance/day/${date}`)).body;

  test('sees every subject of the term: marked, not marked, and the percentage', async () => {
    const { date, term: of, classes } = await overview(day(2));
    expect(date).toBe(day(2));
    expect(of).toMatchObject({ id: term.id, name: 'Spring 2026' });
    expect(classes).toEqual([
      {
        id: algebra,
        subjectName: 'Algebra',
        subjectCode: 'MA1',
        teacherName: 'Meera Nair',
        teacherEmail: teacher.email,
        students: 1,
        present: 0,
        absent: 1,
        unmarked: 0,
        percentage: 0,
      },
      expect.objectContaining({
        id: physics,
        students: 3,
        present: 1,
        absent: 2,
        unmarked: 0,
        percentage: 33.3,
      }),
    ]);
  });

  test('sees which teachers have not taken the roll', async () => {
    const { classes } = await overview(campus.today);
    expect(classes).toMatchObject([
      { id: algebra, students: 1, unmarked: 1, percentage: null },
      { id: physics, students: 2, unmarked: 2, percentage: null },
    ]);
  });

  test('sees no classes on a day outside every term', async () => {
    expect(await overview('2024-01-01')).toEqual({ date: '2024-01-01', term: null, classes: [] });
  });

  test('sees marks of students who were dropped from an earlier day still counted', async () => {
    const date = day(20);
    await mark(algebra, date, [[ada, true]]);
    await campus.database.pool.query(
      `update enrolments set from_on = $1 where subject_id = $2 and student_id = $3`,
      [day(10), algebra, ada.id],
    );
    const { classes } = await overview(date);
    expect(classes[0]).toMatchObject({ students: 0, present: 1, unmarked: 0, percentage: 100 });
  });
});

describe('an administrator looking for students below a percentage', () => {
  const low = (query: string) =>
    campus.as(admin).get<LowAttendance[]>(`/api/attendance/low?${query}`);

  test('finds those of the open term, the lowest first, with the dates of their first and last marks', async () => {
    const { body, headers } = await low('below=75.1');
    expect(headers['x-total-count']).toBe('2');
    expect(body).toEqual([
      {
        studentId: ben.id,
        studentName: 'Ben Okri',
        studentEmail: ben.email,
        studentRollNo: 'CS-10',
        subject: null,
        classes: 2,
        present: 0,
        percentage: 0,
        startDate: day(3),
        endDate: day(2),
      },
      expect.objectContaining({ studentId: ada.id, classes: 4, present: 3, percentage: 75 }),
    ]);
  });

  test('does not find students with exactly that percentage, or no longer enrolled', async () => {
    const { body } = await low('below=75');
    expect(body.map(({ studentName }) => studentName)).toEqual(['Ben Okri']);
  });

  test('can count each subject separately, or a single one', async () => {
    const found = ({ body }: { body: LowAttendance[] }): unknown[] =>
      body.map((row) => [row.studentName, row.subject?.subjectCode, row.percentage]);
    expect(found(await low('by=subject'))).toEqual([
      ['Ben Okri', 'PH1', 0],
      ['Ada Lovelace', 'MA1', 50],
    ]);
    expect(found(await low(`subjectId=${algebra}`))).toEqual([['Ada Lovelace', 'MA1', 50]]);
  });

  test('can page through the list, and sort by name and by roll number in both directions', async () => {
    const names = async (query: string): Promise<string[]> =>
      (await low(`below=100&${query}`)).body.map(({ studentName }) => studentName);
    expect(await names('sort=name')).toEqual(['Ada Lovelace', 'Ben Okri']);
    expect(await names('sort=name&order=desc')).toEqual(['Ben Okri', 'Ada Lovelace']);
    expect(await names('sort=rollNo')).toEqual(['Ada Lovelace', 'Ben Okri']);
    expect(await names('sort=percentage&order=desc')).toEqual(['Ada Lovelace', 'Ben Okri']);
    expect(await names('sort=name&limit=1&page=2')).toEqual(['Ben Okri']);
    const beyond = await low('below=100&limit=1&page=9');
    expect(beyond.body).toEqual([]);
    expect(beyond.headers['x-total-count']).toBe('2');
  });

  test('does not find deactivated students', async () => {
    const { pool } = campus.database;
    await pool.query('update people set active = false where id = $1', [ben.id]);
    expect((await low('below=50')).body).toEqual([]);
    await pool.query('update people set active = true where id = $1', [ben.id]);
    expect((await low('below=50')).body).toHaveLength(1);
  });

  test('immediately finds a student who has missed a class since the list was last loaded', async () => {
    const names = async () =>
      (await low('below=60')).body.map(({ studentName, percentage }) => [studentName, percentage]);
    expect(await names()).toEqual([['Ben Okri', 0]]);
    const swap = async (present: boolean): Promise<void> =>
      mark(physics, day(3), [
        [ada, present],
        [ben, !present],
      ]);
    await swap(false);
    expect(await names()).toEqual([
      ['Ada Lovelace', 50],
      ['Ben Okri', 50],
    ]);
    await swap(true);
    expect(await names()).toEqual([['Ben Okri', 0]]);
  });

  test('does not find a student whose only enrolment was undone today, or ended yesterday', async () => {
    const { make, database } = campus;
    const dora = await make.student();
    const about = { term_id: term.id, teacher_id: teacher.id };
    const [dropped, taken] = [await make.subject(about), await make.subject(about)];
    await database
      .insertInto('enrolments')
      .values([
        { subject_id: dropped.id, student_id: dora.id, from_on: day(9), to_on: day(5) },
        { subject_id: taken.id, student_id: dora.id, from_on: day(4), to_on: campus.today },
      ])
      .execute();
    await mark(dropped.id, day(6), [[dora, false]]);
    const isFound = async () =>
      (await low('below=1')).body.some(({ studentId }) => studentId === dora.id);
    const uncounted = async (on: string) =>
      database.pool
        .query('select subject_id from uncounted_subjects($1, $2)', [term.id, on])
        .then(({ rows }) => rows.map(({ subject_id }) => subject_id));
    expect(await isFound()).toBe(true);
    expect(await uncounted(campus.today)).toEqual([]);
    expect(await uncounted(day(-1))).toEqual([taken.id]);
    await database.deleteFrom('enrolments').where('subject_id', '=', taken.id).execute();
    expect(await isFound()).toBe(false);
  });

  test('sees for a term that has ended who was enrolled on its last day', async () => {
    const { make } = campus;
    const closed = { is_open: false, closed_at: new Date(), closed_by: admin.id };
    const past = await make.term({ name: 'Autumn 2025', ...closed });
    const about = { term_id: past.id, teacher_id: teacher.id, name: 'Latin', code: 'LA1' };
    const { id } = await make.subject(about, [ben], { from_on: day(200) });
    await mark(id, day(150), [[ben, false]], admin);
    expect((await low(`termId=${past.id}`)).body).toMatchObject([
      { studentId: ben.id, classes: 1 },
    ]);
    expect((await low(`termId=${past.id}&subjectId=${algebra}`)).status).toBe(404);
  });

  test('sees nobody of a term that has ended who dropped out before its last day, and everybody else in one order', async () => {
    const { make } = campus;
    const closed = { is_open: false, closed_at: new Date(), closed_by: admin.id };
    const lastDay = day(400);
    const past = await make.term({ starts_on: day(500), ends_on: lastDay, ...closed });
    const students: Person[] = [];
    while (students.length < 6) students.push(await make.student({ name: 'Same Name' }));
    const about = { term_id: past.id, teacher_id: teacher.id };
    const enrolment = { from_on: day(500), to_on: lastDay };
    const { id } = await make.subject(about, students, enrolment);
    const [dropped, ...stayed] = students;
    await mark(
      id,
      day(450),
      students.map((student) => [student, false]),
      admin,
    );
    await campus.database.pool.query('update enrolments set to_on = $1 where student_id = $2', [
      day(401),
      dropped?.id,
    ]);
    for (const sort of ['percentage', 'name', 'rollNo']) {
      const ids: string[] = [];
      for (const page of [1, 2, 3]) {
        const { body } = await low(`termId=${past.id}&sort=${sort}&limit=2&page=${page}`);
        ids.push(...body.map(({ studentId }) => studentId));
      }
      expect(ids).toEqual(stayed.map((student) => student.id));
    }
  });

  test.each(['below=0', 'below=101', 'below=x', 'below=50.05', 'by=moon', 'limit=0', 'color=red'])(
    'is told what is wrong with %s',
    async (query) => {
      const { status } = await low(query);
      expect(status).toBe(400);
    },
  );

  test.each(['termId=424242', 'termId=x', 'subjectId=424242', 'subjectId=x'])(
    'is told that the %s does not exist',
    async (query) => {
      expect((await low(query)).status).toBe(404);
    },
  );
});

describe('a sheet', () => {
  const sheet = (who: Person, subject: string) =>
    campus.as(who).get<AttendanceSheet>(`/api/attendance/subject/${subject}/sheet`);

  test('has the students by roll number and a column for each day', async () => {
    const { status, body } = await sheet(teacher, physics);
    expect(status).toBe(200);
    expect(body).toEqual({
      subject: { id: physics, subjectName: 'Physics', subjectCode: 'PH1' },
      teacherName: 'Meera Nair',
      term: { id: term.id, name: 'Spring 2026', startsOn: day(90), endsOn: day(-90) },
      days: [day(3), day(2)],
      rows: [
        expect.objectContaining({
          studentId: ada.id,
          enrolled: true,
          marks: 'PP',
          percentage: 100,
        }),
        expect.objectContaining({ studentId: ben.id, marks: 'AA', percentage: 0 }),
        {
          studentId: cleo.id,
          studentName: 'Cleo Ptak',
          studentEmail: cleo.email,
          univId: 'S-3',
          studentRollNo: null,
          enrolled: false,
          marks: '-A',
          classes: 1,
          present: 0,
          percentage: 0,
        },
      ],
    });
  });

  test('is open to the subject’s teacher and to administrators', async () => {
    expect((await sheet(admin, physics)).status).toBe(200);
    expect((await sheet(colleague, physics)).status).toBe(403);
    expect((await sheet(admin, '424242')).status).toBe(404);
  });
});

test('marks are counted however long it takes, and the export that counts them is in the trail with its rows', async () => {
  const own = await testCampus();
  const { make, database } = own;
  const office = own.as(await make.admin());
  const { id } = await make.term();
  const student = await make.student();
  const subject = await make.subject({ term_id: id, teacher_id: (await make.teacher()).id }, [
    student,
  ]);
  // In the place of counting, notes how long it may take.
  await database.asOwner(
    `create table noted (most text); grant insert on noted to public;
     create or replace function count_term(of_term bigint, on_day date) returns void language sql
     as $$insert into noted select current_setting('statement_timeout')$$`,
  );
  for (const path of [
    `/api/attendance/low/export?below=100&termId=${id}`,
    `/api/attendance/low?below=100&subjectId=${subject.id}`,
    `/api/reports/low-attendance?termId=${id}`,
  ])
    expect((await office.get(path)).status, path).toBe(200);
  expect((await database.asOwner('select distinct most from noted')).rows).toEqual([
    { most: '15min' },
  ]);
  const { rows } = await database.asOwner(
    `select details->>'count' as count from trail where kind = 'low_attendance_exported'`,
  );
  expect(rows).toEqual([{ count: '0' }]);
  await own.close();
});
