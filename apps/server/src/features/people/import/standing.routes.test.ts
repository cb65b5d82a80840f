import { addDays, type ImportReport } from '@campus/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countStatements, type StatementCounter } from '../../../testing/count-statements.ts';
import { type Inbox, openInbox } from '../../../testing/inbox.ts';
import { cellsOfCsv, cellsOfXlsx } from '../../../testing/read-table.ts';
import { type Caller, testCampus, type TestCampus } from '../../../testing/test-campus.ts';
import { sendForm } from '../../../testing/upload.ts';

/** A university, and the empty campus into which it moves. */
let full: TestCampus;
let empty: TestCampus;
let office: Caller;
let arrival: Caller;
let inbox: Inbox;
let term: { id: string };
let statements: StatementCounter;

beforeAll(async () => {
  [full, empty] = await Promise.all([testCampus(), testCampus({ withIdentity: true })]);
  statements = countStatements(empty.database.pool);
  inbox = await openInbox(empty);
  office = full.as(await full.make.admin());
  arrival = empty.as(await empty.make.admin({ came_in_at: new Date() }));
  term = await empty.make.term({ is_open: false });
});
afterAll(async () => {
  await inbox.close();
  await Promise.all([full.close(), empty.close()]);
});

const day = (offset: number) => addDays(full.today, offset);
const files = {
  students: ['/api/people/students/export', '/api/uploadStudentDetails'],
  teachers: ['/api/people/faculty/export', '/api/uploadFacultyDetails'],
} as const;
type Of = keyof typeof files;
const exported = async (of: Of, caller: Caller, format = 'csv'): Promise<Buffer> => {
  const { status, bytes } = await caller.get(`${files[of][0]}?show=all&format=${format}`);
  expect(status).toBe(200);
  return bytes;
};
const upload = (content: Buffer | string, query = 'invite=later', of: Of = 'students') =>
  sendForm(arrival, `${files[of][1]}?${query}`, [{ name: 'people.csv', content }]);
const preview = async (content: Buffer | string, query = ''): Promise<ImportReport> => {
  const { status, body } = await upload(content, `dryRun=true${query}`);
  expect(status).toBe(200);
  return body;
};
const problemsOf = async (content: string, query = '') =>
  (await preview(content, query)).problems.map(({ row, column, value, reason }) => [
    row,
    column,
    value,
    reason,
  ]);
const listed = async (show: string, search = ''): Promise<string[]> =>
  (await arrival.get(`/api/faculty/students/all?show=${show}&search=${search}`)).body.map(
    ({ name }: { name: string }) => name,
  );
const recordOf = async (email: string, caller = arrival) => {
  const { id } = (await caller.get(`/api/students/by-email/${email}`)).body;
  return (await caller.get(`/api/people/students/${id}`)).body;
};
/** An act on one student of the full campus. */
const act = async (id: string, action: object): Promise<void> => {
  const path = '/api/people/students/batches';
  const { body } = await office.post(path, { students: [id], action });
  expect(await office.post(`${path}/${body.id}/apply`)).toMatchObject({ status: 200 });
};

const acts = (): Readonly<Record<string, readonly object[]>> => ({
  Active: [],
  Away: [{ kind: 'leave', from: day(-9), until: day(20), reason: 'Exchange, "a term"' }],
  AwayForLong: [{ kind: 'leave', from: day(3), reason: 'Health' }],
  Graduate: [{ kind: 'graduate', on: day(-400) }],
  LeavesToday: [{ kind: 'withdraw', on: day(0) }],
  Leaves: [{ kind: 'withdraw', on: day(30) }],
  Repeater: [{ kind: 'repeat' }],
  WillGraduate: [{ kind: 'graduate', on: day(1) }],
  Withdrawn: [{ kind: 'repeat' }, { kind: 'withdraw', on: day(-40) }],
});

