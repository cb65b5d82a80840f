import { addDays } from '@campus/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { Person } from '../testing/make.ts';
import { cellsOfCsv, cellsOfXlsx } from '../testing/read-table.ts';
import { type Caller, testCampus, type TestCampus } from '../testing/test-campus.ts';

let campus: TestCampus;
let office: Caller;
let teacher: Person;
let ada: Person;
let subject: string;
let botany: string;
let term: string;

beforeAll(async () => {
  campus = await testCampus();
  const { make } = campus;
  office = campus.as(await make.admin({ name: 'Ruth Adeyemi' }));
  teacher = await make.teacher({ name: 'Meera Nair' });
  ada = await make.student({ name: '=Ada' }, { roll_no: '007' });
  const ben = await make.student({ name: 'Ben' }, { roll_no: '008' });
  ({ id: term } = await make.term({ name: 'Spring' }));
  const of = { term_id: term, teacher_id: teacher.id };
  ({ id: subject } = await make.subject({ ...of, name: 'Algebra', code: 'AL1' }, [ada, ben]));
  ({ id: botany } = await make.subject({ ...of, name: 'Botany', code: 'BO1' }, [ada]));
  await campus.as(teacher).post('/api/attendance/bulk', {
    facultyEmail: teacher.email,
    subjectId: subject,
    date: campus.today,
    studentAttendances: [
      { studentEmail: ada.email, present: true, remarks: 'Late' },
      { studentEmail: ben.email, present: false },
    ],
  });
});
afterAll(() => campus.close());

const csvOf = async (path: string) => cellsOfCsv((await office.get(path)).bytes);

/** Lists that no screen shows as a table: histories of a record, choices, and a person's own few. */
const noTables = [
  '/assignments/phrases',
  '/attendance/faculty/:email/subjects',
  '/attendance/student/:email/percentages',
  '/attendance/student/:email/subjects',
  '/attendance/subject/:subjectId/date/:date/history',
  '/corrections/mine',
  '/corrections/student/:email',
  '/events/:eventId/history',
  '/exam-students',
  '/exam-subjects',
  '/exam-terms',
  '/grading-scale/history',
  '/library/books/:bookId/history',
  '/library/borrowers',
  '/move-in/batches',
  '/people/:id/history',
  '/people/faculty/:id/subjects',
  '/people/students/batches',
  '/performance/choices',
  '/performance/subjects',
  '/performance/subjects/:subjectId/sheets',
  '/performance/terms',
  '/reports',
  '/search',
  '/settings/history',
  '/students/:email/assignment-terms',
  '/students/:email/assignments',
  '/students/:email/exam-results',
];

/** Its file has an older path. */
const elsewhere = ['/trail'];

const without = (holdsRows: (reply: unknown) => boolean): string[] => {
  const paths = new Set<string>(campus.endpoints.map(({ path }) => path));
  return campus.endpoints
    .filter(({ method, reply }) => method === 'GET' && holdsRows(reply))
    .map(({ path }) => path)
    .filter((path) => !paths.has(`${path}/export`))
    .toSorted();
};
const isList = (reply: unknown) => reply instanceof z.ZodArray;

test('every list can be exported as a file, or declares that it is not a table', () => {
  expect(without(isList)).toEqual([...noTables, ...elsewhere].toSorted());
});

/** Replies with rows that are no table to export, and why. */
const rowsWithin: Readonly<Record<string, string>> = {
  '/assignments/:assignmentId/hand-ins/:email': 'versions and history of one hand-in',
  '/events': 'a calendar, whose file is the feed for calendars',
  '/exams/:examId': 'its file has an older path, results.csv',
  '/exams/:examId/history': 'the history of a record',
  '/faculty/:email/overview': 'what waits: each row leads to a list with a file',
  '/grading-scale': 'a setting',
  '/library/mine': 'a person’s own few',
  '/overview': 'what waits: each row leads to a list with a file',
  '/people/:id/erasure': 'a question before something is done',
  '/performance/student/:email': 'figures of one student',
  '/performance/student/:email/terms/:termId': 'figures of one student',
  '/students/:email/overview': 'what waits: each row leads to a list with a file',
  '/subjects/:subjectId': 'a record with its few helpers and sections',
  '/system': 'the state of the server',
};

test('every reply with rows among other things can be exported as a file, or says why not', () => {
  const holdsRows = (reply: unknown) =>
    reply instanceof z.ZodObject &&
    Object.values(reply.shape).some(
      (field) => field instanceof z.ZodArray && field.element instanceof z.ZodObject,
    );
  expect(without(holdsRows)).toEqual(Object.keys(rowsWithin).toSorted());
});

test('terms, their subjects and administrators are exported with the column names used for moving in', async () => {
  expect(await csvOf('/api/terms/export')).toEqual([
    ['Name', 'First day', 'Last day', 'State', 'Subjects'],
    ['Spring', addDays(campus.today, -90), addDays(campus.today, 90), 'open', '2'],
  ]);
  expect(await csvOf(`/api/terms/${term}/subjects/export`)).toEqual([
    ['Subject Name', 'Subject Code', 'Credits', 'Teacher Name', 'Teacher Email', 'Students'],
    ['Algebra', 'AL1', expect.any(String), 'Meera Nair', teacher.email, '2'],
    ['Botany', 'BO1', expect.any(String), 'Meera Nair', teacher.email, '1'],
  ]);
  expect((await csvOf('/api/admins/export'))[1]?.[0]).toBe('Ruth Adeyemi');
});

