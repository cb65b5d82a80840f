import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IsoDate } from '@campus/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { countStatements, type StatementCounter } from '../../testing/count-statements.ts';
import type { Person } from '../../testing/make.ts';
import { moveInFiles } from '../../testing/move-in-files.ts';
import { type Caller, testCampus, type TestCampus } from '../../testing/test-campus.ts';
import { sendForm } from '../../testing/upload.ts';

let campus: TestCampus;
let statements: StatementCounter;
let office: Caller;
let dana: Person;
let ann: Person;
let ben: Person;

beforeAll(async () => {
  campus = await testCampus({ now: new Date('2026-11-18T12:00:00Z') });
  statements = countStatements(campus.database.pool);
  const { make } = campus;
  office = campus.as(await make.admin({ name: 'Office' }));
  dana = await make.teacher({ name: 'Dana', email: 'dana@example.edu' });
  await make.teacher({ name: 'Eve', email: 'eve@example.edu' });
  ann = await make.student(
    { name: 'Ann', email: 'ann@example.edu', univ_id: 'S-ANN' },
    { roll_no: '7' },
  );
  ben = await make.student({ name: 'Ben', email: 'ben@example.edu', univ_id: 'S-BEN' });
  await make.term({
    name: 'Autumn 2026',
    starts_on: '2026-09-01' as IsoDate,
    ends_on: '2027-01-31' as IsoDate,
  });
});
afterAll(() => campus.close());
beforeEach(async () => {
  const { pool } = campus.database;
  await pool.query(`delete from enrolments; delete from foreign_ids;
    update subjects set term_id = null, deleted_at = now(), deleted_by = 1 where term_id is not null;
    update terms set deleted_at = now(), deleted_by = 1, closed_at = null, closed_by = null
    where deleted_at is null and not is_open`);
});

const { send, preview, stored, refused, batches, undo } = moveInFiles(() => office);
const fixture = (name: string) => readFileSync(join(import.meta.dirname, 'fixtures', name), 'utf8');

const enrolled = async () => {
  const { rows } = await campus.database.pool.query(
    `select people.univ_id || ' ' || code || ' ' || from_on || coalesce(' ' || to_on, '') as line
     from enrolments join people on people.id = student_id join subjects on subjects.id = subject_id
     order by 1`,
  );
  return rows.map(({ line }) => line);
};
const subjectsNow = async () => {
  const { rows } = await campus.database.pool.query(
    `select (code collate campus_name) || ' ' || subjects.name || ' ' || credits || ' ' || people.name || ' ' || terms.name as line
     from subjects join people on people.id = teacher_id join terms on terms.id = term_id order by 1`,
  );
  return rows.map(({ line }) => line);
};

const subjects = `Code,Name,Credits,Teacher,sourcedId
AL1,Algebra,4,dana@example.edu,c1
BO1,Botany,2,dana@example.edu,c2
`;
const enrolments = `Student Email,Subject,From,To,id
ann@example.edu,AL1,2026-09-07,,e1
ben@example.edu,AL1,2026-09-07,2026-10-02,e2
ann@example.edu,c2,,,e3
`;

