import { addDays, duties, type Duty, type Report, type ReportSummary } from '@campus/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '../../testing/make.ts';
import { moveInFiles } from '../../testing/move-in-files.ts';
import { cellsOfCsv, cellsOfXlsx } from '../../testing/read-table.ts';
import { type Caller, testCampus, type TestCampus } from '../../testing/test-campus.ts';
import { reports as definitions } from './reports.ts';

let campus: TestCampus;
let office: Caller;
let dana: Person;
let algebra: string;
const [ann, ben, cy] = ['Ann', 'Ben', 'Cy'];
const people: Record<string, Person> = {};
const day = (days: number) => addDays(campus.today, days);
const id = (name: string): string => people[name]?.id ?? '';

/** Three students and two subjects; last week's class of one is marked: Ann present, Ben absent. */
beforeAll(async () => {
  campus = await testCampus({ now: new Date() });
  const { make } = campus;
  office = campus.as(await make.admin({ name: 'Office', came_in_at: new Date() }));
  dana = await make.teacher({ name: 'Dana', came_in_at: new Date() });
  const came = { came_in_at: new Date() };
  const physics = { course: 'Physics', semester: 3 };
  people['Ann'] = await make.student({ name: 'Ann', gender: 'Female', ...came }, physics);
  people['Ben'] = await make.student({ name: 'Ben', gender: 'Male', ...came }, physics);
  people['Cy'] = await make.student({ name: 'Cy' }, { course: 'Law', semester: 1 });
  const term = await make.term();
  const of = { term_id: term.id, teacher_id: dana.id };
  const enrolled = [ann, ben, cy].map((name) => people[name ?? ''] as Person);
  algebra = (await make.subject({ ...of, name: 'Algebra', code: 'AL1', credits: 4 }, enrolled)).id;
  await make.subject({ ...of, name: 'Botany', code: 'BO1', credits: 2 }, enrolled.slice(0, 2));
  const marks = [
    { studentEmail: people['Ann']?.email, present: true },
    { studentEmail: people['Ben']?.email, present: false },
  ];
  const asDana = campus.as(dana);
  const { status } = await asDana.post('/api/attendance/bulk', {
    facultyEmail: dana.email,
    subjectId: algebra,
    date: day(-7),
    studentAttendances: marks,
  });
  expect(status).toBe(200);
  const exam = { subjectId: algebra, title: 'Midterm', heldOn: day(-5), maxMarks: 50 };
  const { id: examId } = (await asDana.post('/api/exams', exam)).body;
  await campus.database
    .insertInto('exam_results')
    .values([
      { exam_id: examId, student_id: id('Ann'), max_marks: 50, marks: 45, marked_by: dana.id },
      { exam_id: examId, student_id: id('Ben'), max_marks: 50, marks: 5, marked_by: dana.id },
      { exam_id: examId, student_id: id('Cy'), max_marks: 50, absent: true, marked_by: dana.id },
    ])
    .execute();
  expect((await asDana.post(`/api/exams/${examId}/publish`)).status).toBe(200);
  const book = await office.post('/api/library/books', { title: '=Emma', author: 'Austen' });
  await campus.database
    .insertInto('loans')
    .values({
      copy_id: campus.database
        .selectFrom('book_copies')
        .select('id')
        .where('book_id', '=', book.body.id),
      person_id: id('Ben'),
      lent_on: day(-20),
      due_on: day(-6),
      lent_by: dana.id,
    })
    .execute();
});
afterAll(() => campus.close());

const read = async (report: string, query = ''): Promise<Report> => {
  const { status, body } = await office.get<Report>(`/api/reports/${report}?${query}`);
  expect({ status, body }).toMatchObject({ status: 200 });
  return body;
};
const rowsOf = async (report: string, query?: string) => (await read(report, query)).rows;

test('head count: students by programme, semester and gender, with their sum', async () => {
  const { rows, sums } = await read('head-count');
  expect(rows).toEqual([
    ['Law', 1, 0, 0, 0, 1, 1],
    ['Physics', 3, 1, 1, 0, 0, 2],
  ]);
  expect(sums).toEqual([null, null, 1, 1, 0, 1, 3]);
  expect((await read('head-count', 'course=Law')).sums.at(-1)).toBe(1);
});