test('those who may list students but not read whole records export the list’s own columns', async () => {
  const { make } = campus;
  await make.student(
    { name: 'Zora', email: 'zora@example.edu', univ_id: 'U9', active: false },
    { roll_no: '009', course: 'Law', semester: 3, withdrawn_on: addDays(campus.today, -1) },
  );
  const exams = campus.as(await make.admin({ duty: 'exam_office' }));
  const rowsOf = async (caller: Caller, query: string) =>
    cellsOfCsv((await caller.get(`/api/faculty/students/all/export?${query}`)).bytes);
  expect(await rowsOf(exams, 'course=Law&show=withdrawn&search=zor')).toEqual([
    [
      'Name',
      'Email',
      'University ID',
      'Roll Number',
      'Course',
      'Branch',
      'Semester',
      'Year',
      'Status',
    ],
    ['Zora', 'zora@example.edu', 'U9', '009', 'Law', '', '3', '', 'Withdrawn'],
  ]);
  const names = (await rowsOf(campus.as(teacher), 'search=00')).slice(1).map(([name]) => name);
  expect(names).toEqual(['=Ada', 'Ben']);
  expect(await csvOf('/api/faculty/all/export?search=nair')).toEqual([
    ['Name', 'Department', 'Email', 'Status'],
    ['Meera Nair', 'Computer Science', teacher.email, 'Active'],
  ]);
});

test('the rolls of a day are exported as they are filtered', async () => {
  const day = (query: string) => csvOf(`/api/attendance/day/${campus.today}/export${query}`);
  const codes = async (query: string) => (await day(query)).slice(1).map((row) => row[1]);
  expect((await day(''))[1]).toEqual([
    'Algebra',
    'AL1',
    'Meera Nair',
    teacher.email,
    '2',
    '1',
    '1',
    '0',
    '50',
  ]);
  expect(await codes('')).toEqual(['AL1', 'BO1']);
  expect(await codes('?open=true')).toEqual(['BO1']);
  expect(await codes('?search=alg')).toEqual(['AL1']);
});

test('a roster and the sheet of a term are exported as CSV and as a workbook', async () => {
  const roster = `/api/attendance/subject/${subject}/date/${campus.today}/export`;
  expect(
    (await csvOf(roster)).slice(1).map(([, name, , status, remarks]) => [name, status, remarks]),
  ).toEqual([
    ['=Ada', 'Present', 'Late'],
    ['Ben', 'Absent', ''],
  ]);
  const sheet = `/api/attendance/subject/${subject}/sheet/export?format=xlsx`;
  const cells = cellsOfXlsx((await office.get(sheet)).bytes);
  expect(cells).toEqual([
    ['Roll Number', 'Name', campus.today, 'Present', 'Classes', 'Percentage'],
    ['007', '=Ada', 'Present', expect.anything(), expect.anything(), expect.anything()],
    ['008', 'Ben', 'Absent', expect.anything(), expect.anything(), expect.anything()],
  ]);
});

test('the sheet of a subject is exported as its page is filtered', async () => {
  const names = async (query: string) =>
    (await csvOf(`/api/attendance/subject/${subject}/sheet/export?${query}`))
      .slice(1)
      .map(([, name]) => name);
  expect(await names('below=75')).toEqual(['Ben']);
  expect(await names('search=ada')).toEqual(['=Ada']);
  expect(await names('search=ada&below=75')).toEqual([]);
});

test('a student’s subjects and attendance, in all subjects or one, are exported', async () => {
  const records = [
    ['Date', 'Subject Name', 'Subject Code', 'Status', 'Remarks'],
    [campus.today, 'Algebra', 'AL1', 'Present', 'Late'],
  ];
  expect(await csvOf(`/api/attendance/student/${ada.email}/export`)).toEqual(records);
  const ofSubject = (id: string) =>
    csvOf(`/api/attendance/student/${ada.email}/subject/${id}/export`);
  expect(await ofSubject(subject)).toEqual(records);
  expect(await ofSubject(botany)).toEqual(records.slice(0, 1));
  const enrolments = await csvOf(`/api/students/${ada.email}/enrolments/export`);
  expect(enrolments.map((row) => [row[0], row[3], row.at(-1)])).toEqual([
    ['Subject Name', 'Term', 'To'],
    ['Algebra', 'Spring', ''],
    ['Botany', 'Spring', ''],
  ]);
});

test('programmes and departments are exported with their head counts', async () => {
  const { make } = campus;
  await make.student({ name: 'Cleo' }, { course: 'Optics', branch: 'Lasers' });
  const columns = ['Name', 'Formerly', 'Confirmed', 'Code'];
  const programmes = await csvOf('/api/programmes/export');
  expect(programmes[0]).toEqual([...columns, 'Department', 'Semesters', 'Branches', 'Students']);
  expect(programmes).toContainEqual(['Optics', '', 'no', '', '', '', 'Lasers', '1']);
  const departments = await csvOf('/api/departments/export');
  expect(departments[0]).toEqual([...columns, 'Teachers']);
  expect(departments).toContainEqual(['Computer Science', '', 'no', '', '1']);
  for (const path of ['/api/programmes/export', '/api/departments/export'])
    expect(cellsOfXlsx((await office.get(`${path}?format=xlsx`)).bytes)).toEqual(await csvOf(path));
});

test('students whose score fell are exported with the names of the periods compared', async () => {
  expect(await csvOf('/api/performance/fallen/export')).toEqual([
    ['Name', 'Email', 'Roll Number', 'Before', 'Now', 'Fall'],
  ]);
});
