import type { ImportReport } from '@campus/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Person } from '../../../testing/make.ts';
import { type Caller, testCampus, type TestCampus } from '../../../testing/test-campus.ts';
import { sendForm } from '../../../testing/upload.ts';

const path = '/api/uploadFacultyDetails';
const header =
  'Full Name,Department,Email Address,Date of Birth,Contact Number,Address,Gender,University ID';

let t: TestCampus;
let admin: Person;
let asAdmin: Caller;
let lists = 0;

beforeAll(async () => {
  t = await testCampus();
  admin = await t.make.admin();
  asAdmin = t.as(admin);
});
afterAll(() => t.close());

/** A separate mail domain per test: all tests share one campus. */
let at = '';
beforeEach(() => {
  lists += 1;
  at = `faculty${lists}.edu`;
});

/** The row of a teacher whose e-mail begins with the first word of the name. */
const row = (name: string, more: { department?: string; univId?: string } = {}): string =>
  `${name},${more.department ?? 'Physics'},${name.split(' ')[0]?.toLowerCase()}@${at},1980-05-17,+91 98450-22114,"1 Quad, Old Town",female,${more.univId ?? ''}`;
const file = (...rows: string[]): string => `${[header, ...rows].join('\r\n')}\r\n`;

const upload = (content: string | Uint8Array, query = '', caller: Caller = asAdmin) =>
  sendForm(caller, `${path}${query}`, [{ name: 'faculty.csv', content }]);
const preview = async (content: string, query = ''): Promise<ImportReport> => {
  const { status, body } = await upload(content, `?dryRun=true${query}`);
  expect(status).toBe(200);
  return body as ImportReport;
};
const profile = async (email: string) =>
  (await asAdmin.get(`/api/faculty/by-email/${email}`)).body as Record<string, unknown>;
const teachersHere = async (): Promise<number> =>
  (await asAdmin.get<unknown[]>(`/api/faculty/all?search=@${at}`)).body.length;
const invited = async (): Promise<string[]> => {
  const { rows } = await t.database.pool.query<{ email: string }>(
    `select people.email from account_outbox join people on people.id = person_id
     where kind = 'invitation' and people.email like '%@' || $1 order by 1`,
    [at],
  );
  return rows.map(({ email }) => email);
};

test('only administrators can upload teachers; nobody else learns anything', async () => {
  const teacher = t.as(await t.make.teacher());
  const student = t.as(await t.make.student());
  for (const [caller, status] of [
    [teacher, 403],
    [student, 403],
    [t.nobody, 401],
  ] as const) {
    expect((await upload(file(row('Ann')), '', caller)).status).toBe(status);
    expect((await upload(file(row('Ann')), '?dryRun=true', caller)).status).toBe(status);
    const problems = await sendForm(caller, `${path}/problems`, [{ name: 'a.csv', content: 'x' }]);
    expect(problems.status).toBe(status);
    expect((await caller.get(`${path}/template`)).status).toBe(status);
  }
  expect(await teachersHere()).toBe(0);
  expect((await upload(file(row('Ann')))).body).toBe(1);
});