test('subjects and enrolments move in; the same files again change nothing; undone in order, nothing is left', async () => {
  expect(await preview('subjects', subjects)).toMatchObject({ rows: 2, create: 2, problemRows: 0 });
  expect(await subjectsNow()).toEqual([]);
  expect(await stored('subjects', subjects)).toBe(2);
  expect(await subjectsNow()).toEqual([
    'AL1 Algebra 4 Dana Autumn 2026',
    'BO1 Botany 2 Dana Autumn 2026',
  ]);
  expect(await stored('enrolments', enrolments)).toBe(3);
  const moved = ['S-ANN AL1 2026-09-07', 'S-ANN BO1 2026-09-01', 'S-BEN AL1 2026-09-07 2026-10-02'];
  expect(await enrolled()).toEqual(moved);

  expect(await preview('enrolments', enrolments)).toMatchObject({
    create: 0,
    update: 0,
    unchanged: 3,
    changes: [],
    absent: { count: 0 },
  });
  expect([await stored('subjects', subjects), await stored('enrolments', enrolments)]).toEqual([
    0, 0,
  ]);
  expect((await office.get('/api/move-in')).body).toEqual([
    // Of the teachers.
    { kind: 'departments', stored: 1 },
    { kind: 'programmes', stored: 0 },
    { kind: 'terms', stored: 1 },
    { kind: 'subjects', stored: 2 },
    { kind: 'enrolments', stored: 3 },
    { kind: 'helpers', stored: 0 },
    { kind: 'past-marks', stored: 0 },
    { kind: 'opening-balances', stored: 0 },
    { kind: 'exams', stored: 0 },
    { kind: 'past-results', stored: 0 },
  ]);
  // An import that changed nothing is not listed.
  expect(await batches()).toMatchObject([
    { kind: 'enrolments', created: 3, changed: 0, madeBy: 'Office', undoneBy: null },
    { kind: 'subjects', created: 2, changed: 0 },
  ]);

  const [last, first] = await batches();
  const tooEarly = await undo(first?.id);
  expect([tooEarly.status, tooEarly.body.message]).toEqual([
    409,
    'This cannot be undone: something was written since: Algebra (AL1) (has students), Botany (BO1) (has students). Nothing was changed.',
  ]);
  expect((await undo()).body).toMatchObject({ kind: 'enrolments', undoneBy: 'Office' });
  expect((await undo(last?.id)).status).toBe(409);
  expect((await undo()).status).toBe(200);
  expect([await enrolled(), await subjectsNow()]).toEqual([[], []]);
  expect((await campus.database.pool.query('select from foreign_ids')).rowCount).toBe(0);
  expect(await stored('subjects', subjects)).toBe(2);
});

test('a student who is added later is not enrolled in subjects from a file', async () => {
  await stored('subjects', subjects);
  const late = [{ name: 'late.csv', content: 'Name,Email\nLate,late@example.edu\n' }];
  expect((await sendForm(office, '/api/uploadStudentDetails', late)).body).toBe(1);
  expect(await enrolled()).toEqual([]);
});

test('the next file finds records by their identifiers, says what differs and what it leaves out, and can be undone', async () => {
  await stored('subjects', subjects);
  await stored('enrolments', enrolments);
  const changed = 'Code,Name,Credits,Teacher,sourcedId\nAL2,Algebra II,5,eve@example.edu,c1\n';
  expect(await preview('subjects', changed)).toMatchObject({
    create: 0,
    update: 1,
    changes: [
      {
        row: 2,
        subjectCode: 'Algebra (AL1)',
        field: 'subjectName',
        from: 'Algebra',
        to: 'Algebra II',
      },
      { field: 'subjectCode', from: 'AL1', to: 'AL2' },
      { field: 'credits', from: '4', to: '5' },
      { field: 'emailId', from: 'dana@example.edu', to: 'eve@example.edu' },
    ],
    absent: { count: 1, first: ['Botany (BO1), Autumn 2026'] },
    confirm: 1,
  });
  const unconfirmed = await send<any>('subjects', changed);
  expect([unconfirmed.status, unconfirmed.body.message]).toEqual([
    409,
    'This changes 1 subjects, more than a tenth of all. Type the number 1 to go on. Nothing was stored.',
  ]);
  expect(await stored('subjects', changed, '?confirm=1')).toBe(1);
  expect((await subjectsNow())[0]).toBe('AL2 Algebra II 5 Eve Autumn 2026');
  const { rows } = await campus.database.pool.query(
    `select field, before, after, record_changes.version from record_changes
     join subjects on subjects.id = subject_id where code = 'AL2' order by field`,
  );
  expect(rows).toEqual([
    { field: 'credits', before: '4', after: '5', version: 2 },
    { field: 'emailId', before: 'dana@example.edu', after: 'eve@example.edu', version: 2 },
    { field: 'subjectCode', before: 'AL1', after: 'AL2', version: 2 },
    { field: 'subjectName', before: 'Algebra', after: 'Algebra II', version: 2 },
  ]);
  expect((await undo()).status).toBe(200);
  expect((await subjectsNow())[0]).toBe('AL1 Algebra 4 Dana Autumn 2026');

  const left = 'Student Email,Subject,From,To,id\nann@example.edu,AL1,2026-09-07,2026-12-01,e1\n';
  expect(await preview('enrolments', left)).toMatchObject({
    changes: [{ subject: 'Ann in Algebra', field: 'toOn', from: null, to: '2026-12-01' }],
    absent: { count: 1, first: ['Ben, Algebra'] },
  });
  expect(await stored('enrolments', left, '?confirm=1')).toBe(1);
  expect((await enrolled())[0]).toBe('S-ANN AL1 2026-09-07 2026-12-01');
  await campus.database.pool.query(
    `update enrolments set to_on = '2026-12-02' where to_on = '2026-12-01'`,
  );
  const late = await undo();
  expect([late.status, late.body.details]).toEqual([
    409,
    [{ name: 'Ann in Algebra', what: 'has another last day' }],
  ]);
});