test('people who have left, or will leave, and those on leave are exported, moved in and exported again as they are', async () => {
  for (const [name, done] of Object.entries(acts())) {
    const { id } = await full.make.student(
      { name, email: `${name}@x.edu`.toLowerCase() },
      { semester: 2 },
    );
    for (const one of done) await act(id, one);
  }
  const barred = await full.make.student({ name: 'Barred', email: 'barred@x.edu' });
  const barredEarly = await full.make.student({ name: 'BarredLeaver', email: 'early@x.edu' });
  await act(barredEarly.id, { kind: 'withdraw', on: day(9) });
  const erased = await full.make.student({ name: 'Zed', email: 'zed@x.edu' });
  await act(erased.id, { kind: 'leave', from: day(-90), until: day(-80), reason: 'Private' });
  for (const { id } of [barred, barredEarly, erased])
    expect((await office.post(`/api/people/${id}/deactivate`)).status).toBe(200);
  const erasure = await office.post(`/api/people/${erased.id}/erasure`, { email: erased.email });
  expect(erasure.status).toBe(204);

  const students = await exported('students', office);
  const [heads, ...rows] = cellsOfCsv(students);
  const at = heads?.indexOf('Status') ?? -1;
  expect(heads?.slice(at)).toEqual([
    'Status',
    'Last Day',
    'On Leave From',
    'On Leave Until',
    'Reason of the Leave',
    'Repeats the Semester',
  ]);
  expect(rows.map((cells) => [cells[0]?.split(' ')[0], ...cells.slice(at)])).toEqual([
    ['Active', 'Active', '', '', '', '', 'No'],
    ['Away', 'Active', '', day(-9), day(20), 'Exchange, "a term"', 'No'],
    ['AwayForLong', 'Active', '', day(3), '', 'Health', 'No'],
    ['Barred', 'Deactivated', '', '', '', '', 'No'],
    ['BarredLeaver', 'Deactivated', day(9), '', '', '', 'No'],
    ['Graduate', 'Graduated', day(-400), '', '', '', 'No'],
    ['Leaves', 'Withdrawn', day(30), '', '', '', 'No'],
    ['LeavesToday', 'Withdrawn', day(0), '', '', '', 'No'],
    ['Repeater', 'Active', '', '', '', '', 'Yes'],
    ['WillGraduate', 'Graduated', day(1), '', '', '', 'No'],
    ['Withdrawn', 'Withdrawn', day(-40), '', '', '', 'Yes'],
  ]);
  expect(cellsOfXlsx(await exported('students', office, 'xlsx'))).toEqual(cellsOfCsv(students));

  expect(await preview(students)).toMatchObject({
    rows: 11,
    create: 11,
    invited: 6,
    problemRows: 0,
    unknownColumns: [],
    preview: expect.arrayContaining([
      expect.objectContaining({ name: 'Graduate', status: 'Graduated', lastDay: day(-400) }),
    ]),
  });
  expect((await upload(students)).body).toBe(11);
  expect(cellsOfCsv(await exported('students', arrival))).toEqual(cellsOfCsv(students));
  expect(await preview(students, '&existing=update')).toMatchObject({ unchanged: 11 });
  for (const name of Object.keys(acts())) {
    const {
      id: _id,
      added: _added,
      version: _version,
      univId: _univId,
      ...record
    } = await recordOf(`${name}@x.edu`.toLowerCase());
    expect(await recordOf(record.email, office)).toMatchObject(record);
  }
  expect(await listed('withdrawn')).toEqual(['BarredLeaver', 'LeavesToday', 'Withdrawn']);
  expect(await listed('graduated')).toEqual(['Graduate']);
});

test('teachers who have left are moved in as such', async () => {
  for (const [name, active] of [
    ['Dana', true],
    ['Eve', false],
  ] as const)
    await full.make.teacher({
      name,
      active,
      dob: day(-12_000),
      gender: 'Female',
      contact_no: '5550100',
      contact_phone: '555 0100',
      address: 'Hill 1',
    });
  const teachers = await exported('teachers', office);
  expect(cellsOfCsv(teachers).map((cells) => [cells[0], cells.at(-1)])).toEqual([
    ['Full Name', 'Status'],
    ['Dana', 'Active'],
    ['Eve', 'Deactivated'],
  ]);
  expect((await upload(teachers, 'invite=now', 'teachers')).body).toBe(2);
  expect(cellsOfCsv(await exported('teachers', arrival))).toEqual(cellsOfCsv(teachers));
  const { body } = await arrival.get('/api/faculty/all?show=never_invited');
  expect(body).toEqual([]);
  expect(await arrival.get('/api/faculty/all')).toMatchObject({ body: [{ name: 'Dana' }] });
  const again = Buffer.from(teachers.toString().replaceAll('Deactivated', 'Active'));
  expect((await upload(again, 'dryRun=true&existing=update', 'teachers')).body.problems).toEqual([
    {
      row: 3,
      column: 'Status',
      value: 'Active',
      reason:
        'In Campus this is Deactivated. A file does not change it: deactivate or reactivate the account on the teacher’s page',
    },
  ]);
});