describe('a list of teachers', () => {
  test('is stored as it stands in the file, with university IDs and invitations', async () => {
    const { status, body } = await upload(file(row('Zoe Žižek', { univId: '007-ß' }), row('Omar')));
    expect({ status, body }).toEqual({ status: 200, body: 2 });
    expect(await profile(`omar@${at}`)).toMatchObject({
      name: 'Omar',
      department: 'Physics',
      dob: '1980-05-17',
      gender: 'Female',
      contactNo: 919845022114,
      contactPhone: '+91 98450-22114',
      address: '1 Quad, Old Town',
      univId: expect.stringMatching(/^F2026-\d{4}$/),
    });
    expect(await profile(`zoe@${at}`)).toMatchObject({ name: 'Zoe Žižek', univId: '007-ß' });
    expect(await invited()).toEqual([`omar@${at}`, `zoe@${at}`]);
  });

  test('with an incomplete row stores nobody and names every missing cell', async () => {
    const { status, body } = await upload(file(row('Ann'), `Bob,,bob@${at},17.13.1980,12,,X,`));
    expect(status).toBe(422);
    expect(body.message).toBe('1 row needs a fix. Nothing was stored.');
    expect(body.details).toEqual(
      [
        ['Department', '', 'Department is missing'],
        [
          'Date of Birth',
          '17.13.1980',
          'Date of Birth must be a day that exists, written YYYY-MM-DD',
        ],
        ['Contact Number', '12', 'Contact Number must be a number of 7 to 15 digits'],
        ['Address', '', 'Address is missing'],
        ['Gender', 'X', 'Gender must be one of Male, Female, Other'],
      ].map(([column, value, reason]) => ({ row: 3, column, value, reason })),
    );
    expect(await teachersHere()).toBe(0);
    expect(await invited()).toEqual([]);

    const problems = await sendForm<string>(asAdmin, `${path}/problems`, [
      { name: 'faculty.csv', content: file(row('Ann'), `Bob,,bob@${at},17.13.1980,12,,X,`) },
    ]);
    expect(problems.headers['content-disposition']).toBe(
      'attachment; filename="faculty-problems.csv"',
    );
    expect(problems.body.split('\r\n')).toHaveLength(7);
  });

  test('is previewed with the departments, and nothing is stored', async () => {
    const report = await preview(file(row('Ann'), row('ann')));
    expect(report).toMatchObject({ rows: 2, ready: 0, problemRows: 2 });
    expect(report.problems[0]?.reason).toBe('This email is the same as in row 3');
    expect((await preview(file(row('Ann')))).preview).toMatchObject([
      { row: 2, name: 'Ann', email: `ann@${at}`, department: 'Physics', outcome: 'create' },
    ]);
    expect(await teachersHere()).toBe(0);
  });

  test('whose header lacks a column is refused by its name', async () => {
    const { status, body } = await upload(`Name,Department,Email\nAnn,Physics,ann@${at}\n`);
    expect(status).toBe(422);
    expect(body.message).toBe(
      'The first row must name the columns, and there is no column “Date of Birth” and “Contact Number” and “Address” and “Gender”.',
    );
  });

  test('without teachers says so', async () => {
    expect((await upload(file())).body.message).toBe('The file has no teachers below its header.');
  });

  test('uploaded three times at the same moment is stored once', async () => {
    const content = file(...Array.from({ length: 50 }, (_, n) => row(`T${n}`)));
    const answers = await Promise.all([upload(content), upload(content), upload(content)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422]);
    expect(await teachersHere()).toBe(50);
    expect(await invited()).toHaveLength(50);
  });
});

describe('teachers who exist', () => {
  test('are bad rows, as are the addresses and IDs of other people', async () => {
    const student = await t.make.student({ email: `sam@${at}` });
    await upload(file(row('Ann', { univId: `U-${at}` })));
    const { body } = await upload(
      `${header}\n${row('Ann')}\n${row('Sam')}\n${row('Ruth').replace(`ruth@${at}`, admin.email)}\n${row('Bob', { univId: `U-${at}` })}\n`,
    );
    expect(body.details).toEqual(
      [
        [2, 'Email Address', `ann@${at}`, 'A teacher has this email already'],
        [3, 'Email Address', student.email, 'A student has this email already'],
        [4, 'Email Address', admin.email, 'An administrator has this email already'],
        [5, 'University ID', `U-${at}`, 'Someone else has this University ID already'],
      ].map(([at_, column, value, reason]) => ({ row: at_, column, value, reason })),
    );
  });

  test('are left alone with existing=skip', async () => {
    await upload(file(row('Ann')));
    const again = file(row('Ann', { department: 'Law' }), row('Bob'));
    expect(await preview(again, '&existing=skip')).toMatchObject({ create: 1, skip: 1, update: 0 });
    expect((await upload(again, '?existing=skip')).body).toBe(1);
    expect((await profile(`ann@${at}`))['department']).toBe('Physics');
    expect((await upload(again, '?existing=skip')).body).toBe(0);
  });

  test('are changed with existing=update after the differences were shown, and the history says by whom', async () => {
    await upload(file(row('Ann'), row('Bob')));
    const again = file(row('Ann', { department: 'Law' }), row('Bob'));
    const report = await preview(again, '&existing=update');
    expect(report).toMatchObject({ create: 0, update: 1, skip: 0, unchanged: 1 });
    expect(report.changes).toEqual([
      { row: 2, email: `ann@${at}`, field: 'department', from: 'Physics', to: 'Law' },
    ]);
    expect((await profile(`ann@${at}`))['department']).toBe('Physics');
    const before = await profile(`ann@${at}`);
    expect((await upload(again, '?existing=update')).body).toBe(1);
    expect(await profile(`ann@${at}`)).toEqual({ ...before, department: 'Law' });
    expect(await invited()).toHaveLength(2);
    const { body: history } = await asAdmin.get(`/api/people/${String(before['id'])}/history`);
    expect(JSON.stringify(history)).toContain(admin.name);
    expect((await upload(again, '?existing=update')).body).toBe(0);
  });
});

test('the template is a file that can be filled in and uploaded', async () => {
  const { body, headers } = await asAdmin.get<string>(`${path}/template`);
  expect(headers['content-disposition']).toBe('attachment; filename="faculty.csv"');
  expect(body).toBe(`\uFEFF${header}\r\n`);
  expect(await preview(`${body}${row('Ann')}\r\n`)).toMatchObject({ create: 1 });
});