test('head count: for a past day it uses the records of that day, without people added later', async () => {
  await campus.database.asOwner(
    `update people set created_at = now() - interval '30 days' where name in ('Ann', 'Ben')`,
  );
  await office.patch(`/api/people/students/${id('Ben')}`, { course: 'Law', gender: 'Other' });
  expect(await rowsOf('head-count', `day=${day(-3)}`)).toEqual([['Physics', 3, 1, 1, 0, 0, 2]]);
  expect(await rowsOf('head-count')).toEqual([
    ['Law', 1, 0, 0, 0, 1, 1],
    ['Law', 3, 0, 0, 1, 0, 1],
    ['Physics', 3, 1, 0, 0, 0, 1],
  ]);
  expect(await rowsOf('head-count', `day=${day(-60)}`)).toEqual([]);
  await office.patch(`/api/people/students/${id('Ben')}`, { course: 'Physics', gender: 'Male' });
});

test('never attended: students not present once up to the census day', async () => {
  const names = async (query = '') => (await rowsOf('never-attended', query)).map(([name]) => name);
  expect(await names()).toEqual(['Ben', 'Cy']);
  expect(await names(`day=${day(-8)}`)).toEqual(['Ann', 'Ben', 'Cy']);
  expect(await names('course=Law')).toEqual(['Cy']);
  expect((await rowsOf('never-attended'))[0]?.slice(3)).toEqual(['Physics', 3, 2, 1]);
});

test('rolls not taken: on weekdays on which the subject has met before, and subjects never marked', async () => {
  expect(await rowsOf('rolls-not-taken')).toEqual([
    [campus.today, 'Algebra', 'AL1', null, 'Dana', 3],
    [null, 'Botany', 'BO1', null, 'Dana', 2],
  ]);
  expect(await rowsOf('rolls-not-taken', `to=${day(-1)}`)).toEqual([
    [null, 'Botany', 'BO1', null, 'Dana', 2],
  ]);
});

test('workload: subjects, credits, students, enrolments and classes of a teacher', async () => {
  const { rows, sums } = await read('workload');
  expect(rows).toEqual([['Dana', 'Computer Science', 2, 6, 3, 5, 1, 0, 0, 1]]);
  expect(sums).toEqual([null, null, 2, 6, null, 5, 1, 0, null, null]);
});

test('results by subject: published exams only', async () => {
  expect(await rowsOf('results-by-subject')).toEqual([
    ['Algebra', 'AL1', 'Dana', 1, 2, 1, 10, 50, 90],
  ]);
});

test('pass and fail: by the lowest grade with points', async () => {
  expect(await rowsOf('pass-and-fail')).toEqual([['Algebra', 'AL1', 3, 1, 1, 1, 50]]);
  expect(await rowsOf('pass-and-fail', 'course=Law')).toEqual([
    ['Algebra', 'AL1', 1, 0, 0, 1, null],
  ]);
});

test('pass and fail: students absent from every exam fail if a missed exam counts 0', async () => {
  const counts = (absentCountsZero: boolean) => office.patch('/api/settings', { absentCountsZero });
  expect((await counts(true)).status).toBe(200);
  expect(await rowsOf('pass-and-fail')).toEqual([['Algebra', 'AL1', 3, 1, 2, 0, 33.3]]);
  await counts(false);
});

test('low attendance by programme: how many students have marks, and how many are below', async () => {
  expect(await rowsOf('low-attendance', 'below=75')).toEqual([
    ['Law', 1, 0, 0, null, null],
    ['Physics', 2, 2, 1, 50, 50],
  ]);
});

test('low attendance by programme: students who are not active do not count, as in the list', async () => {
  await office.post(`/api/people/${id('Ben')}/deactivate`);
  expect(await rowsOf('low-attendance', 'below=75')).toEqual([
    ['Law', 1, 0, 0, null, null],
    ['Physics', 1, 1, 0, 0, 100],
  ]);
  await office.post(`/api/people/${id('Ben')}/reactivate`);
});

test('overdue books: who has them and for how long', async () => {
  const [row] = await rowsOf('overdue-books');
  expect(row?.slice(0, 4)).toEqual([day(-6), 6, '=Emma', 'Austen']);
  expect(row?.slice(5, 6)).toEqual(['Ben']);
  expect(await rowsOf('overdue-books', 'course=Law')).toEqual([]);
});

