import { addDays, type attendance, type ReplyOf, type SubjectPercentage } from '@campus/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { moveInFiles } from '../../testing/move-in-files.ts';
import type { Person } from '../../testing/make.ts';
import { cellsOfCsv } from '../../testing/read-table.ts';
import { type Caller, testCampus, type TestCampus } from '../../testing/test-campus.ts';

let campus: TestCampus;
let office: Caller;
let ann: Person;
let teacher: Person;
let algebra: string;
let ago: (days: number) => string;

beforeAll(async () => {
  campus = await testCampus();
  const { make } = campus;
  ago = (days) => addDays(campus.today, -days);
  office = campus.as(await make.admin({ duty: 'registrar' }));
  teacher = await make.teacher();
  ann = await make.student({ name: 'Ann', email: 'ann@example.edu' });
  const { id: term_id } = await make.term({ name: 'Autumn' });
  ({ id: algebra } = await make.subject(
    { term_id, teacher_id: teacher.id, name: 'Algebra', code: 'AL1' },
    [ann],
  ));
});
afterAll(() => campus.close());

const { preview, stored, refused, batches, undo } = moveInFiles(() => office);
const file = (...rows: string[]) =>
  ['Student Email,Subject,Classes,Present,Until,id', ...rows, ''].join('\n');
const balance = (present: number, days = 10) =>
  file(`ann@example.edu,AL1,40,${present},${ago(days)},b1`);
const opening = async (who: Caller) => {
  const path = `/api/attendance/student/${ann.email}/percentages`;
  const [subject] = (await who.get<SubjectPercentage[]>(path)).body;
  return subject;
};
const mark = (days: number) =>
  campus.as(teacher).post('/api/attendance/bulk', {
    facultyEmail: teacher.email,
    subjectId: algebra,
    date: ago(days),
    studentAttendances: [{ studentEmail: ann.email, present: false }],
  });

test('a balance moves in, is shown beside the percentage, can change, and can be undone', async () => {
  expect(await preview('opening-balances', balance(34))).toMatchObject({ create: 1 });
  expect(await stored('opening-balances', balance(34))).toBe(1);
  expect(await stored('opening-balances', balance(34))).toBe(0);
  await mark(9);
  for (const who of [office, campus.as(ann)])
    expect(await opening(who)).toMatchObject({
      classes: 1,
      present: 0,
      percentage: 0,
      opening: { classes: 40, present: 34, untilOn: ago(10) },
    });
  expect(await stored('opening-balances', balance(35), '?confirm=1')).toBe(1);
  expect((await opening(office))?.opening?.present).toBe(35);
  expect((await undo()).status).toBe(200);
  expect((await opening(office))?.opening?.present).toBe(34);
  const deleted = await office.send({ method: 'DELETE', path: `/api/subjects/${algebra}` });
  expect(deleted.body.message).toBe(
    'Algebra has 1 class with marks and 1 opening balance: it cannot be deleted.',
  );
  // Totals of the other system are compared with marks and opening balance together.
  const totals = 'Student Email,Subject,Classes,Present\nann@example.edu,AL1,41,34\n';
  expect(await preview('totals', totals)).toMatchObject({ unchanged: 1 });
  const ofSubject = 'Subject,Classes,Present,Percent\nAL1,41,34,82.9\n';
  expect(await preview('totals', ofSubject)).toMatchObject({ unchanged: 1, changes: [] });
  expect((await undo()).status).toBe(200);
  expect((await opening(office))?.opening).toBe(null);
});

test('problems in a file of balances are named row by row', async () => {
  await mark(9);
  expect(
    await refused(
      'opening-balances',
      file(
        `ann@example.edu,AL1,40,41,${ago(10)},x1`,
        `ann@example.edu,AL1,0,0,${ago(10)},x2`,
        `ann@example.edu,AL1,40,34,${ago(8)},x3`,
        `ann@example.edu,AL2,40,34,${ago(10)},x4`,
        `ann@example.edu,AL1,40,34,,x5`,
        `ann@example.edu,AL1,40,34,${ago(200)},x6`,
        `nobody@example.edu,AL1,40,34,${ago(10)},x7`,
      ),
    ),
  ).toMatchInlineSnapshot(`
    [
      [
        2,
        "Present",
        "41",
        "Present is more than the classes, 40",
      ],
      [
        3,
        "Classes",
        "0",
        "Classes must be at least 1",
      ],
      [
        4,
        null,
        null,
        "Ann has marks of single classes in Algebra from 2026-03-02 on: the total must end before, or they would count twice",
      ],
      [
        5,
        "Subject",
        "AL2",
        "There is no such subject in the term. Most like it: AL1",
      ],
      [
        6,
        "Until",
        "",
        "Until is missing",
      ],
      [
        7,
        "Until",
        "2025-08-23",
        "Autumn is from 2025-12-11 to 2026-06-09: this day is outside of it. “Outside Term” says yes where it is right all the same",
      ],
      [
        8,
        "Student Email",
        "nobody@example.edu",
        "No student has this e-mail",
      ],
    ]
  `);
});

