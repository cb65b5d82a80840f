import { addDays, attendance as contract, type RosterEntry } from '@campus/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person } from '../../testing/make.ts';
import { testCampus, type TestCampus } from '../../testing/test-campus.ts';

let campus: TestCampus;
let admin: Person;
let teacher: Person;
let colleague: Person;
let ada: Person;
let ben: Person;
let outsider: Person;
let subject: string;
let foreignSubject: string;

beforeAll(async () => {
  campus = await testCampus();
  const { make } = campus;
  admin = await make.admin();
  teacher = await make.teacher();
  colleague = await make.teacher();
  ada = await make.student({ name: 'Ada Lovelace' }, { roll_no: 'CS-2' });
  ben = await make.student({ name: 'Ben Okri' }, { roll_no: 'CS-10' });
  outsider = await make.student();
  const term = await make.term();
  ({ id: subject } = await make.subject(
    { term_id: term.id, teacher_id: teacher.id, name: 'Data Structures', code: 'CS201' },
    [ada, ben],
  ));
  ({ id: foreignSubject } = await make.subject({ term_id: term.id, teacher_id: colleague.id }, [
    ada,
  ]));
});
afterAll(() => campus.close());

const submission = (
  date: string,
  marks: Record<string, boolean>,
  more: Record<string, unknown> = {},
) => ({
  facultyEmail: teacher.email,
  subjectId: subject,
  date,
  studentAttendances: Object.entries(marks).map(([studentEmail, present]) => ({
    studentEmail,
    present,
    remarks: null,
  })),
  ...more,
});
const rosterPath = (date: string): string => `/api/attendance/subject/${subject}/date/${date}`;

