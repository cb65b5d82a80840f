import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IsoDate, MoveInKind } from '@campus/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
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

const path = '/api/move-in';
const files = moveInFiles(() => office);
const stored = (content: string, query = '', kind: MoveInKind = 'past-marks') =>
  files.stored(kind, content, query);
const preview = (content: string, query = '') => files.preview('past-marks', content, query);
const refused = (content: string, query = '') => files.refused('past-marks', content, query);
const fixture = (name: string) => readFileSync(join(import.meta.dirname, 'fixtures', name), 'utf8');

/** All marks, each as a line of text. */
const marked = async (): Promise<string[]> => {
  const { rows } = await campus.database.pool.query(
    `select concat_ws(' ', people.univ_id, code, held_on, slot, case when attendance_marks.present then 'P' else 'A' end, attendance_marks.remarks) as line
     from attendance_marks join class_sessions on class_sessions.id = session_id
     join people on people.id = student_id join subjects on subjects.id = subject_id
     where term_id is not null order by 1`,
  );
  return rows.map(({ line }) => line);
};
/** Every stored total equals the one counted from the marks. */
const expectTotalsRight = async () => {
  const { rows } = await campus.database.pool.query(
    `(select 'kept', subject_id, block, classes, present, first_on, last_on from seat_tallies
      except select 'kept', * from seat_tallies_now)
     union all (select 'now', * from seat_tallies_now
      except select 'now', subject_id, block, classes, present, first_on, last_on from seat_tallies)`,
  );
  const { rows: subjects } = await campus.database.pool.query(
    `select from subject_tallies left join subject_tallies_now as now using (subject_id)
     where (coalesce(now.marks, 0), coalesce(now.present, 0)) <> (subject_tallies.marks, subject_tallies.present)`,
  );
  expect([rows, subjects]).toEqual([[], []]);
};

const marks = `Student Email,Subject,Date,Mark,Reason
ann@example.edu,AL1,2026-09-10,P,
ben@example.edu,AL1,2026-09-10,0,Ill
ann@example.edu,AL1,2026-09-11,absent,
ann@example.edu,c2,2026-09-10,present,
`;
const moved = [
  'S-ANN AL1 2026-09-10 1 P',
  'S-ANN AL1 2026-09-11 1 A',
  'S-ANN BO1 2026-09-10 1 P',
  'S-BEN AL1 2026-09-10 1 A Ill',
];

beforeAll(async () => {
  campus = await testCampus({ now: new Date('2026-11-18T12:00:00Z') });
  statements = countStatements(campus.database.pool);
  const { make } = campus;
  office = campus.as(await make.admin({ name: 'Office', duty: 'registrar' }));
  dana = await make.teacher({ name: 'Dana', email: 'dana@example.edu' });
  ann = await make.student(
    { name: 'Ann', email: 'ann@example.edu', univ_id: 'S-ANN' },
    { roll_no: '7' },
  );
  await make.student({ name: 'Ben', email: 'ben@example.edu', univ_id: 'S-BEN' });
  await make.term({
    name: 'Autumn 2026',
    starts_on: '2026-09-01' as IsoDate,
    ends_on: '2027-01-31' as IsoDate,
  });
  await stored('Term,Start Date,End Date\nSpring 2025,2025-02-01,2025-06-30\n', '', 'terms');
});
afterAll(() => campus.close());
beforeEach(async () => {
  // Marks cannot be deleted, so each test has its own subjects.
  await campus.database.pool.query(`delete from enrolments; delete from foreign_ids;
    update subjects set term_id = null, deleted_at = now(), deleted_by = 1 where term_id is not null`);
  await stored(
    'Code,Name,Teacher,Term,id\nAL1,Algebra,dana@example.edu,,c1\nBO1,Botany,dana@example.edu,,c2\nAL1,Algebra,dana@example.edu,Spring 2025,c3\n',
    '',
    'subjects',
  );
  await stored(
    'Student Email,Subject,From,To\nann@example.edu,AL1,2026-09-07,\nben@example.edu,AL1,2026-09-07,2026-10-02\nann@example.edu,c2,,\nann@example.edu,c3,,\n',
    '',
    'enrolments',
  );
});