test('terms: one that is over arrives closed, overlaps are named, and undo removes them', async () => {
  const terms =
    'Term,Start Date,End Date,id\nSpring 2025,2025-02-01,2025-06-30,t1\nSpring 2027,2027-02-01,2027-06-30,t2\n';
  expect(await stored('terms', terms)).toBe(2);
  expect(await stored('terms', terms)).toBe(0);
  const past = 'Code,Name,Term,Teacher\nAL1,Algebra,t1,dana@example.edu\n';
  expect(await stored('subjects', past)).toBe(1);
  expect(await stored('enrolments', 'Roll Number,Subject,Term\n7,algebra,Spring 2025\n')).toBe(1);
  expect(await enrolled()).toEqual(['S-ANN AL1 2025-02-01 2025-06-30']);
  expect(
    await refused(
      'terms',
      'Term,First day,Last day\nA,2025-06-01,2025-08-01\nB,2025-08-01,2025-07-01\nC,2025-07-15,2025-09-01\n',
    ),
  ).toEqual([
    [2, null, null, 'The days overlap those of Spring 2025'],
    [2, null, null, 'The days of this term overlap those of row 4'],
    [3, 'Last day', '2025-07-01', 'The last day is before the first, 2025-08-01'],
    [4, null, null, 'The days of this term overlap those of row 2'],
  ]);
  await undo();
  const [, , third] = await batches();
  expect((await undo(third?.id)).body.message).toContain('Spring 2025 (has subjects)');
  for (let left = 2; left > 0; left -= 1) expect((await undo()).status).toBe(200);
});

describe('bad rows are named, each with its reason, and nothing is stored', () => {
  test('subjects', async () => {
    await stored('subjects', subjects);
    expect(
      await refused(
        'subjects',
        `Code,Name,Credits,Teacher,Term,id,Status
AL9,Algebra,many,dana@example.edu,,,
BO9,Botany,2,dona@example.edu,Autum 2026,,
CH1,Chemistry,2,eve@example.edu,,,tobedeleted
CH2,Chemistry,2,eve@example.edu,,x,
ch2,Chemistry again,2,eve@example.edu,,x,
BO1,Algebra,4,dana@example.edu,,c1,
`,
      ),
    ).toEqual([
      [2, 'Credits', 'many', 'Credits must be a whole number'],
      [
        3,
        'Teacher',
        'dona@example.edu',
        'No teacher has this e-mail. Most like it: dana@example.edu, eve@example.edu',
      ],
      [3, 'Term', 'Autum 2026', 'There is no term with this name. Most like it: Autumn 2026'],
      [
        4,
        'Status',
        'tobedeleted',
        'A file adds and changes, it takes nothing away: leave this row out',
      ],
      [5, 'Code', 'CH2', 'This Subject Code is the same as in row 6'],
      [5, 'id', 'x', 'This Source ID is the same as in row 6'],
      [6, 'Code', 'ch2', 'This Subject Code is the same as in row 5'],
      [6, 'id', 'x', 'This Source ID is the same as in row 5'],
      [7, 'Code', 'BO1', 'Botany has this code in the term'],
    ]);
  });

  test('enrolments', async () => {
    await stored('subjects', subjects);
    await stored('enrolments', enrolments);
    await campus.make.student({ name: 'Gone', email: 'gone@example.edu', active: false });
    expect(
      await refused(
        'enrolments',
        `Student Email,University ID,Subject,From,To,Role,id
nobody@example.edu,,AL1,,,,
,,AL1,,,,
ann@example.edu,S-BEN,AL1,2027-01-02,,,
ben@example.edu,,AL,,,,
ben@example.edu,,BO1,2026-08-31,,,
ben@example.edu,,BO1,2026-11-20,2026-11-10,,
ben@example.edu,,AL1,2026-09-20,2026-09-30,,
ben@example.edu,,AL1,2026-11-01,2026-11-20,,
ben@example.edu,,AL1,2026-11-20,,,
gone@example.edu,,AL1,,,,
dana@example.edu,,AL1,,,teacher,
ben@example.edu,,BO1,2026-12-01,,,e1
`,
      ),
    ).toEqual([
      [2, 'Student Email', 'nobody@example.edu', 'No student has this e-mail'],
      [3, null, null, 'The row names no student: by Student Email, University ID or Roll Number'],
      [4, null, null, 'The row names two students: Ann and Ben'],
      [5, 'Subject', 'AL', 'There is no such subject in the term. Most like it: AL1'],
      [
        6,
        'From',
        '2026-08-31',
        'Autumn 2026 is from 2026-09-01 to 2027-01-31: this day is outside of it. “Outside Term” says yes where it is right all the same',
      ],
      [6, null, null, 'The days of this enrolment overlap those of row 13'],
      [7, 'To', '2026-11-10', 'The last day is before the first, 2026-11-20'],
      [
        8,
        null,
        null,
        'Ben is enrolled from 2026-09-07 to 2026-10-02 already, and the days overlap',
      ],
      [9, null, null, 'The days of this enrolment overlap those of row 10'],
      [10, null, null, 'The days of this enrolment overlap those of row 9'],
      [11, null, null, 'Gone is not an active student: the row must say the last day'],
      [12, 'Student Email', 'dana@example.edu', 'No student has this e-mail'],
      [12, 'Role', 'teacher', 'A file of enrolments enrols students: leave this row out'],
      [13, 'id', 'e1', 'This Source ID is of the enrolment of Ann in Algebra'],
      [13, null, null, 'The days of this enrolment overlap those of row 6'],
    ]);
    expect((await enrolled()).length).toBe(3);
  });

  test('the same record in two rows; and no file makes the server fail', async () => {
    await stored('subjects', subjects);
    expect(
      await refused(
        'subjects',
        'Code,Name,Teacher,id\nAL1,Algebra,dana@example.edu,\nAL7,Algebra,dana@example.edu,c1\n',
      ),
    ).toEqual([
      [2, null, null, 'This is the same record as in row 3'],
      [3, null, null, 'This is the same record as in row 2'],
    ]);
    for (const content of ['', 'a,b\n1,2\n', 'Subject\nAL1\n', '\u0000', '"', 'Code,Code\n1,2\n'])
      for (const kind of ['terms', 'subjects', 'enrolments'] as const)
        expect([415, 422]).toContain((await send(kind, content)).status);
  });
});

