import { addDays } from '@campus/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Person } from '../../testing/make.ts';
import { testCampus, type TestCampus } from '../../testing/test-campus.ts';

let campus: TestCampus;
let admin: Person;
let teacher: Person;
let third: Person;
let fourth: Person;
let guest: Person;
let withoutSemester: Person;
let termId: string;
let physics: string;
let seminar: string;

const day = (days: number) => addDays(campus.today, days);
const next = () => ({ name: 'Autumn 2026', startsOn: day(20), endsOn: day(140) });
const both = { semester: true, year: true };
const wishes = (more: Record<string, unknown> = {}) => ({
  next: next(),
  promote: both,
  carrySubjects: 'all',
  reason: 'The building is closed',
  ...more,
});
const dryRun = (body: unknown = wishes()) =>
  campus.as(admin).post(`/api/terms/${termId}/close?dryRun=true`, body);
const close = (body: unknown = wishes()) =>
  campus.as(admin).post(`/api/terms/${termId}/close`, body);
const mark = (who: Person, date: string, student: Person, subjectId = physics) =>
  campus.as(who).post('/api/attendance/bulk', {
    facultyEmail: teacher.email,
    subjectId,
    date,
    studentAttendances: [{ studentEmail: student.email, present: true }],
  });
const standing = async ({ email }: Person) => {
  const { body } = await campus.as(admin).get(`/api/students/by-email/${email}`);
  return { semester: body.semester, year: body.year };
};
const enrolments = async (subjectId: string): Promise<any[]> =>
  (await campus.as(admin).get(`/api/subjects/${subjectId}/enrolments`)).body;
const everything = async (): Promise<unknown> => {
  const tables = ['terms', 'subjects', 'enrolments', 'students', 'attendance_marks'];
  const rows = tables.map((table) =>
    campus.database.pool.query(`select * from ${table} order by 1, 2`),
  );
  return (await Promise.all(rows)).map((result) => result.rows);
};

beforeEach(async () => {
  campus = await testCampus();
  const { make } = campus;
  admin = await make.admin({ name: 'Ruth Adeyemi' });
  teacher = await make.teacher({ name: 'Meera Nair' });
  third = await make.student({ name: 'Third' }, { course: 'B.Tech', semester: 3, year: 2 });
  fourth = await make.student({ name: 'Fourth' }, { course: 'B.Tech', semester: 4, year: 2 });
  guest = await make.student({ name: 'Guest' }, { course: 'B.A', semester: 1, year: 2024 });
  withoutSemester = await make.student({ name: 'Without' }, { course: 'B.A' });
  await make.student({ name: 'Gone', active: false }, { course: 'B.Tech', semester: 3, year: 2 });
  ({ id: termId } = await make.term({ name: 'Spring 2026', ends_on: day(10) }));
  ({ id: physics } = await make.subject(
    {
      term_id: termId,
      teacher_id: teacher.id,
      name: 'Physics',
      code: 'PH4',
      credits: 4,
      audience_course: 'b.tech',
      audience_semester: 4,
    },
    [fourth, guest],
  ));
  ({ id: seminar } = await make.subject(
    { term_id: termId, teacher_id: teacher.id, name: 'Seminar', code: 'SE1' },
    [third, fourth, guest, withoutSemester],
  ));
});
afterEach(() => campus.close());

