import { people } from '@campus/contract';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person } from '../../../testing/make.ts';
import { testCampus, type TestCampus } from '../../../testing/test-campus.ts';
import { sendForm } from '../../../testing/upload.ts';

let campus: TestCampus;
let admin: Person;

beforeAll(async () => {
  campus = await testCampus();
  admin = await campus.make.admin();
});
afterAll(() => campus.close());

const exported = async (query = ''): Promise<string> => {
  const { status, body, headers } = await campus
    .as(admin)
    .get<string>(`/api/people/students/export${query}`);
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(headers['content-disposition']).toContain('student-records.csv');
  return body;
};
const upload = (content: string, query: string) =>
  sendForm(campus.as(admin), `/api/uploadStudentDetails?${query}`, [
    { name: 'student-records.csv', content },
  ]);

/** Texts that a person may enter and that spreadsheets may misread. */
const hostile = fc
  .tuple(
    fc.constantFrom(
      '',
      '=',
      '+',
      '-',
      '@',
      "'",
      "''=",
      "'=",
      '"',
      ';',
      ',',
      'sep=',
      '=cmd|',
      '007',
    ),
    fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 12 }),
      fc.string({ unit: 'binary', maxLength: 12 }),
    ),
    fc.constantFrom('', '\n', '\r\n2', '\t', '"', ',', "'", '\uFEFF'),
  )
  .map((parts) => parts.join(''));
const student = fc.record({
  name: hostile,
  rollNo: hostile,
  course: hostile,
  branch: hostile,
  semester: fc.option(fc.integer({ min: 1, max: 99 })),
  year: fc.option(fc.integer({ min: 1, max: 9999 })),
  contactNo: fc.constantFrom(null, '+91 98450 22114', '-98450-22114', '(040) 1234567'),
  address: hostile,
  nationality: hostile,
  parentName: hostile,
  parentOccupation: hostile,
});

describe('the student records as a file', () => {
  test('change nothing when they are uploaded again, whatever is in them', async () => {
    let made = 0;
    let stored = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(student, { minLength: 5, maxLength: 10 }), async (students) => {
        const batch = `batch${(made += 1)}`;
        let rows = 0;
        for (const [at, fields] of students.entries()) {
          const body = { ...fields, email: `${batch}.${at}@example.edu` };
          if (!people.createStudent.body.safeParse(body).success) continue;
          // Refused when the generator repeats a roll number.
          if ((await campus.as(admin).post('/api/uploadStudent', body)).status === 201) rows += 1;
        }
        stored += rows;
        fc.pre(rows > 0);
        const file = await exported(`?search=${batch}.`);
        const { body } = await upload(file, 'dryRun=true&existing=update');
        expect(body).toMatchObject({
          rows,
          unchanged: rows,
          update: 0,
          problemRows: 0,
          changes: [],
        });
      }),
      { numRuns: 12 },
    );
    expect(stored).toBeGreaterThan(30);
    expect((await upload(await exported('?show=all'), 'existing=update')).body).toBe(0);
    expect(await campus.database.selectFrom('person_changes').selectAll().execute()).toEqual([]);
  });

  test('begin with the byte order mark that spreadsheets need, and the headers of the template; the status comes last', async () => {
    const template = await campus.as(admin).get<string>('/api/uploadStudentDetails/template');
    const file = await exported('?search=nobody-at-all');
    const beyond =
      'Status,Last Day,On Leave From,On Leave Until,Reason of the Leave,Repeats the Semester';
    expect(file).toBe(`${template.body.trimEnd()},${beyond}\r\n`);
    expect(file.codePointAt(0)).toBe(0xfeff);
  });

  test('have no cell that a spreadsheet would take for a formula', async () => {
    await campus.make.student({ name: '=1+1', email: 'formula@example.edu' });
    expect(await exported('?search=formula@')).toContain("\r\n'=1+1,formula@example.edu,");
  });

  test('have the students the list shows, in its order', async () => {
    for (const [name, course] of [
      ['Émile', 'Law'],
      ['Emil', 'Law'],
      ['Zoe', 'Law'],
      ['Gone', 'Law'],
      ['Yan', 'Art'],
    ] as const)
      await campus.make.student({ name, active: name !== 'Gone' }, { course });
    const names = (file: string) =>
      file
        .trim()
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(',')[0]);
    expect(names(await exported('?course=Law'))).toEqual(['Emil', 'Émile', 'Zoe']);
    expect(names(await exported('?course=Law&show=all&order=desc'))).toEqual([
      'Zoe',
      'Gone',
      'Émile',
      'Emil',
    ]);
    expect(names(await exported('?course=Law&search=emil'))).toEqual(['Emil', 'Émile']);
  });

  test('with an unknown filter are refused', async () => {
    const { status } = await campus.as(admin).get('/api/people/students/export?limit=3');
    expect(status).toBe(400);
  });
});