const optics = (lines: readonly string[]): string =>
  ['Name,Email,Course,Status,Last day', ...lines].join('\n');

test('graduates who move in are enrolled in nothing, now or when a term opens, get no mail and cannot sign in', async () => {
  const teacher = await empty.make.teacher();
  const audience = { teacher_id: teacher.id, audience_course: 'Optics' };
  const subject = await empty.make.subject({ ...audience, term_id: term.id });
  const enrolled = async () =>
    (await arrival.get(`/api/subjects/${subject.id}/enrolments`)).body.map(
      ({ studentName }: { studentName: string }) => studentName,
    );
  const file = optics([
    'Ann Here,ann@optics.edu,Optics,,',
    `Bo Leaver,bo@optics.edu,Optics,withdrawn,${day(60)}`,
    `Cy Gone,cy@optics.edu,Optics,LEFT,${day(-1)}`,
    `Di Alumna,di@optics.edu,Optics,Alumna,${day(-700)}`,
    'Ed Barred,ed@optics.edu,Optics,Deactivated,',
  ]);
  expect(await preview(file)).toMatchObject({ create: 5, invited: 2 });
  expect((await upload(file, 'invite=now')).body).toBe(5);
  expect(await listed('active', 'optics')).toEqual(['Ann Here', 'Bo Leaver']);
  expect(await inbox.mailsTo('ann@optics.edu')).toHaveLength(1);
  const answerTo = async (email: string) =>
    empty.as(await recordOf(email)).get(`/api/students/by-email/${email}`);
  for (const email of ['cy@optics.edu', 'di@optics.edu', 'ed@optics.edu']) {
    expect(await inbox.mailsTo(email)).toHaveLength(0);
    expect((await answerTo(email)).status).toBe(401);
  }

  expect(await arrival.post(`/api/terms/${term.id}/open`)).toMatchObject({ status: 200 });
  expect(await enrolled()).toEqual(['Ann Here', 'Bo Leaver']);
  const more = optics([
    `Flo Alumna,flo@optics.edu,Optics,Graduated,${day(-1)}`,
    'Gus Here,gus@optics.edu,Optics,Active,',
  ]);
  expect((await upload(more)).body).toBe(2);
  expect(await enrolled()).toEqual(['Ann Here', 'Bo Leaver', 'Gus Here']);
  expect((await answerTo('gus@optics.edu')).status).toBe(200);
});

test('values that no student can have are named with what is missing', async () => {
  const heads =
    'Name,Email,Status,Last Day,Leave From,Leave Until,Leave Reason,Repeats the semester';
  expect(
    await problemsOf(
      [
        heads,
        `Ann,ann@bad.edu,Expelled,${day(-1)},,,,`,
        'Bo,bo@bad.edu,Graduated,,,,,',
        `Cy,cy@bad.edu,,${day(-1)},,,,`,
        `Di,di@bad.edu,Active,${day(9)},,,,maybe`,
        `Ed,ed@bad.edu,,,,${day(9)},,`,
        `Flo,flo@bad.edu,,,${day(9)},${day(8)},,`,
        `Gus,gus@bad.edu,Withdrawn,yesterday,,,,`,
        `Hal,hal@bad.edu,,,,,,no`,
      ].join('\n'),
    ),
  ).toEqual([
    [2, 'Status', 'Expelled', 'Status must be one of Active, Withdrawn, Graduated, Deactivated'],
    [
      3,
      'Status',
      'Graduated',
      'Whoever is Withdrawn or Graduated needs a Last Day, past or planned',
    ],
    [4, 'Last Day', day(-1), 'Whoever has a Last Day needs the Status Withdrawn or Graduated'],
    [5, 'Repeats the semester', 'maybe', 'Repeats the Semester must be one of Yes, No'],
    [6, 'Leave From', null, 'A leave needs its first day'],
    [7, 'Leave Until', day(8), 'The last day away is before the first'],
    [7, 'Leave Reason', null, 'A leave needs a reason'],
    [8, 'Last Day', 'yesterday', 'Last Day must be a day that exists, written YYYY-MM-DD'],
  ]);
  expect(await problemsOf(`Name,Email,Status\nBo,bo@bad.edu,Withdrawn\n`)).toMatchObject([
    [
      2,
      'Status',
      'Withdrawn',
      'Whoever is Withdrawn or Graduated needs a Last Day, past or planned',
    ],
  ]);
  expect(await problemsOf(`Name,Email,Last Day\nBo,bo@bad.edu,${day(0)}\n`)).toMatchObject([
    [2, 'Last Day', day(0), 'Whoever has a Last Day needs the Status Withdrawn or Graduated'],
  ]);
});