test('past marks move in as an administrator’s marks; the same file changes nothing, and a different mark is a change in the history', async () => {
  const before: any[] = (await office.get(path)).body;
  expect(await preview(marks)).toMatchObject({ rows: 4, create: 4, problemRows: 0 });
  expect(await marked()).toEqual([]);
  expect(await stored(marks)).toBe(4);
  expect(await marked()).toEqual(moved);
  await expectTotalsRight();
  expect((await office.get(path)).body[6]).toEqual({
    kind: 'past-marks',
    stored: before[5].stored + 4,
  });
  expect(await preview(marks)).toMatchObject({ create: 0, update: 0, unchanged: 4, changes: [] });
  expect(await stored(marks)).toBe(0);

  // Her teacher sees what was imported, and by whom.
  const { rows: subject } = await campus.database.pool.query(
    `select id::text from subjects where code = 'BO1' and term_id is not null`,
  );
  const [{ id: subjectId }] = subject;
  const sent = await campus.as(dana).post('/api/attendance/bulk', {
    subjectId,
    date: '2026-09-11',
    facultyEmail: dana.email,
    studentAttendances: [{ studentEmail: ann.email, present: true, remarks: null }],
  });
  expect(sent.status).toBe(200);

  const other = `Roll Number,Subject,Date,Mark,Reason
7,AL1,2026-09-10,A,Asked for leave
7,BO1,2026-09-11,A,
7,BO1,2026-09-14,P,
`;
  const report = await preview(other);
  expect(report).toMatchObject({
    create: 1,
    update: 2,
    changes: [
      {
        row: 2,
        subject: 'Ann in Algebra on 2026-09-10',
        field: 'mark',
        from: 'present',
        to: 'absent',
      },
      { row: 2, field: 'remarks', from: null, to: 'Asked for leave' },
      { row: 3, subject: 'Ann in Botany on 2026-09-11', from: 'present', to: 'absent' },
    ],
    absent: { count: 1, first: ['Ben, Algebra, 2026-09-10'] },
    preview: [{ email: '7', mark: 'absent' }, {}, {}],
  });
  expect(await stored(other, '?existing=skip')).toBe(1);
  expect((await files.send('past-marks', other)).status).toBe(409);
  expect(await stored(other, '?confirm=2')).toBe(2);
  expect(await marked()).toEqual([
    'S-ANN AL1 2026-09-10 1 A Asked for leave',
    'S-ANN AL1 2026-09-11 1 A',
    'S-ANN BO1 2026-09-10 1 P',
    'S-ANN BO1 2026-09-11 1 A',
    'S-ANN BO1 2026-09-14 1 P',
    'S-BEN AL1 2026-09-10 1 A Ill',
  ]);
  await expectTotalsRight();
  const { rows: history } = await campus.database.pool.query(
    `select attendance_mark_changes.version, attendance_mark_changes.present, previous_present, correction, people.name from attendance_mark_changes
     join class_sessions on class_sessions.id = session_id join people on people.id = changed_by
     where subject_id = $1 and held_on = '2026-09-11' order by 1`,
    [subjectId],
  );
  expect(history).toEqual([
    { version: 1, present: true, previous_present: null, correction: false, name: 'Dana' },
    { version: 2, present: false, previous_present: true, correction: true, name: 'Office' },
  ]);
  const [latest] = await files.batches();
  expect(latest).toMatchObject({ kind: 'past-marks', created: 0, changed: 2, madeBy: 'Office' });
  const kept = await files.undo(latest?.id);
  expect([kept.status, kept.body.message]).toEqual([
    409,
    'Marks are never deleted. Move in a file with the right marks instead: it changes them, and their history stays.',
  ]);
});

