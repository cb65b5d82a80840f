import type { IsoDate } from '@campus/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '../../testing/make.ts';
import { moveInFiles } from '../../testing/move-in-files.ts';
import { cellsOfCsv, cellsOfXlsx } from '../../testing/read-table.ts';
import { type Caller, testCampus, type TestCampus } from '../../testing/test-campus.ts';
import { sendForm } from '../../testing/upload.ts';

let campus: TestCampus;
let office: Caller;
let teacher: Person;
const students: Person[] = [];
/** More than a reply lists. */
const many = 220;

const { send, preview } = moveInFiles(() => office);

/** More students than a reply lists, each with one mark, in a subject. */
beforeAll(async () => {
  campus = await testCampus({ now: new Date('2026-11-18T12:00:00Z') });
  const { make } = campus;
  office = campus.as(await make.admin({ duty: 'registrar' }));
  teacher = await make.teacher({ email: 'dana@example.edu' });
  for (let one = 1; one <= many; one += 1)
    students.push(await make.student({ name: `Student ${one}` }));
  const days = { starts_on: '2026-09-01' as IsoDate, ends_on: '2027-01-31' as IsoDate };
  const { id: term_id } = await make.term(days);
  const of = { term_id, teacher_id: teacher.id, name: 'Algebra', code: 'AL1' };
  await make.subject(of, students, { from_on: days.starts_on });
  const marks = students.map(({ email }) => `${email},AL1,2026-10-01,P`);
  const { status } = await send('past-marks', ['Email,Subject,Date,Mark', ...marks, ''].join('\n'));
  expect(status).toBe(200);
});
afterAll(() => campus.close());

const asked = (who: Caller, path: string, content: string, query: string) =>
  sendForm(who, `/api/${path}/differences?${query}`, [{ name: 'file.csv', content }]);
/** The cells of a file of differences, which are the same in both formats. */
const cellsOf = async (path: string, content: string, query: string) => {
  const csv = await asked(office, path, content, query);
  const xlsx = await asked(office, path, content, `${query}&format=xlsx`);
  expect([csv.status, xlsx.status]).toEqual([200, 200]);
  expect(cellsOfXlsx(xlsx.bytes)).toEqual(cellsOfCsv(csv.bytes));
  return cellsOfCsv(csv.bytes);
};

test('all differences of totals are in a file, the largest first, also those the page does not list', async () => {
  const rows = students.map(({ email }, at) => `${email},AL1,${at + 2}`);
  const content = ['Email,Subject,Classes', ...rows, ''].join('\n');
  const { changes, moreChanges } = await preview('totals', content);
  expect([changes.length, moreChanges]).toEqual([200, many - 200]);
  const [head, ...cells] = await cellsOf('move-in/totals', content, 'part=changes');
  expect(head).toEqual(['Row', 'Record', 'Field', 'In Campus', 'In the file']);
  expect(cells).toHaveLength(many);
  expect(cells[0]).toEqual(['221', 'Student 220 in Algebra', 'Classes', '1', '221']);
  expect(cells.at(-1)).toEqual(['2', 'Student 1 in Algebra', 'Classes', '1', '2']);
});

test('all records of Campus that are not in the file are in a file, by name', async () => {
  const content = `Email,Subject,Classes\n${students[0]?.email},AL1,1\n`;
  const { absent } = await preview('totals', content);
  expect([absent?.count, absent?.first.length]).toEqual([many - 1, 20]);
  const [head, ...cells] = await cellsOf('move-in/totals', content, 'part=absent');
  expect(head).toEqual(['In Campus and not in the file']);
  expect(cells).toHaveLength(many - 1);
  expect(cells.slice(0, 20).flat()).toEqual(absent?.first);
});

test('all changes of an import are in a file, which stores nothing', async () => {
  const rows = students.map(({ email }, at) => `${email},${at % 2 ? 'Physics' : 'Botany'}`);
  const content = ['Email,Course', ...rows, ''].join('\n');
  const path = 'uploadStudentDetails';
  const [, ...cells] = await cellsOf(path, content, 'part=changes&existing=update');
  expect(cells).toHaveLength(many);
  expect(cells[1]).toEqual(['3', students[1]?.email, 'Course', expect.any(String), 'Physics']);
  // Nobody is missing from it.
  expect(await cellsOf(path, content, 'part=absent&existing=update')).toHaveLength(1);
  const changed = await office.get('/api/people/students/export?course=Physics');
  expect(cellsOfCsv(changed.bytes)).toHaveLength(1);
});

test('a subject with its rows of problems is left out of the changes, as in the dry run', async () => {
  const content =
    'Code,Name,Teacher\nAL1,Algebra I,nobody@example.edu\nAL1,Algebra II,dana@example.edu\n';
  const report = await preview('subjects', content);
  expect(report.changes).toEqual([]);
  expect(await cellsOf('move-in/subjects', content, 'part=changes')).toHaveLength(1);
});

test('whoever may not import gets no differences, and a part must be one of them', async () => {
  const content = 'Email,Subject,Classes\n';
  for (const path of ['move-in/totals', 'move-in/terms', 'uploadStudentDetails'])
    for (const who of [campus.as(teacher), campus.as(students[0] as Person)])
      expect((await asked(who, path, content, 'part=changes')).status).toBe(403);
  expect((await asked(office, 'move-in/totals', content, 'part=all')).status).toBe(400);
  const broken = await asked(office, 'move-in/totals', 'Shoe Size\n38\n', 'part=changes');
  expect(broken.body).toMatchObject({ error: 'rows_invalid' });
});
