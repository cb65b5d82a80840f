import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Caller, testCampus, type TestCampus } from '../../../testing/test-campus.ts';
import { sendForm } from '../../../testing/upload.ts';

const path = '/api/uploadStudentDetails';

let t: TestCampus;
let asAdmin: Caller;

beforeAll(async () => {
  t = await testCampus();
  asAdmin = t.as(await t.make.admin());
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.database.pool.query(
    `delete from enrolments; delete from students; delete from people where role = 'student'`,
  );
});

const upload = (content: string | Uint8Array, query = '') =>
  sendForm(asAdmin, `${path}${query}`, [{ name: 'Klasse 1.CSV', content }]);

const stored = async (): Promise<Record<string, unknown>[]> =>
  (await asAdmin.get('/api/faculty/students/all?sort=email')).body;

const utf16 = (text: string, bigEndian = false): Buffer => {
  const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le');
  return bigEndian ? bytes.swap16() : bytes;
};

const lines = (delimiter: string, end: string): string =>
  [
    ['Full Name', 'Email', 'Roll Number', 'Course'],
    ['Zoë 李 Жанна', 'zoe@x.edu', '007', 'B.Tech'],
    [`"Lee${delimiter} ""Al"""`, 'al@x.edu', '', 'Law'],
    ['', '', '', ''],
    ['Omar عمر', 'omar@x.edu', '٠٠٧', ''],
  ]
    .map((cells) => cells.join(delimiter) + end)
    .join('');

describe('files as spreadsheets write them', () => {
  test.each<[string, string | Uint8Array, string]>([
    ['Excel, CSV UTF-8', `\uFEFF${lines(',', '\r\n')}`, ','],
    [
      'Excel, CSV UTF-8 where the list separator is a semicolon',
      `\uFEFF${lines(';', '\r\n')}`,
      ';',
    ],
    ['Excel with its separator line', `sep=;\r\n${lines(';', '\r\n')}`, ';'],
    ['Excel with a mark and its separator line', `\uFEFFsep=;\r\n${lines(';', '\r\n')}`, ';'],
    ['Excel, Unicode Text', utf16(lines('\t', '\r\n')), '\t'],
    ['UTF-16, big endian', utf16(lines(',', '\n'), true), ','],
    ['LibreOffice and Google Sheets', lines(',', '\n'), ','],
    ['Google Sheets, no line end at the end', lines(',', '\n').trimEnd(), ','],
    ['an old Mac', lines(',', '\r'), ','],
    ['blank lines before, between and after', `\n\r\n${lines(',', '\n\n')}\r\n\n`, ','],
  ])('are read letter by letter: %s', async (_name, content, delimiter) => {
    expect((await upload(content)).body).toBe(3);
    expect(await stored()).toMatchObject([
      { name: `Lee${delimiter} "Al"`, email: 'al@x.edu', rollNo: null, course: 'Law' },
      { name: 'Omar عمر', email: 'omar@x.edu', rollNo: '٠٠٧', course: null },
      { name: 'Zoë 李 Жанна', email: 'zoe@x.edu', rollNo: '007', course: 'B.Tech' },
    ]);
  });

  test('number their rows as the spreadsheet does', async () => {
    const { body } = await upload('Name,Email\n"A\nB",a@x.edu\n\n,,\nC,c@\n');
    expect(body.details.map(({ row }: { row: number }) => row)).toEqual([5]);
  });

  test('are read whole however they are cut into pieces', async () => {
    const rows = Array.from({ length: 6000 }, (_, n) => `"Zoë 李 ""${n}""",s${n}@x.edu`);
    expect((await upload(`Name,Email\r\n${rows.join('\r\n')}`)).body).toBe(6000);
    const { rows: wrong } = await t.database.pool.query(
      `select name from people where role = 'student'
       and name <> 'Zoë 李 "' || substring(email from '\\d+') || '"'`,
    );
    expect(wrong).toEqual([]);
  });
});

describe('two uploads at the same moment', () => {
  test('of the same file store it once, and the other one says which rows exist', async () => {
    const rows = Array.from({ length: 500 }, (_, n) => `S,s${n}@x.edu`);
    const file = `Name,Email\n${rows.join('\n')}\n`;
    const answers = await Promise.all([upload(file), upload(file), upload(file)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422]);
    for (const { status, body } of answers) {
      if (status === 200) expect(body).toBe(500);
      else expect(body.details[0].reason).toBe('A student has this email already');
    }
    expect(await stored()).toHaveLength(500);
  });

  test('with existing=skip end with everybody stored once', async () => {
    const file = `Name,Email\nA,a@x.edu\nB,b@x.edu\n`;
    const answers = await Promise.all([
      upload(file, '?existing=skip'),
      upload(file, '?existing=skip'),
    ]);
    expect(answers.map(({ body }) => Number(body)).toSorted((a, b) => a - b)).toEqual([0, 2]);
  });

  test('of a file and of one of its students by hand never end in an error of ours', async () => {
    const by = await t.database.pool.connect();
    await by.query('begin');
    await by.query(
      `insert into people (role, email, name) values ('student', 'b@x.edu', 'By Hand')`,
    );
    const answer = upload(`Name,Email\nA,a@x.edu\nB,b@x.edu\n`);
    const waiting = async (): Promise<boolean> =>
      (await by.query(`select from pg_locks where not granted and locktype = 'transactionid'`)).rows
        .length > 0;
    while (!(await waiting())) await new Promise(setImmediate);
    await by.query('commit');
    by.release();
    const { status, body } = await answer;
    expect(status).toBe(422);
    expect(body.details).toEqual([
      { row: 3, column: 'Email', value: 'b@x.edu', reason: 'A student has this email already' },
    ]);
  });
});

test('an import and a new subject at the same moment do not miss each other', async () => {
  const term = await t.make.term();
  const teacher = await t.make.teacher();
  const rows = Array.from({ length: 300 }, (_, n) => `S,s${n}@x.edu`);
  const [imported, created] = await Promise.all([
    upload(`Name,Email\n${rows.join('\n')}\n`),
    asAdmin.post('/api/enrollments/create-for-all', {
      subjectName: 'Logic',
      subjectCode: 'LO1',
      emailId: teacher.email,
    }),
  ]);
  expect([imported.status, created.status]).toEqual([200, 201]);
  const { rows: enrolled } = await t.database.pool.query<{ n: number }>(
    `select count(*)::int as n from enrolments
     join subjects on subjects.id = subject_id where term_id = $1`,
    [term.id],
  );
  expect(enrolled).toEqual([{ n: 300 }]);
});