test('a file that says on which day somebody withdrew, and on which they graduated, is read without them', async () => {
  const file = `Name,Email,Withdrawn On,Graduated On\nAnn,ann@both.edu,,2019-06-30\n`;
  expect(await preview(file)).toMatchObject({
    create: 1,
    problemRows: 0,
    unknownColumns: ['Withdrawn On', 'Graduated On'],
  });
  const chosen = file.replace('Ann,', 'Ann Alumna,').replace('On\n', 'On,Status\n');
  expect(
    await preview(chosen.replace('30\n', '30,Graduated\n'), '&columns=4.lastDay'),
  ).toMatchObject({
    problemRows: 0,
    preview: [{ name: 'Ann Alumna', status: 'Graduated', lastDay: '2019-06-30' }],
  });
});

test('of students who exist nothing of this changes: a row that differs names the act', async () => {
  const file = (status: string, lastDay = '') =>
    `Name,Email,Status,Last Day,Repeats\nNew,new@known.edu,,,\nIvy,ivy@known.edu,${status},${lastDay},no\n`;
  expect((await upload('Name,Email\nIvy,ivy@known.edu\n')).body).toBe(1);
  const leaving =
    'A file does not change it: use “Withdraw”, “Graduate”, “Readmit” or the account, in Student Records';
  expect(await problemsOf(file('Graduated', day(-1)), '&existing=update')).toEqual([
    [3, 'Status', 'Graduated', `In Campus this is Active. ${leaving}`],
    [3, 'Last Day', day(-1), `In Campus this is blank. ${leaving}`],
  ]);
  // Why somebody is on leave is told to nobody who only guesses.
  const ivy = (await arrival.get('/api/students/by-email/ivy@known.edu')).body;
  const leave = { kind: 'leave', from: day(2), reason: 'Health' };
  const { body: batch } = await arrival.post('/api/people/students/batches', {
    students: [ivy.id],
    action: leave,
  });
  await arrival.post(`/api/people/students/batches/${batch.id}/apply`);
  const guess = `Email,On Leave From,Reason of the Leave\nivy@known.edu,${day(2)},x\n`;
  expect(await problemsOf(guess, '&existing=update')).toEqual([
    [
      2,
      'Reason of the Leave',
      'x',
      'In Campus this differs. A file does not change it: use “Leave of absence” or “Return from leave” in Student Records',
    ],
  ]);
  expect((await arrival.post(`/api/people/students/batches/${batch.id}/undo`)).status).toBe(200);
  for (const status of ['Active', ''])
    expect(await preview(file(status), '&existing=update')).toMatchObject({
      create: 1,
      unchanged: 1,
      problemRows: 0,
    });
  expect(await preview(file('Graduated', day(-1)), '&existing=skip')).toMatchObject({
    create: 1,
    skip: 1,
    problemRows: 0,
  });
  expect(await problemsOf(file('Graduated', day(-1)))).toMatchObject([
    [3, 'Email', 'ivy@known.edu', 'A student has this email already'],
  ]);

  const { id } = await recordOf('ivy@known.edu');
  await arrival.post(`/api/people/students/${id}/withdraw`, { on: day(-1) });
  expect(await problemsOf(file('Active'), '&existing=update')).toEqual([
    [3, 'Status', 'Active', `In Campus this is Withdrawn. ${leaving}`],
  ]);
  expect((await upload(file('Withdrawn'), 'existing=update&invite=later')).body).toBe(1);
  expect(await recordOf('ivy@known.edu')).toMatchObject({ withdrawnOn: day(-1) });
});