test('accounts never used: students and teachers who have never signed in, of whom a registrar may know', async () => {
  await campus.make.admin({ name: 'Ada Office' });
  expect((await rowsOf('accounts-never-used')).map(([name, role]) => [name, role])).toEqual([
    ['Cy', 'Student'],
  ]);
});

test('changes of a week: entries of the trail, without reads and sign-ins', async () => {
  await office.post('/api/admin/announcement', { title: 'Kites', message: 'On Friday.' });
  const rows = await rowsOf('changes-of-a-week');
  expect(rows).toContainEqual(['Announcement sent', 1, 1, 1]);
  expect(rows).toContainEqual(['Attendance submitted', 1, 1, 2]);
  expect(await rowsOf('changes-of-a-week', `day=${day(-30)}`)).toEqual([]);
});

test('every report has the same cells as CSV and XLSX as on screen', async () => {
  const { body: reports } = await office.get<ReportSummary[]>('/api/reports');
  expect(reports).toHaveLength(11);
  for (const report of reports) {
    const { columns, rows } = await read(report.id);
    const shown = [
      columns.map(({ head }) => head),
      ...rows.map((row) => row.map((cell) => String(cell ?? ''))),
    ];
    const path = `/api/reports/${report.id}/export`;
    const csv = await office.get(path);
    const xlsx = await office.get(`${path}?format=xlsx`);
    expect(xlsx.headers['content-disposition']).toContain('report.xlsx');
    expect(cellsOfCsv(csv.bytes), report.id).toEqual(shown);
    expect(cellsOfXlsx(xlsx.bytes), report.id).toEqual(shown);
  }
});

test('the trail records the download of a report, and a future day is refused where it is a filter', async () => {
  const { body } = await office.get('/api/trail?kind=report_exported&limit=1');
  expect(body[0]).toMatchObject({ who: 'Office', kind: 'report_exported' });
  expect(await office.get(`/api/reports/head-count?day=${day(1)}`)).toMatchObject({
    status: 422,
    body: { message: 'The day is still to come. Choose another one.' },
  });
  const ignored = `day=${day(1)}&from=${day(0)}&to=${day(-1)}&below=1`;
  expect(await read('workload', ignored)).toEqual(await read('workload'));
  expect((await office.get('/api/reports/eleventh')).status).toBe(404);
});

test('each duty is offered its own reports, and refused others', async () => {
  const idsOf = async (duty: Duty) => {
    const { body } = await as(duty).get<ReportSummary[]>('/api/reports');
    return body.map((report) => report.id);
  };
  const holders = new Map(
    await Promise.all(
      duties.map(async (duty) => [duty, await campus.make.admin({ duty })] as const),
    ),
  );
  const as = (duty: Duty) => campus.as(holders.get(duty)!);
  expect(await idsOf('librarian')).toEqual(['overdue-books']);
  expect(await idsOf('exam_office')).toEqual(['results-by-subject', 'pass-and-fail']);
  expect(await idsOf('registrar')).toHaveLength(8);
  expect(await idsOf('auditor')).toHaveLength(11);
  expect(await as('librarian').get('/api/reports/workload')).toMatchObject({
    status: 403,
    body: { message: 'This report belongs to another duty.' },
  });
  expect((await as('registrar').get('/api/reports/overdue-books/export')).status).toBe(403);
});

test('a list as a file has what its filters show, in both formats', async () => {
  const path = '/api/library/loans/export?show=overdue';
  const [csv, xlsx] = [await office.get(path), await office.get(`${path}&format=xlsx`)];
  const [head, row, ...more] = cellsOfXlsx(xlsx.bytes);
  expect(head?.slice(0, 4)).toEqual(['Title', 'Author', 'Copy', 'Reader']);
  expect(row?.slice(0, 2)).toEqual(['=Emma', 'Austen']);
  expect(more).toEqual([]);
  expect(cellsOfCsv(csv.bytes)).toEqual(cellsOfXlsx(xlsx.bytes));
  expect(
    (await office.get('/api/library/loans/export?search=nothing')).bytes.toString(),
  ).not.toContain('Austen');
  const students = '/api/people/students/export?course=Physics';
  const [plain, workbook] = [
    await office.get(students),
    await office.get(`${students}&format=xlsx`),
  ];
  expect(cellsOfXlsx(workbook.bytes)).toEqual(cellsOfCsv(plain.bytes));
  expect(cellsOfCsv(plain.bytes)).toHaveLength(3);
});