test('a balance of somebody who was never enrolled in the subject is refused, unless its row says that it counts', async () => {
  await campus.make.student({ name: 'Una', email: 'una@example.edu' });
  const row = `una@example.edu,AL1,4,3,${ago(10)},u1`;
  expect(await refused('opening-balances', file(row))).toEqual([
    [
      2,
      null,
      null,
      'Una is not enrolled in Algebra. “Outside Enrolment” says yes where the balance counts all the same',
    ],
  ]);
  const counts = `Student Email,Subject,Classes,Present,Until,id,Outside Enrolment\n${row},yes\n`;
  expect(await stored('opening-balances', counts)).toBe(1);
  const { body } = await office.get<string>('/api/move-in/export?kind=opening-balances');
  expect(await stored('opening-balances', body)).toBe(0);
  expect((await undo()).status).toBe(200);
});

test('a file that enrolled somebody is not undone while a balance stands on it alone', async () => {
  await campus.make.student({ name: 'Vic', email: 'vic@example.edu' });
  const period = (id: string, from: number, to: number): string =>
    `vic@example.edu,AL1,${ago(from)},${ago(to)},${id}\n`;
  const head = 'Student Email,Subject,From,To,id\n';
  await stored('enrolments', head + period('v1', 30, 20));
  await stored('enrolments', head + period('v2', 19, 10) + period('v3', 9, 1));
  await stored('opening-balances', file(`vic@example.edu,AL1,4,3,${ago(15)},v1`));
  const [balances, second, first] = (await batches()).map(({ id }) => id);
  expect((await undo(second)).status).toBe(200);
  const { status, body } = await undo(first);
  expect([status, body.details]).toEqual([
    409,
    [{ name: 'Vic in Algebra', what: 'has an opening balance' }],
  ]);
  expect((await undo(balances)).status).toBe(200);
  expect((await undo(first)).status).toBe(200);
});

test('a balance ends today at the latest, and before the first day that is marked', async () => {
  const cem = await campus.make.student({ name: 'Cem', email: 'cem@example.edu' });
  await stored('enrolments', 'Student Email,Subject\ncem@example.edu,AL1\n');
  const until = (who: string, days: number) => file(`${who},AL1,40,34,${ago(days)},`);
  expect(await refused('opening-balances', until(cem.email, -1))).toEqual([
    [2, 'Until', ago(-1), 'This day is to come'],
  ]);
  expect(await preview('opening-balances', until(cem.email, 0))).toMatchObject({ create: 1 });
  await mark(9);
  expect(JSON.stringify(await refused('opening-balances', until(ann.email, 9)))).toContain(
    `Ann has marks of single classes in Algebra from ${ago(9)} on`,
  );
  expect(await preview('opening-balances', until(ann.email, 10))).toMatchObject({ ready: 1 });
  expect((await undo()).status).toBe(200);
});

test('the balances of several students are compared as one total of their subject', async () => {
  const { rows } = await campus.database.pool.query(
    'select term_id, teacher_id from subjects where id = $1',
    [algebra],
  );
  const students = [
    await campus.make.student({ email: 'dot@example.edu' }),
    await campus.make.student({ email: 'eli@example.edu' }),
  ];
  await campus.make.subject({ ...rows[0], name: 'Botany', code: 'BO1' }, students);
  const balances = file(
    `dot@example.edu,BO1,40,34,${ago(10)},`,
    `eli@example.edu,BO1,30,25,${ago(10)},`,
  );
  expect(await stored('opening-balances', balances)).toBe(2);
  // The classes of whoever has most of them, and 59 of 70 marks.
  const totals = 'Subject,Enrolled,Classes,Present,Percent\nBO1,2,40,59,84.3\n';
  expect(await preview('totals', totals)).toMatchObject({ unchanged: 1, changes: [] });
  const own = 'Student Email,Subject,Classes,Present,Percent\neli@example.edu,BO1,30,25,83.33\n';
  expect(await preview('totals', own)).toMatchObject({ unchanged: 1, changes: [] });
});

test('a past mark for a day that a balance already counts is refused', async () => {
  await stored('opening-balances', balance(34));
  const marks = (days: number) =>
    `Student Email,Subject,Date,Mark\nann@example.edu,AL1,${ago(days)},P\n`;
  expect(JSON.stringify(await refused('past-marks', marks(10)))).toContain(
    `Ann has an opening balance in Algebra until ${ago(10)}: a mark of a day up to it would count twice`,
  );
  expect(await stored('past-marks', marks(7))).toBe(1);
});