describe('the dry run of closing a term', () => {
  test('says who is promoted, what is carried over and what happens to enrolments', async () => {
    const { status, body } = await dryRun();
    expect(status).toBe(200);
    expect(body).toEqual({
      dryRun: true,
      plan: expect.any(String),
      term: { id: termId, name: 'Spring 2026', endsOn: day(10) },
      next: { id: null, ...next() },
      promotion: {
        rule: expect.stringContaining('every second semester'),
        promoted: 3,
        unchanged: 1,
        steps: [
          {
            from: { semester: 1, year: 2024 },
            to: { semester: 2, year: 2024 },
            students: 1,
            examples: ['Guest'],
          },
          {
            from: { semester: 3, year: 2 },
            to: { semester: 4, year: 2 },
            students: 1,
            examples: ['Third'],
          },
          {
            from: { semester: 4, year: 2 },
            to: { semester: 5, year: 3 },
            students: 1,
            examples: ['Fourth'],
          },
        ],
      },
      subjects: [
        {
          id: physics,
          subjectName: 'Physics',
          subjectCode: 'PH4',
          credits: 4,
          teacherName: 'Meera Nair',
          audience: 'b.tech, semester 4',
          students: 1,
        },
        expect.objectContaining({ id: seminar, audience: 'Everyone', students: 4 }),
      ],
      graduates: 0,
      prepared: 0,
      leftBehind: 0,
      enrolmentsClosed: 6,
      enrolmentsOpened: 5,
      warnings: [expect.stringContaining(`runs until ${day(10)}`)],
    });
  });

  test('changes nothing, and says the same again', async () => {
    const before = await everything();
    const first = await dryRun();
    expect((await dryRun()).body).toEqual(first.body);
    expect(await everything()).toEqual(before);
  });

  test('warns about subjects in which nobody would be enrolled', async () => {
    const { body } = await dryRun(wishes({ promote: { semester: true, year: false } }));
    expect(body.warnings).toHaveLength(1);
    await campus.database.pool.query('update students set semester = 7');
    const { warnings } = (await dryRun()).body;
    expect(warnings).toContainEqual(expect.stringContaining('Nobody would be enrolled in Physics'));
  });

  test('names students in the last semester, who stay in it', async () => {
    const { make } = campus;
    const last = [];
    for (const name of ['Zoe', 'Yan', 'Ada', 'Ben'])
      last.push(await make.student({ name }, { course: 'B.Tech', semester: 8, year: 4 }));
    const { body } = await dryRun();
    expect(body.promotion).toMatchObject({ promoted: 3, unchanged: 5 });
    expect(body.warnings[0]).toBe(
      'Ada, Ben, Yan and 1 more are in the last semester and stay there.',
    );
    expect((await close()).status).toBe(200);
    for (const student of last) expect(await standing(student)).toEqual({ semester: 8, year: 4 });
  });

  test('warns about a subject whose teacher has left', async () => {
    await campus.database.pool.query('update people set active = false where id = $1', [
      teacher.id,
    ]);
    const { warnings } = (await dryRun()).body;
    expect(warnings).toContainEqual(expect.stringMatching(/Meera Nair.*Physics \(PH4\).*Hand/));
  });

  test.each([
    ['a next term that begins too early', { next: { startsOn: 10 } }, 'ends on'],
    ['a next term that ends before it begins', { next: { endsOn: 19 } }, 'before the first day'],
    ['a subject of nowhere', { carrySubjects: ['999999'] }, '999999'],
    ['a year without its semester', { promote: { semester: false, year: true } }, 'follows'],
    ['an unknown field', { colour: 'red' }, 'colour'],
  ])('and the real run are refused with a reason: %s', async (_case, wrong, sentence) => {
    const dates = Object.entries('next' in wrong ? (wrong.next as Record<string, number>) : {});
    const body = wishes({
      ...wrong,
      next: { ...next(), ...Object.fromEntries(dates.map(([key, days]) => [key, day(days)])) },
    });
    const before = await everything();
    for (const answer of [await dryRun(body), await close(body)]) {
      expect(answer.status).toBe(422);
      expect(answer.body.message).toContain(sentence);
    }
    expect(await everything()).toEqual(before);
  });

  test('is refused while attendance is marked after the last day', async () => {
    await mark(teacher, day(-3), fourth);
    await campus.database.pool.query('update terms set ends_on = $1', [day(-5)]);
    const { status, body } = await dryRun(wishes({ next: { ...next(), startsOn: day(1) } }));
    expect(status).toBe(422);
    expect(body.message).toContain(`Attendance is marked on ${day(-3)}`);
  });
});