test('bad rows are named, each with its reason, and nothing is stored', async () => {
  expect(
    await refused(`Student Email,University ID,Subject,Term,Date,Mark,Class of the Day,Outside Enrolment
nobody@example.edu,,AL1,,2026-09-10,P,,
,,AL1,,2026-09-10,P,,
ann@example.edu,S-BEN,AL1,,2026-09-10,P,,
ann@example.edu,,AL,,2026-09-10,P,,
ann@example.edu,,AL1,Autum 2026,2026-09-10,P,,
ann@example.edu,,AL1,,2026-11-19,P,,
ann@example.edu,,AL1,,2025-08-10,P,,
ann@example.edu,,AL1,Autumn 2026,2025-03-10,P,,
ann@example.edu,,c3,,2026-09-10,P,,
ben@example.edu,,AL1,,2026-10-05,P,,
ben@example.edu,,BO1,,2026-10-05,P,,
ann@example.edu,,AL1,,2026-10-05,L,,
ann@example.edu,,AL1,,2026-10-06,,,
ann@example.edu,,AL1,,2026-10-07,P,,
ann@example.edu,,AL1,,2026-10-07,A,1,
ann@example.edu,,AL1,,2026-10-07,A,0,perhaps
`),
  ).toEqual([
    [2, 'Student Email', 'nobody@example.edu', 'No student has this e-mail'],
    [3, null, null, 'The row names no student: by Student Email, University ID or Roll Number'],
    [4, null, null, 'The row names two students: Ann and Ben'],
    [5, 'Subject', 'AL', 'There is no such subject in the term. Most like it: AL1'],
    [
      6,
      'Term',
      'Autum 2026',
      'There is no term with this name. Most like it: Autumn 2026, Spring 2025',
    ],
    [7, 'Date', '2026-11-19', 'This day is not over yet: only what has been is marked'],
    [8, 'Date', '2025-08-10', 'No term has this day: first move in the terms'],
    [
      9,
      'Date',
      '2025-03-10',
      'Autumn 2026 is from 2026-09-01 to 2027-01-31: this day is outside of it',
    ],
    [
      10,
      'Date',
      '2026-09-10',
      'Spring 2025 is from 2025-02-01 to 2025-06-30: this day is outside of it',
    ],
    [
      11,
      'Date',
      '2026-10-05',
      'Ben is enrolled in Algebra from 2026-09-07 to 2026-10-02, not on this day. “Outside Enrolment” says yes where the mark counts all the same',
    ],
    [
      12,
      'Date',
      '2026-10-05',
      'Ben is not enrolled in Botany, not on this day. “Outside Enrolment” says yes where the mark counts all the same',
    ],
    [
      13,
      'Mark',
      'L',
      'The mark must be present or absent, also as P or A, 1 or 0; where some were late, the column is “Mark (late is present)” or “Mark (late is absent)”',
    ],
    [14, null, null, 'The row has no mark: a column “Mark” says who was there'],
    [15, null, null, 'This is the same record as in row 16'],
    [16, null, null, 'This is the same record as in row 15'],
    [17, 'Class of the Day', '0', 'Class of the Day must be at least 1'],
    [
      17,
      'Outside Enrolment',
      'perhaps',
      'Outside Enrolment must be yes, where the row counts although the student was not enrolled that day, or no',
    ],
    [17, null, null, 'This is the same record as in row 15'],
  ]);
  expect(await marked()).toEqual([]);
  for (const content of ['', 'a,b\n1,2\n', 'Subject,Date\nAL1,2026-09-10\n', '\u0000', '"'])
    expect([415, 422]).toContain((await files.send('past-marks', content)).status);
});

test('the day decides the term; a mark outside an enrolment moves in if its row says so, and a second class on a day is separate', async () => {
  expect(
    await stored(`Student Email,Subject,Date,Mark,Class of the Day,Outside Enrolment
ann@example.edu,AL1,2025-03-10,P,,
ben@example.edu,BO1,2026-10-05,P,,yes
ann@example.edu,BO1,2026-10-05,P,,no
ann@example.edu,BO1,2026-10-05,A,2,
`),
  ).toBe(4);
  expect(await marked()).toEqual([
    'S-ANN AL1 2025-03-10 1 P',
    'S-ANN BO1 2026-10-05 1 P',
    'S-ANN BO1 2026-10-05 2 A',
    'S-BEN BO1 2026-10-05 1 P',
  ]);
  await expectTotalsRight();
});