describe('a teacher marking a class', () => {
  test('sees the enrolled students by roll number, nobody marked yet', async () => {
    const { status, body } = await campus.as(teacher).get(rosterPath(campus.today));
    expect(status).toBe(200);
    expect(body).toEqual([
      {
        id: ada.id,
        studentEmail: ada.email,
        studentName: 'Ada Lovelace',
        studentRollNo: 'CS-2',
        present: null,
        remarks: null,
        correctedBy: null,
      },
      expect.objectContaining({ studentEmail: ben.email, studentRollNo: 'CS-10', present: null }),
    ]);
    expect(Object.keys(body[0])).toEqual(Object.keys(contract.rosterEntry.shape));
  });

  test('submits marks and finds them in the roster, the statistics and the student’s records', async () => {
    const day = addDays(campus.today, -1);
    const sent = submission(day, { [ada.email]: true, [ben.email]: false });
    const { status, body } = await campus.as(teacher).post('/api/attendance/bulk', {
      ...sent,
      studentAttendances: sent.studentAttendances.map((mark) => ({ ...mark, remarks: ' late ' })),
    });
    expect({ status, body }).toMatchObject({ status: 200, body: { submitted: 2, changed: 2 } });

    const roster = await campus.as(teacher).get(rosterPath(day));
    expect(roster.body).toMatchObject([
      { studentEmail: ada.email, present: true, remarks: 'late' },
      { studentEmail: ben.email, present: false, remarks: 'late' },
    ]);
    const stats = await campus.as(teacher).get(`/api/attendance/stats/subject/${subject}`);
    expect(stats.body).toEqual({ totalClasses: 1, attendancePercentage: 50 });
    const records = await campus.as(ada).get(`/api/attendance/student/${ada.email}`);
    expect(records.body).toEqual([
      {
        id: expect.any(String),
        date: day,
        subjectId: subject,
        subjectName: 'Data Structures',
        subjectCode: 'CS201',
        present: true,
        remarks: 'late',
      },
    ]);
    const summary = await campus.as(ada).get(`/api/students/${ada.email}/attendance-summary`);
    expect(summary.body).toEqual({ overallPercentage: 100, startDate: day, endDate: day });
  });

  test('submits the same marks again, and nothing changes', async () => {
    const day = addDays(campus.today, -2);
    const sent = submission(day, { [ada.email]: true });
    await campus.as(teacher).post('/api/attendance/bulk', sent);
    const before = await campus.as(teacher).get(rosterPath(day));
    const again = await campus.as(teacher).post('/api/attendance/bulk', sent);
    const after = await campus.as(teacher).get(rosterPath(day));
    expect(again.body).toMatchObject({ submitted: 1, changed: 0 });
    expect(after.headers['etag']).toBe(before.headers['etag']);
  });

  test('leaves students out, and they keep their marks', async () => {
    const day = addDays(campus.today, -3);
    const teaching = campus.as(teacher);
    await teaching.post('/api/attendance/bulk', submission(day, { [ada.email]: false }));
    await teaching.post('/api/attendance/bulk', submission(day, { [ben.email]: true }));
    const { body } = await teaching.get(rosterPath(day));
    expect(body).toMatchObject([{ present: false }, { present: true }]);
  });

  test('is told who changed what since the roster was loaded, and nothing is overwritten', async () => {
    const day = addDays(campus.today, -4);
    const { headers } = await campus.as(teacher).get(rosterPath(day));
    await campus.as(admin).post('/api/attendance/bulk', submission(day, { [ada.email]: false }));
    const stale = await campus
      .as(teacher)
      .post('/api/attendance/bulk', submission(day, { [ada.email]: true, [ben.email]: true }), {
        'if-match': String(headers['etag']),
      });
    expect(stale.status).toBe(409);
    expect(stale.body).toMatchObject({
      error: 'conflict',
      details: [{ studentEmail: ada.email, present: false, changedBy: admin.name }],
    });
    const { body } = await campus.as(teacher).get(rosterPath(day));
    expect(body).toMatchObject([{ present: false }, { present: null }]);
  });

  test('is not stopped by a change that agrees with their own marks', async () => {
    const day = addDays(campus.today, -5);
    const { headers } = await campus.as(teacher).get(rosterPath(day));
    await campus.as(admin).post('/api/attendance/bulk', submission(day, { [ada.email]: false }));
    const { status } = await campus
      .as(teacher)
      .post('/api/attendance/bulk', submission(day, { [ada.email]: false, [ben.email]: true }), {
        'if-match': String(headers['etag']),
      });
    expect(status).toBe(200);
  });

  test('and a colleague can submit at the same moment: both are stored, one after the other', async () => {
    const day = addDays(campus.today, -6);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        campus
          .as(index % 2 === 0 ? teacher : admin)
          .post('/api/attendance/bulk', submission(day, { [ada.email]: index % 2 === 0 })),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    const { rows } = await campus.database.pool.query(
      `select changes.version, changes.present, previous_present, correction
       from attendance_mark_changes changes join class_sessions on class_sessions.id = session_id
       where held_on = $1 order by changes.version`,
      [day],
    );
    // Each change starts from what the one before it stored.
    for (const [index, row] of rows.entries())
      expect(row.previous_present).toBe(index === 0 ? null : rows[index - 1].present);
    expect(rows.every((row) => row.correction === !row.present)).toBe(true);
  });

  test.each([
    ['a day after today', { date: '2026-03-12' }, 'after today'],
    ['a day before the subject begins', { date: '2020-01-01' }, 'begins on'],
    ['a day that does not exist', { date: '2026-02-30' }, 'a day that exists'],
    ['another teacher’s e-mail', { facultyEmail: 'someone@example.edu' }, 'not the teacher'],
    ['no students', { studentAttendances: [] }, 'at least one'],
    ['an unknown field', { color: 'red' }, '"color"'],
  ])('is refused with a reason: %s', async (_case, wrong, sentence) => {
    const sent = submission(campus.today, { [ada.email]: true }, wrong);
    const { status, body } = await campus.as(teacher).post('/api/attendance/bulk', sent);
    expect(status).toBe(422);
    expect(body.message).toContain(sentence);
  });

  test('is refused when a student is not enrolled that day, and nothing of the class is stored', async () => {
    const day = addDays(campus.today, -7);
    const { status, body } = await campus
      .as(teacher)
      .post('/api/attendance/bulk', submission(day, { [ada.email]: true, [outsider.email]: true }));
    expect(status).toBe(422);
    expect(body.message).toContain(outsider.email);
    const roster = await campus.as(teacher).get(rosterPath(day));
    expect(roster.body).toMatchObject([{ present: null }, { present: null }]);
  });

  test.each([null, 'yes', 1, undefined])('is refused when present is %s', async (present) => {
    const { status } = await campus.as(teacher).post('/api/attendance/bulk', {
      ...submission(campus.today, {}),
      studentAttendances: [{ studentEmail: ada.email, present }],
    });
    expect(status).toBe(422);
  });

  test('is refused when a student is in the list twice', async () => {
    const sent = submission(campus.today, { [ada.email]: true });
    const { status, body } = await campus.as(teacher).post('/api/attendance/bulk', {
      ...sent,
      studentAttendances: [...sent.studentAttendances, ...sent.studentAttendances],
    });
    expect(status).toBe(422);
    expect(body.message).toContain(ada.email);
  });

  test('cannot reach another teacher’s subject, nor one that does not exist', async () => {
    const as = campus.as(teacher);
    const bulk = submission(
      campus.today,
      { [ada.email]: true },
      { subjectId: foreignSubject, facultyEmail: colleague.email },
    );
    expect((await as.post('/api/attendance/bulk', bulk)).status).toBe(403);
    const path = `/api/attendance/subject/${foreignSubject}/date/${campus.today}`;
    expect((await as.get(path)).status).toBe(403);
    for (const id of ['999999', 'x', '0', '1e3', '9'.repeat(30), '%00']) {
      expect((await as.get(`/api/attendance/stats/subject/${id}`)).status).toBe(404);
      const missing = { ...bulk, subjectId: decodeURIComponent(id) };
      expect((await as.post('/api/attendance/bulk', missing)).status).toBeOneOf([404, 422]);
    }
  });

  test('lists their own subjects with the day each begins', async () => {
    const { body } = await campus
      .as(teacher)
      .get(`/api/attendance/faculty/${teacher.email}/subjects`);
    expect(body).toEqual([
      {
        id: subject,
        subjectName: 'Data Structures',
        subjectCode: 'CS201',
        startsOn: addDays(campus.today, -90),
        endsOn: addDays(campus.today, 90),
        students: 2,
        parts: [{ sectionId: null, name: null, students: 2 }],
      },
    ]);
  });
});