describe('closing a term', () => {
  test('does exactly what the dry run announced', async () => {
    const { body: report } = await dryRun();
    const { status, body } = await close(wishes({ plan: report.plan }));
    expect(status).toBe(200);
    expect(body).toEqual({
      ...report,
      dryRun: false,
      next: { ...report.next, id: expect.any(String) },
    });

    expect(await standing(third)).toEqual({ semester: 4, year: 2 });
    expect(await standing(fourth)).toEqual({ semester: 5, year: 3 });
    expect(await standing(guest)).toEqual({ semester: 2, year: 2024 });
    expect(await standing(withoutSemester)).toEqual({ semester: null, year: null });

    const { body: open } = await campus.as(admin).get('/api/enrollments');
    expect(open).toMatchObject([
      {
        subjectName: 'Physics',
        subjectCode: 'PH4',
        credits: 4,
        teacherName: 'Meera Nair',
        students: 1,
      },
      { subjectName: 'Seminar', subjectCode: 'SE1', credits: 0, students: 4 },
    ]);
    // In the closed term, "current" still lists who stayed to the end.
    const { body: toTheEnd } = await campus
      .as(admin)
      .get(`/api/subjects/${physics}/enrolments?show=current`);
    expect(toTheEnd).toHaveLength(2);
    // By audience: the student who reached semester 4 takes Physics; the one added by hand does not.
    expect(await enrolments(open[0].id)).toMatchObject([
      { studentName: 'Third', fromOn: day(20), toOn: null },
    ]);
    expect(await enrolments(physics)).toMatchObject([
      { studentName: 'Fourth', fromOn: day(-90), toOn: day(10) },
      { studentName: 'Guest', fromOn: day(-90), toOn: day(10) },
    ]);
    const { body: terms } = await campus.as(admin).get('/api/terms');
    expect(terms).toMatchObject([
      { id: body.next.id, name: 'Autumn 2026', state: 'open', subjects: 2 },
      { id: termId, state: 'closed', closedBy: 'Ruth Adeyemi', subjects: 2 },
    ]);
  });

  test('loses nothing: marks, the old subjects and who was enrolled can be read as before', async () => {
    await mark(teacher, day(-3), fourth);
    await close();
    const { body: old } = await campus.as(admin).get(`/api/terms/${termId}/subjects`);
    expect(old).toMatchObject([
      { id: physics, students: 2 },
      { id: seminar, students: 4 },
    ]);
    const roster = await campus
      .as(teacher)
      .get(`/api/attendance/subject/${physics}/date/${day(-3)}`);
    expect(roster.body).toMatchObject([
      { studentName: 'Fourth', present: true },
      { studentName: 'Guest' },
    ]);
    const records = await campus.as(fourth).get(`/api/attendance/student/${fourth.email}`);
    expect(records.body).toHaveLength(1);
    const subjects = await campus
      .as(fourth)
      .get(`/api/attendance/student/${fourth.email}/subjects`);
    expect(subjects.body.map((subject: any) => subject.subjectCode)).toEqual(['PH4', 'SE1']);
  });

  test('is in the history of every promoted student, with the name of the administrator', async () => {
    await close();
    const { rows } = await campus.database.pool.query(
      `select field, before, after, changed_by from person_changes where person_id = $1 order by id`,
      [fourth.id],
    );
    expect(rows).toEqual([
      { field: 'semester', before: '4', after: '5', changed_by: admin.id },
      { field: 'year', before: '2', after: '3', changed_by: admin.id },
    ]);
  });

  test('keeps the days of a student who was dropped, and of one who joined late', async () => {
    const row = (await enrolments(seminar)).find(({ studentName }) => studentName === 'Third');
    await campus.as(admin).post(`/api/enrolments/${row.id}/drop`, { lastDay: day(-30) });
    await campus
      .as(admin)
      .post(`/api/subjects/${physics}/enrolments`, { studentEmail: third.email, fromOn: day(-7) });
    expect((await dryRun()).body.enrolmentsClosed).toBe(6);
    await close();
    expect(await enrolments(seminar)).toContainEqual(
      expect.objectContaining({ studentName: 'Third', fromOn: day(-90), toOn: day(-30) }),
    );
    expect(await enrolments(physics)).toContainEqual(
      expect.objectContaining({ studentName: 'Third', fromOn: day(-7), toOn: day(10) }),
    );
  });

  test('needs no reason from the last day on, and the next term begins after that day', async () => {
    const endOn = (endsOn: string) => campus.as(admin).patch(`/api/terms/${termId}`, { endsOn });
    const { reason: _reason, ...unexplained } = wishes({ next: { ...next(), startsOn: day(1) } });
    expect((await endOn(day(1))).status).toBe(200);
    for (const startsOn of [day(1), day(2)])
      expect(await close({ ...unexplained, next: { ...next(), startsOn } })).toMatchObject({
        status: 422,
        body: { details: [{ field: startsOn === day(1) ? 'next.startsOn' : 'reason' }] },
      });
    expect((await endOn(campus.today)).status).toBe(200);
    await mark(teacher, campus.today, fourth);
    expect((await dryRun(unexplained)).body.warnings.join()).not.toContain('runs until');
    expect((await close(unexplained)).status).toBe(200);
  });

  test('happens once even if requested twice at the same moment', async () => {
    const answers = await Promise.all([close(), close(), close()]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    const again = await close(wishes({ next: { ...next(), name: 'Another' } }));
    expect(again.status).toBe(409);
    expect(again.body.message).toContain('Spring 2026 is closed already');
    expect(await standing(third)).toEqual({ semester: 4, year: 2 });
    expect((await campus.as(admin).get('/api/terms')).body).toHaveLength(2);
    expect((await campus.as(admin).get('/api/enrollments')).body).toHaveLength(2);
  });

  test('is refused when the campus has changed since the dry run', async () => {
    const { plan } = (await dryRun()).body;
    await campus.make.student({ name: 'New' }, { semester: 3, year: 2 });
    const before = await everything();
    const { status, body } = await close(wishes({ plan }));
    expect(status).toBe(409);
    expect(body.message).toContain('has changed since');
    expect(await everything()).toEqual(before);
    expect((await close(wishes({ plan: (await dryRun()).body.plan }))).status).toBe(200);
  });

  test('carries over the chosen subjects, and promotes nobody if that is chosen', async () => {
    const body = wishes({
      promote: { semester: false, year: false },
      carrySubjects: [seminar],
    });
    expect((await dryRun(body)).body).toMatchObject({
      promotion: { promoted: 0, unchanged: 4, steps: [] },
      leftBehind: 1,
      enrolmentsOpened: 4,
    });
    expect((await close(body)).status).toBe(200);
    expect(await standing(fourth)).toEqual({ semester: 4, year: 2 });
    expect((await campus.as(admin).get('/api/enrollments')).body).toMatchObject([
      { subjectCode: 'SE1' },
    ]);
  });

  test('opens a term that was planned before', async () => {
    const planned = await campus.as(admin).post('/api/terms', next());
    const { body } = await close(wishes({ next: { termId: planned.body.id } }));
    expect(body.next).toEqual({ id: planned.body.id, ...next() });
    const { body: terms } = await campus.as(admin).get('/api/terms');
    expect(terms).toMatchObject([{ id: planned.body.id, state: 'open' }, { state: 'closed' }]);
  });

  test('is refused for a planned term, for one that does not exist, and for a next term that is not planned', async () => {
    const planned = (await campus.as(admin).post('/api/terms', next())).body.id;
    const path = `/api/terms/${planned}/close`;
    expect(await campus.as(admin).post(path, wishes())).toMatchObject({
      status: 409,
      body: { message: 'Autumn 2026 is not open.' },
    });
    for (const id of [termId, '999999', 'x'])
      expect((await close(wishes({ next: { termId: id } }))).status).toBe(422);
    expect((await close({ ...wishes(), next: null })).status).toBe(422);
    for (const id of ['999999', 'x', '%00'])
      expect((await campus.as(admin).post(`/api/terms/${id}/close`, wishes())).status).toBe(404);
  });

  test('takes in a student or a subject added at the same moment', async () => {
    const added = await Promise.all([
      close(),
      ...Array.from({ length: 4 }, (_, index) =>
        campus
          .as(admin)
          .post('/api/uploadStudent', { name: `S${index}`, email: `s${index}@example.edu` }),
      ),
      campus.as(admin).post('/api/enrollments/create-for-all', {
        subjectName: 'Late',
        subjectCode: 'LA1',
        credits: 1,
        emailId: teacher.email,
      }),
    ]);
    expect(added.map(({ status }) => status)).toEqual([200, 201, 201, 201, 201, 201]);
    const { body: open } = await campus.as(admin).get('/api/enrollments');
    const seminars = open.find((subject: any) => subject.subjectCode === 'SE1');
    expect(seminars.students).toBe(8);
  });
});