test('files are accepted as other systems write them', async () => {
  const terms = 'title,startDate,endDate,sourcedId\nAutumn 2026,2026-09-01,2027-01-31,term-1\n';
  expect(await stored('terms', terms)).toBe(0);
  const classes = fixture('oneroster-classes.csv');
  expect(await preview('subjects', classes, '&columns=15.emailId')).toMatchObject({ create: 2 });
  expect(await stored('subjects', classes, '?columns=15.emailId')).toBe(2);
  expect(await stored('enrolments', fixture('oneroster-enrollments.csv'))).toBe(3);
  expect(await enrolled()).toEqual([
    'S-ANN AL1 2026-09-07',
    'S-ANN BO1 2026-09-01',
    'S-BEN AL1 2026-09-07',
  ]);
  expect(await preview('enrolments', fixture('gibbon-course-enrolment.csv'))).toMatchObject({
    unchanged: 2,
    unknownColumns: ['Course Class', 'Reportable'],
  });
  const opensis = await preview('enrolments', fixture('opensis-add-drop.csv'));
  expect(opensis).toMatchObject({
    unchanged: 1,
    update: 1,
    changes: [{ field: 'toOn', to: '2026-10-02' }],
  });
  const rosariosis = await preview('enrolments', fixture('rosariosis-add-drop.csv'));
  expect(rosariosis).toMatchObject({ update: 1, changes: [{ field: 'toOn', to: '2026-10-30' }] });
  expect(rosariosis.problems).toMatchObject([
    { row: 3, reason: 'Ann is enrolled from 2026-09-01 on already, and the days overlap' },
  ]);
  const moodle = fixture('moodle-flatfile.csv');
  expect(await refused('enrolments', moodle)).toEqual([
    [1, null, null, 'The first row must name the columns, and there is no column “Subject”'],
  ]);
  expect(await preview('enrolments', `operation,role,username,courseid\n${moodle}`)).toMatchObject({
    unchanged: 2,
  });
});