test('a teacher can mark no day that a balance already counts, but can put right what was marked there before', async () => {
  const until = (days: number) =>
    campus.database.pool.query('update opening_balances set until_on = $1', [ago(days)]);
  expect((await opening(office))?.opening?.untilOn).toBe(ago(10));
  expect((await mark(8)).body).toMatchObject({ changed: 1 });
  expect(await mark(10)).toMatchObject({
    status: 422,
    body: {
      message: `Ann has an opening balance in this subject until ${ago(10)}: a mark of a day up to it would count twice. Choose a later day, or ask an administrator to change the balance.`,
      details: [{ field: 'date' }],
    },
  });
  await until(6);
  expect((await mark(7)).body).toMatchObject({ changed: 1 });
  expect((await mark(6)).status).toBe(422);
  await until(10);
});

test('the others of a class can be marked on a day that a balance counts for one student', async () => {
  const others = [];
  for (const name of ['Hal', 'Ida']) others.push(await campus.make.student({ name }));
  const ids = others.map(({ id }) => id);
  await campus.database.pool.query(
    `insert into enrolments (subject_id, student_id, from_on) select $1, unnest($2::bigint[]), $3`,
    [algebra, ids, ago(60)],
  );
  const roster = async (days: number) => {
    const path = `/api/attendance/subject/${algebra}/date/${ago(days)}`;
    const { body } = await campus.as(teacher).get<ReplyOf<typeof attendance.roster>>(path);
    return Object.fromEntries(
      body.map(({ studentName, countedUntil, present }) => [studentName, countedUntil ?? present]),
    );
  };
  const expected = { Ann: ago(10), Hal: null, Ida: null };
  expect(await roster(11)).toMatchObject(expected);
  const exported = await office.get(`/api/attendance/subject/${algebra}/date/${ago(11)}/export`);
  const cells = cellsOfCsv(exported.bytes).map((row) => [row[1], row.at(-1)]);
  expect(cells[0]).toEqual(['Name', 'Counted already until']);
  expect(Object.fromEntries(cells)).toMatchObject({ Ann: ago(10), Hal: '', Ida: '' });
  const asked = Object.entries(await roster(11)).filter(([, state]) => state === null);
  expect(asked.map(([name]) => name)).toEqual(['Hal', 'Ida']);
  const submitted = await campus.as(teacher).post('/api/attendance/bulk', {
    facultyEmail: teacher.email,
    subjectId: algebra,
    date: ago(11),
    studentAttendances: others.map(({ email }) => ({ studentEmail: email, present: true })),
  });
  expect(submitted).toMatchObject({ status: 200, body: { changed: 2 } });
  expect(await roster(11)).toEqual({ Ann: ago(10), Hal: true, Ida: true });
  const overview = `/api/attendance/day/${ago(11)}`;
  const { body } = await office.get<ReplyOf<typeof attendance.dayOverview>>(overview);
  expect(body.classes.find(({ id }) => id === algebra)).toMatchObject({ students: 3, unmarked: 0 });
  // A mark made before the balance came is shown, and can be put right.
  expect(await roster(8)).toMatchObject({ Ann: false });
  await campus.database.pool.query('update opening_balances set until_on = $1', [ago(6)]);
  expect(await roster(8)).toMatchObject({ Ann: false });
  expect(await roster(6)).toMatchObject({ Ann: ago(6) });
  await campus.database.pool.query('update opening_balances set until_on = $1', [ago(10)]);
});

test('a file that shortened a balance is not undone once marks were moved in for the days it had counted', async () => {
  const ben = await campus.make.student({ name: 'Ben', email: 'ben@example.edu' });
  await campus.database.pool.query(
    'insert into enrolments (subject_id, student_id, from_on) values ($1, $2, $3)',
    [algebra, ben.id, ago(60)],
  );
  const until = (days: number) =>
    stored('opening-balances', file(`ben@example.edu,AL1,40,34,${ago(days)},b2`), '?confirm=1');
  await until(10);
  await until(20);
  await stored('past-marks', `Student Email,Subject,Date,Mark\nben@example.edu,AL1,${ago(15)},P\n`);
  const [marks, ...earlier] = await batches();
  expect(marks?.kind).toBe('past-marks');
  const { status, body } = await undo(earlier[0]?.id);
  expect([status, body.details]).toEqual([
    409,
    [{ name: 'Ben in Algebra', what: 'has marks of single classes on its former days' }],
  ]);
});

test('nor is it for a mark on the last day that the balance had counted', async () => {
  const gil = await campus.make.student({ name: 'Gil', email: 'gil@example.edu' });
  await campus.database.pool.query(
    'insert into enrolments (subject_id, student_id, from_on) values ($1, $2, $3)',
    [algebra, gil.id, ago(60)],
  );
  for (const days of [10, 20])
    await stored(
      'opening-balances',
      file(`gil@example.edu,AL1,40,34,${ago(days)},b3`),
      '?confirm=1',
    );
  await stored('past-marks', `Student Email,Subject,Date,Mark\ngil@example.edu,AL1,${ago(10)},P\n`);
  const [, shortened] = await batches();
  expect(await undo(shortened?.id)).toMatchObject({
    status: 409,
    body: {
      details: [{ name: 'Gil in Algebra', what: 'has marks of single classes on its former days' }],
    },
  });
});