test('files are accepted as other systems write them, and “late” counts as the mapping says', async () => {
  const expected = (late: string) => [
    'S-ANN AL1 2026-09-10 1 P',
    'S-ANN AL1 2026-09-11 1 A',
    `S-BEN AL1 2026-09-10 1 ${late}`,
  ];
  const opensis = fixture('opensis-attendance.csv');
  expect(await refused(opensis, '?columns=5.mark')).toMatchObject([
    [3, 'Attendance Status', 'Tardy', expect.stringContaining('late is present')],
  ]);
  expect(await stored(opensis, '?columns=5.lateIsPresent')).toBe(3);
  expect(await marked()).toEqual(expected('P'));
  expect(await preview(opensis, '&columns=5.lateIsAbsent')).toMatchObject({
    update: 1,
    changes: [{ from: 'present', to: 'absent' }],
  });
  expect(
    await preview(fixture('rosariosis-attendance.csv'), '&columns=3.lateIsPresent'),
  ).toMatchObject({ unchanged: 3 });
  expect(
    await preview(fixture('gibbon-attendance.csv'), '&columns=1.univId,4.lateIsPresent'),
  ).toMatchObject({ unchanged: 2, changes: [{ field: 'remarks', to: 'Medical' }] });
});

test('rows in any order, split into files anywhere, with a bad file before each, give the same marks and totals', async () => {
  const [head = '', ...rows] = marks.trim().split('\n');
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray(rows, { minLength: rows.length }),
      fc.integer({ min: 0, max: rows.length }),
      async (order, cut) => {
        await campus.database.pool.query(
          `update subjects set term_id = null, deleted_at = now(), deleted_by = 1 where code <> 'none' and term_id is not null`,
        );
        await stored(
          'Code,Name,Teacher,id\nAL1,Algebra,dana@example.edu,c1\nBO1,Botany,dana@example.edu,c2\n',
          '',
          'subjects',
        );
        await stored(
          'Student Email,Subject\nann@example.edu,AL1\nben@example.edu,AL1\nann@example.edu,c2\n',
          '',
          'enrolments',
        );
        for (const part of [order.slice(0, cut), order.slice(cut)].filter(
          (one) => one.length > 0,
        )) {
          const broken = [head, ...part, 'nobody@example.edu,AL1,2026-09-10,P,'].join('\n');
          expect((await files.send('past-marks', broken)).status).toBe(422);
          expect(await stored([head, ...part].join('\n'))).toBe(part.length);
        }
        expect(await marked()).toEqual(moved);
        expect(await stored([head, ...order].join('\n'))).toBe(0);
      },
    ),
    { numRuns: 5 },
  );
  await expectTotalsRight();
});

test('past marks move in while a teacher marks the same classes, and statements do not grow with the rows', async () => {
  const { pool } = campus.database;
  await pool.query(
    `with made as (insert into people (role, email, name)
       select 'student', 'many' || n || '@example.edu', 'Many ' || n from generate_series(1, 300) n returning id)
     insert into students (person_id) select id from made`,
  );
  const fileOf = (from: number, to: number): string =>
    `Email,Subject,Date,Mark,Outside Enrolment\n${Array.from({ length: to - from }, (_, n) => `many${from + n}@example.edu,AL1,2026-09-1${n % 9},P,yes`).join('\n')}\n`;
  const few = await statements.during(() => preview(fileOf(1, 3)));
  expect(await statements.during(() => preview(fileOf(3, 300)))).toBe(few);
  const fewStored = await statements.during(() => stored(fileOf(1, 3)));
  expect(await statements.during(() => stored(fileOf(3, 200)))).toBe(fewStored);

  const { rows } = await pool.query(
    `select id::text from subjects where code = 'AL1' and term_id = (select id from terms where is_open)`,
  );
  const submit = (present: boolean) =>
    campus.as(dana).post('/api/attendance/bulk', {
      subjectId: rows[0].id,
      date: '2026-09-10',
      facultyEmail: dana.email,
      studentAttendances: [{ studentEmail: ann.email, present, remarks: null }],
    });
  const answers = await Promise.all([
    submit(true),
    files.send('past-marks', fileOf(200, 300)),
    submit(false),
    submit(true),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect((await marked()).length).toBe(300);
  await expectTotalsRight();
});

test('administrators with other duties and teachers may not move marks in', async () => {
  const { make } = campus;
  for (const person of [await make.admin({ duty: 'auditor' }), dana, ann])
    for (const call of ['past-marks', 'past-marks/problems'])
      expect(
        (await sendForm(campus.as(person), `${path}/${call}`, [{ name: 'a.csv', content: marks }]))
          .status,
      ).toBe(403);
  expect((await office.get<string>(`${path}/past-marks/template`)).body).toContain(
    'Student Email,University ID,Roll Number,Subject,Term,Date',
  );
});