test('an import of graduates is undone: nothing of them is left in lists or reports, and the file can come again', async () => {
  const path = '/api/people/students/batches';
  const file = optics([
    `Jo,jo@undone.edu,Law,Graduated,${day(-1)}`,
    `Kay,kay@undone.edu,Law,Graduated,${day(20)}`,
  ]);
  const graduates = async () =>
    (await arrival.get(`/api/reports/graduates?course=Law&termId=${term.id}`)).body.rows.map(
      (cells: unknown[]) => cells[1],
    );
  const undo = async () => {
    const [batch] = (await arrival.get(`${path}?limit=1`)).body;
    const { status, body } = await arrival.post(`${path}/${batch.id}/undo`);
    return [status, body.message];
  };
  expect((await upload(file, 'invite=now')).body).toBe(2);
  expect(await graduates()).toEqual(['Jo', 'Kay']);
  expect(await inbox.mailsTo('kay@undone.edu')).toHaveLength(1);
  expect(await undo()).toEqual([200, undefined]);
  expect(await graduates()).toEqual([]);
  // Her link finds her, so she stays, as somebody who did not finish.
  expect(await listed('all', 'undone')).toEqual(['Kay']);
  expect(await recordOf('kay@undone.edu')).toMatchObject({
    status: 'withdrawn',
    withdrawnOn: day(0),
    graduated: false,
  });

  const again = optics([`Jo,jo@undone.edu,Law,Graduated,${day(-1)}`]);
  expect((await upload(again)).body).toBe(1);
  expect(await graduates()).toEqual(['Jo']);
  const { id } = await recordOf('jo@undone.edu');
  await arrival.post(`/api/people/students/${id}/reinstate`, {});
  expect(await listed('active', 'undone')).toEqual(['Jo']);
  expect(await undo()).toEqual([409, expect.stringContaining('Jo')]);
});

test('who moves in as deactivated stays so when the planned last day is taken back, and the import can still be undone', async () => {
  const path = '/api/people/students/batches';
  const file = optics([
    `Lea Barred,lea@barred.edu,Optics,Deactivated,${day(9)}`,
    `Mo Gone,mo@barred.edu,Optics,Withdrawn,${day(-9)}`,
  ]);
  expect((await upload(file)).body).toBe(2);
  const lea = await recordOf('lea@barred.edu');
  expect((await arrival.get(`/api/people/${lea.id}/history`)).body).toMatchObject([
    { field: 'active', before: 'true', after: 'false', changedBy: expect.any(String) },
  ]);
  for (const email of ['lea@barred.edu', 'mo@barred.edu']) {
    const { id } = await recordOf(email);
    expect(await arrival.post(`/api/people/students/${id}/reinstate`, {})).toMatchObject({
      status: 200,
    });
  }
  expect(await listed('active', 'barred.edu')).toEqual(['Mo Gone']);
  expect((await upload(optics([`Nan,nan@barred.edu,Optics,Deactivated,`]))).body).toBe(1);
  const [last] = (await arrival.get(`${path}?limit=1`)).body;
  expect(await arrival.post(`${path}/${last.id}/undo`)).toMatchObject({ status: 200 });
  expect(await listed('all', 'nan@barred.edu')).toEqual([]);
});

test('a file of many last days needs no more statements than one of a few', async () => {
  const file = (of: string, many: number) =>
    optics(
      Array.from(
        { length: many },
        (_, at) => `${of} ${at},${of}${at}@many.edu,Art,Withdrawn,${day(at - 3)}`,
      ),
    );
  const few = await statements.during(() => upload(file('few', 4)));
  expect(await statements.during(() => upload(file('many', 40)))).toBe(few);
  expect(await listed('withdrawn', 'many')).toHaveLength(8);
});