test('graduates: students who finished in a term, from its first day to the day before the next', async () => {
  const action = { kind: 'graduate', on: day(-1) };
  const path = '/api/people/students/batches';
  const { body } = await office.post(path, { students: [id('Cy')], action });
  expect((await office.post(`${path}/${body.id}/apply`)).status).toBe(200);
  const [row] = await rowsOf('graduates');
  expect(row?.slice(0, 2)).toEqual([day(-1), 'Cy']);
  expect(await rowsOf('graduates', 'course=Physics')).toEqual([]);
  const earlier = await campus.make.term({ is_open: false });
  expect(await rowsOf('graduates', `termId=${earlier.id}`)).toEqual([]);
});

test('never attended: after a term has ended, those enrolled on its last day', async () => {
  const bob = await campus.make.student({ name: 'Bob' });
  const days = { from_on: day(-500), to_on: day(-400) };
  const { id: term_id } = await campus.make.term({
    starts_on: days.from_on,
    ends_on: days.to_on,
    is_open: false,
    closed_at: new Date(),
    closed_by: dana.id,
  });
  await campus.make.subject({ term_id, teacher_id: dana.id }, [bob], days);
  for (const query of ['', `&day=${day(-400)}`])
    expect((await rowsOf('never-attended', `termId=${term_id}${query}`))[0]?.[0]).toBe('Bob');
});

test('rolls not taken: of a term that has ended, by default those of its last four weeks', async () => {
  const [starts_on, ends_on] = [day(-700), day(-600)];
  const { id: term_id } = await campus.make.term({ starts_on, ends_on, is_open: false });
  const subject = await campus.make.subject(
    { term_id, teacher_id: dana.id, name: 'Chemistry', code: 'CH1' },
    [people['Ann'] as Person],
    { from_on: starts_on, to_on: ends_on },
  );
  const { status } = await office.post('/api/attendance/bulk', {
    facultyEmail: dana.email,
    subjectId: subject.id,
    date: day(-614),
    studentAttendances: [{ studentEmail: people['Ann']?.email, present: true }],
  });
  expect(status).toBe(200);
  const { rows, asked } = await read('rolls-not-taken', `termId=${term_id}`);
  expect(asked).toMatchObject({ from: day(-627), to: ends_on });
  expect(rows.map(([on]) => on)).toEqual([day(-600), day(-607)]);
});

test('never attended: whoever was present before Campus is left out, even if the balance ends after the census day', async () => {
  const moved = [
    await campus.make.student({ name: 'Moved and present' }),
    await campus.make.student({ name: 'Moved and absent' }),
    await campus.make.student({ name: 'Not moved' }),
  ];
  const term = { name: 'Half moved', starts_on: day(-900), ends_on: day(-800), is_open: false };
  const { id: term_id } = await campus.make.term(term);
  const days = { from_on: term.starts_on, to_on: term.ends_on };
  await campus.make.subject({ term_id, teacher_id: dana.id, code: 'HM1' }, moved, days);
  const balances = moved
    .slice(0, 2)
    .map(({ email }, at) => `${email},Half moved,HM1,40,${[34, 0][at]},${day(-850)}`);
  const file = ['Student Email,Term,Subject,Classes,Present,Until', ...balances, ''].join('\n');
  expect(await moveInFiles(() => office).stored('opening-balances', file)).toBe(2);
  for (const census of [day(-860), day(-840)]) {
    const rows = await rowsOf('never-attended', `termId=${term_id}&day=${census}`);
    expect(rows.map(([name]) => name)).toEqual(['Moved and absent', 'Not moved']);
  }
});

