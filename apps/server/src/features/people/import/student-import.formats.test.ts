import { readFileSync } from 'node:fs';
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

const fixture = (name: string): Buffer =>
  readFileSync(new URL(`fixtures/${name}`, import.meta.url));

describe('files that a spreadsheet wrote', () => {
  test.each([
    'libreoffice-default.csv',
    'libreoffice-semicolon-all-quoted.csv',
    'libreoffice-utf-16-tab.csv',
    'excel-csv-utf-8.csv',
    'excel-csv-utf-8-semicolon.csv',
    'excel-sep-line.csv',
    'excel-unicode-text.csv',
    'google-sheets.csv',
  ])('are stored letter by letter: %s', async (name) => {
    expect((await upload(fixture(name))).body).toBe(3);
    const { body } = await asAdmin.get('/api/students/by-email/zoe@files.example.edu');
    expect(body).toMatchObject({
      name: 'Zoë "Zo" Müller-Łukasz',
      rollNo: '00042',
      dob: '2004-02-29',
      contactPhone: '+91 98765-43210',
      address: '1 Long Street\n2nd floor; back, left',
    });
    expect(await stored()).toMatchObject([
      { name: 'Nguyễn Thị Ánh', rollNo: '3-1' },
      { name: '李小龙', rollNo: '٠٠٧' },
      { name: 'Zoë "Zo" Müller-Łukasz', rollNo: '00042' },
    ]);
  });

  test.each(['libreoffice-windows-1252.csv', 'excel-csv-windows-1252.csv'])(
    'in a national code page are refused with how to save them: %s',
    async (name) => {
      const { status, body } = await upload(fixture(name));
      expect(status).toBe(415);
      expect(body.message).toContain('CSV UTF-8 (Comma delimited)');
      expect(await stored()).toEqual([]);
    },
  );

  test('in which Excel has reformatted dates and numbers: a date is read, a shortened number is named', async () => {
    const { status, body } = await upload(fixture('excel-reformatted.csv'));
    expect(status).toBe(422);
    expect(body.details).toEqual([
      {
        row: 2,
        column: 'Contact Number',
        value: '9.19877E+11',
        reason: 'Contact Number must be a number of 7 to 15 digits',
      },
    ]);
  });

  test('in which whole numbers have a decimal: it is no digit of a telephone number', async () => {
    expect((await upload('Full Name,Email,Phone\nZoë,zoe@x.edu,9876543210.0\n')).body).toBe(1);
    const { body } = await asAdmin.get('/api/students/by-email/zoe@x.edu');
    expect(body).toMatchObject({ contactNo: 9_876_543_210, contactPhone: '9876543210' });
  });

  test('in which Excel has shortened identifiers are refused: the digits are lost', async () => {
    const file =
      'Full Name,Email,Roll Number,University ID\nZoë,zoe@files.example.edu,2.02611E+11,2E+11\n';
    const { status, body } = await upload(file);
    expect(status).toBe(422);
    const format = 'Give its column the format “Text” and write the whole number';
    expect(body.details).toEqual([
      {
        row: 2,
        column: 'Roll Number',
        value: '2.02611E+11',
        reason: `A spreadsheet has shortened this Roll Number. ${format}`,
      },
      {
        row: 2,
        column: 'University ID',
        value: '2E+11',
        reason: `A spreadsheet has shortened this University ID. ${format}`,
      },
    ]);
    expect(await stored()).toEqual([]);
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

  test('and a preview meanwhile waits, and says how the upload ended', async () => {
    const file = `Name,Email\nA,a@x.edu\nB,b@x.edu\n`;
    const holder = await t.database.pool.connect();
    const waiting = async (kind: string): Promise<void> => {
      const find = `select from pg_locks where not granted and locktype = $1
        and database = (select oid from pg_database where datname = current_database())`;
      while ((await holder.query(find, [kind])).rows.length === 0) await new Promise(setImmediate);
    };
    await holder.query('begin; lock table people in share mode');
    const stores = upload(file);
    await waiting('relation');
    const looks = upload(file, '?dryRun=true');
    await waiting('advisory');
    await holder.query('rollback');
    holder.release();
    expect((await stores).body).toBe(2);
    expect((await looks).body).toMatchObject({ create: 0, problemRows: 2 });
  });

  test('with existing=skip store everybody once', async () => {
    const file = `Name,Email\nA,a@x.edu\nB,b@x.edu\n`;
    const answers = await Promise.all([
      upload(file, '?existing=skip'),
      upload(file, '?existing=skip'),
    ]);
    expect(answers.map(({ body }) => Number(body)).toSorted((a, b) => a - b)).toEqual([0, 2]);
  });

  test('of a file and of one of its students by hand never cause a server error', async () => {
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

test('half a million blank lines are skipped quickly, and counted as a spreadsheet does', async () => {
  const blank = '\n'.repeat(500_000);
  const { status, body } = await upload(
    `Name,Email\n${blank}Ann,ann@x.edu\n\nBo,ann@x.edu\n${blank}`,
  );
  expect(status).toBe(422);
  expect(body.details).toMatchObject([{ row: 500_002 }, { row: 500_004 }]);
});

test('an import and a new subject at the same moment: the students are enrolled', async () => {
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