describe('dates of enrolment', () => {
  test('a late joiner is on no roster before the first day, and a dropped student keeps marks', async () => {
    const { make } = campus;
    const closed = { is_open: false, closed_at: new Date(), closed_by: admin.id };
    const term = await make.term(closed);
    const joiner = await make.student({ name: 'Late Joiner' });
    const dropped = await make.student({ name: 'Left Early' });
    const { id } = await make.subject({ term_id: term.id, teacher_id: teacher.id });
    const from = addDays(campus.today, -110);
    await campus.database
      .insertInto('enrolments')
      .values([
        { subject_id: id, student_id: joiner.id, from_on: from },
        { subject_id: id, student_id: dropped.id, from_on: addDays(from, -30), to_on: from },
      ])
      .execute();
    const names = async (date: string): Promise<string[]> =>
      (
        await campus
          .as(teacher)
          .get<{ studentName: string }[]>(`/api/attendance/subject/${id}/date/${date}`)
      ).body.map((entry) => entry.studentName);
    expect(await names(addDays(from, -1))).toEqual(['Left Early']);
    expect(await names(from)).toEqual(['Late Joiner', 'Left Early']);
    expect(await names(addDays(from, 1))).toEqual(['Late Joiner']);

    const mark = {
      ...submission(from, { [dropped.email]: true }),
      subjectId: id,
    };
    expect((await campus.as(admin).post('/api/attendance/bulk', mark)).status).toBe(200);
    const records = await campus.as(dropped).get(`/api/attendance/student/${dropped.email}`);
    expect(records.body).toHaveLength(1);
  });
});

describe('a student', () => {
  test('without marks has no percentage and no dates', async () => {
    const { body } = await campus
      .as(outsider)
      .get(`/api/students/${outsider.email}/attendance-summary`);
    expect(body).toEqual({ overallPercentage: null, startDate: null, endDate: null });
  });

  test('reads their subjects, and the records of one', async () => {
    const as = campus.as(ada);
    const subjects = await as.get(`/api/attendance/student/${ada.email}/subjects`);
    expect(subjects.body).toContainEqual({
      id: subject,
      subjectName: 'Data Structures',
      subjectCode: 'CS201',
      termName: expect.any(String),
    });
    const records = await as.get(`/api/attendance/student/${ada.email}/subject/${foreignSubject}`);
    expect(records.body).toEqual([]);
    const missing = await as.get(`/api/attendance/student/${ada.email}/subject/424242`);
    expect(missing.status).toBe(404);
  });
});

test('a roster shows students by their current names', async () => {
  const odd = 'Zoë "Zed" O’Neil \\ Ünal';
  const student = await campus.make.student({ name: 'Zoe' }, { roll_no: 'CS-7' });
  const { pool } = campus.database;
  await pool.query('insert into enrolments (subject_id, student_id, from_on) values ($1, $2, $3)', [
    subject,
    student.id,
    campus.today,
  ]);
  await pool.query('update people set name = $2 where id = $1', [student.id, odd]);
  await pool.query('update students set roll_no = null where person_id = $1', [student.id]);
  const { body } = await campus.as(teacher).get<RosterEntry[]>(rosterPath(campus.today));
  expect(body.at(-1)).toMatchObject({ id: student.id, studentName: odd, studentRollNo: null });
});

test('a roster that has not changed is answered 304', async () => {
  const first = await campus.as(teacher).get(rosterPath(campus.today));
  const again = await campus
    .as(teacher)
    .get(rosterPath(campus.today), { 'if-none-match': String(first.headers['etag']) });
  expect(again.status).toBe(304);
});

test('an If-Match that is not the ETag of a roster is refused', async () => {
  const { status } = await campus
    .as(teacher)
    .post('/api/attendance/bulk', submission(campus.today, { [ada.email]: true }), {
      'if-match': 'newest',
    });
  expect(status).toBe(400);
});