test('head count: of a past day, a programme renamed or merged since has the name it has now', async () => {
  const { make } = campus;
  for (const course of ['Optics', 'B.Optics', 'Optic Studies'])
    await make.student({ name: course, created_at: new Date(day(-40)) }, { course, semester: 2 });
  const idOf = async (name: string): Promise<string> =>
    (await office.get('/api/programmes')).body.programmes.find((one: any) => one.name === name).id;
  const into = await idOf('Optics');
  const others = [await idOf('B.Optics'), await idOf('Optic Studies')];
  const merge = { kind: 'programme', into, others };
  expect((await office.post('/api/programmes/merge', merge)).status).toBe(200);
  const renamed = await office.send({
    method: 'PUT',
    path: `/api/programmes/${into}`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Bachelor of Optics' }),
  });
  expect(renamed.status).toBe(200);
  const query = `day=${day(-3)}&course=Bachelor of Optics`;
  expect(await rowsOf('head-count', query)).toEqual([['Bachelor of Optics', 2, 0, 0, 0, 3, 3]]);
  const names = (await rowsOf('head-count', `day=${day(-3)}`)).map(([name]) => name);
  expect(names).toContain('Bachelor of Optics');
  expect(names).not.toContain('Optics');
});

test('workload: whoever helps has their sections, the students of these and the classes they marked', async () => {
  const hal = await campus.make.teacher({ name: 'Hal' });
  const [eve, fay] = [await campus.make.student(), await campus.make.student()];
  const term = (await office.get('/api/terms')).body.find((one: any) => one.state === 'open');
  const lab = { term_id: term.id, teacher_id: dana.id, name: 'Lab', code: 'LA1', credits: 3 };
  const { id: subjectId } = await campus.make.subject(lab, [eve, fay]);
  const path = `/api/subjects/${subjectId}`;
  for (const name of ['A', 'B']) await office.post(`${path}/sections`, { name });
  const { body } = await office.post(`${path}/sections/divide`, {});
  const helping = { email: hal.email, kind: 'co_teacher', sectionId: body.sections[0].id };
  const twice = [{ fromOn: day(-20), toOn: day(-15) }, { fromOn: day(-10) }];
  for (const days of twice)
    expect((await office.post(`${path}/helpers`, { ...helping, ...days })).status).toBe(201);
  const marks = [
    [hal, eve, day(-1)],
    [dana, fay, day(-1)],
    [dana, fay, day(-2)],
  ] as const;
  for (const [who, { email }, date] of marks) {
    const studentAttendances = [{ studentEmail: email, present: true }];
    const sent = { facultyEmail: who.email, subjectId, date, studentAttendances };
    expect((await campus.as(who).post('/api/attendance/bulk', sent)).status).toBe(200);
  }
  const { columns, rows } = await read('workload');
  expect(columns.map(({ head }) => head).slice(2)).toEqual([
    'Subjects',
    'Credits',
    'Students',
    'Enrolments',
    'Classes held',
    'Helps in',
    'Students helped',
    'Classes marked',
  ]);
  expect(rows.map(([name, , ...numbers]) => [name, ...numbers])).toEqual([
    ['Dana', 3, 9, 5, 7, 3, 0, 0, 3],
    ['Hal', 0, 0, 0, 0, 0, 1, 1, 1],
  ]);

  // What somebody teaches is no subject of others, even if they helped in it before.
  const { status } = await office.send({
    method: 'PATCH',
    path,
    body: JSON.stringify({ emailId: hal.email }),
    headers: { 'content-type': 'application/json' },
  });
  expect(status).toBe(200);
  expect((await read('workload')).rows.find(([name]) => name === 'Hal')?.slice(2)).toEqual([
    1, 3, 2, 2, 2, 0, 0, 1,
  ]);
});

test('the head count of today reads none of the changes of former years', async () => {
  const { database } = campus;
  await database.query(
    `insert into person_changes (person_id, field, before, after, changed_at)
     select $1, 'address', n::text, (n + 1)::text, now() - interval '1 year' + n * interval '1 minute'
     from generate_series(1, 40000) n`,
    [dana.id],
  );
  await database.asOwner('vacuum analyze person_changes');
  const filters = { day: `date '${campus.today}'`, timezone: "text 'UTC'", course: 'null::text' };
  const statement = Object.entries(filters).reduce(
    (text, [filter, value]) => text.replaceAll(`:${filter}`, value),
    definitions['head-count'].sql,
  );
  const plan = await database.asOwner(`explain ${statement}`);
  const steps = plan.rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(steps).toContain('Index Scan on person_changes_by_time');
  expect(steps).not.toContain('Seq Scan on person_changes');
});