test('rows in any order, split into files anywhere, have the same result; a file that fails stores nothing', async () => {
  const lines = enrolments.trim().split('\n');
  const [head = '', ...rows] = lines;
  await stored('subjects', subjects);
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray(rows, { minLength: rows.length }),
      fc.integer({ min: 0, max: rows.length }),
      fc.boolean(),
      async (order, cut, broken) => {
        await campus.database.pool.query(
          `delete from enrolments; delete from foreign_ids where kind = 'enrolments'`,
        );
        const parts = [order.slice(0, cut), order.slice(cut)].filter((one) => one.length > 0);
        for (const part of parts) {
          if (broken) {
            const bad = [head, ...part, 'nobody@example.edu,AL1,,,'].join('\n');
            const before = await enrolled();
            expect((await send('enrolments', bad)).status).toBe(422);
            expect(await enrolled()).toEqual(before);
          }
          expect(await stored('enrolments', [head, ...part].join('\n'))).toBe(part.length);
        }
        expect((await enrolled()).length).toBe(3);
        expect(await stored('enrolments', [head, ...order].join('\n'))).toBe(0);
      },
    ),
    { numRuns: 8 },
  );
});

test('the number of statements does not grow with the rows, neither of a dry run nor of storing', async () => {
  await stored('subjects', subjects);
  const { pool } = campus.database;
  await pool.query(
    `with made as (insert into people (role, email, name)
       select 'student', 'many' || n || '@example.edu', 'Many ' || n from generate_series(1, 300) n returning id)
     insert into students (person_id) select id from made`,
  );
  const fileOf = (from: number, to: number): string =>
    `Email,Subject\n${Array.from({ length: to - from }, (_, n) => `many${from + n}@example.edu,AL1`).join('\n')}\n`;
  const countOf = (work: () => Promise<unknown>) => statements.during(work);
  const few = await countOf(() => preview('enrolments', fileOf(1, 3)));
  expect(await countOf(() => preview('enrolments', fileOf(3, 300)))).toBe(few);
  const fewStored = await countOf(() => stored('enrolments', fileOf(1, 3)));
  expect(await countOf(() => stored('enrolments', fileOf(3, 300)))).toBe(fewStored);
  expect([ann.id, ben.id, dana.id].every(Boolean)).toBe(true);
});

test('administrators with other duties and teachers may not move records in', async () => {
  const { make } = campus;
  const others = [
    await make.admin({ duty: 'librarian' }),
    await make.admin({ duty: 'auditor' }),
    dana,
    ann,
  ];
  for (const person of others)
    for (const kind of ['terms', 'subjects', 'enrolments', 'subjects/problems'])
      expect(
        (
          await sendForm(campus.as(person), `/api/move-in/${kind}`, [
            { name: 'a.csv', content: subjects },
          ])
        ).status,
      ).toBe(403);
  expect((await campus.nobody.get('/api/move-in/subjects/template')).status).toBe(401);
  const { body } = await office.get<string>('/api/move-in/enrolments/template');
  expect(body).toContain(
    'Student Email,University ID,Roll Number,Subject,Term,From,To,Section,Role,Source ID',
  );
});

test('a section comes with the first student in it, keeps its spelling, and is given back', async () => {
  const file = (ofAnn: string, ofBen: string) =>
    `Student Email,Subject,From,Section,id
ann@example.edu,AL1,2026-09-07,${ofAnn},g1
ben@example.edu,AL1,2026-09-07,${ofBen},g2
`;
  const sectionsNow = async () => {
    const { rows } = await campus.database.pool.query(
      `select split_part(email, '@', 1) || ' ' || coalesce(sections.name, '-') as line
       from enrolments join people on people.id = student_id
       left join sections on sections.id = section_id order by 1`,
    );
    return rows.map(({ line }) => line);
  };
  await stored('subjects', subjects);
  await stored('enrolments', file('Morning', ''));
  expect(await sectionsNow()).toEqual(['ann Morning', 'ben -']);
  expect(await stored('enrolments', file('morning', 'MORNING'), '?confirm=1')).toBe(1);
  expect(await sectionsNow()).toEqual(['ann Morning', 'ben Morning']);
  expect(await preview('enrolments', file('', 'Morning'))).toMatchObject({ unchanged: 2 });

  expect((await undo()).status).toBe(200);
  expect(await sectionsNow()).toEqual(['ann Morning', 'ben -']);
});
