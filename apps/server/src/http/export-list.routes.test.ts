import { addDays } from '@campus/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { Person } from '../testing/make.ts';
import { cellsOfCsv, cellsOfXlsx } from '../testing/read-table.ts';
import { type Caller, testCampus, type TestCampus } from '../testing/test-campus.ts';

let campus: TestCampus;
let office: Caller;
let teacher: Person;
let subject: string;
let term: string;

beforeAll(async () => {
  campus = await testCampus();
  const { make } = campus;
  office = campus.as(await make.admin({ name: 'Ruth Adeyemi' }));
  teacher = await make.teacher({ name: 'Meera Nair' });
  const ada = await make.student({ name: '=Ada' }, { roll_no: '007' });
  const ben = await make.student({ name: 'Ben' }, { roll_no: '008' });
  ({ id: term } = await make.term({ name: 'Spring' }));
  const of = { term_id: term, teacher_id: teacher.id };
  ({ id: subject } = await make.subject({ ...of, name: 'Algebra', code: 'AL1' }, [ada, ben]));
  await make.subject({ ...of, name: 'Botany', code: 'BO1' }, [ada]);
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
  '/attendance/student/:email',
  '/attendance/student/:email/percentages',
  '/attendance/student/:email/subject/:subjectId',
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
  '/performance/subjects/:subjectId/sheets',
  '/reports',
  '/search',
  '/settings/history',
  '/students/:email/assignment-terms',
  '/students/:email/assignments',
  '/students/:email/enrolments',
  '/students/:email/exam-results',
  '/terms/:termId/leavers',
];

/** Their files have older paths. */
const elsewhere = ['/faculty/all', '/faculty/students/all', '/trail'];

test('every list can be exported as a file, or declares that it is not a table', () => {
  const paths = new Set<string>(campus.endpoints.map(({ path }) => path));
  const without = campus.endpoints
    .filter(({ method, reply }) => method === 'GET' && reply instanceof z.ZodArray)
    .map(({ path }) => path)
    .filter((path) => !paths.has(`${path}/export`));
  expect(without.toSorted()).toEqual([...noTables, ...elsewhere].toSorted());
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

test('students whose score fell are exported with the names of the periods compared', async () => {
  expect(await csvOf('/api/performance/fallen/export')).toEqual([
    ['Name', 'Email', 'Roll Number', 'Before', 'Now', 'Fall'],
  ]);
});
