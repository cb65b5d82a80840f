import { afterAll, beforeAll, expect, test } from 'vitest';
import { countStatements, type StatementCounter } from '../../../testing/count-statements.ts';
import { type Inbox, openInbox } from '../../../testing/inbox.ts';
import { type Caller, testCampus, type TestCampus } from '../../../testing/test-campus.ts';
import { sendForm } from '../../../testing/upload.ts';

let campus: TestCampus;
let inbox: Inbox;
let office: Caller;
let statements: StatementCounter;
let subject: { id: string };
let teacher: { email: string; id: string };

beforeAll(async () => {
  campus = await testCampus({ withIdentity: true });
  statements = countStatements(campus.database.pool);
  inbox = await openInbox(campus);
  office = campus.as(await campus.make.admin({ name: 'Ruth Adeyemi', came_in_at: new Date() }));
  const { id: term_id } = await campus.make.term();
  teacher = await campus.make.teacher();
  subject = await campus.make.subject({
    term_id,
    teacher_id: teacher.id,
    audience_course: 'Physics',
  });
});
afterAll(async () => {
  await inbox.close();
  await campus.close();
});

const path = '/api/people/students/batches';
const file = (lines: readonly string[]) => [{ name: 'people.csv', content: lines.join('\r\n') }];
const heads = 'Name,Email,University ID,Roll Number,Course,Semester,Contact Number';
const rowOf = (name: string, course = 'Physics') =>
  `${name},${name}@example.edu,U-${name},R-${name},${course},1,+91 98450 ${name.length}2114`;
const upload = async (lines: readonly string[], query = '?invite=later', of = 'Student') => {
  const { status, body } = await sendForm(office, `/api/upload${of}Details${query}`, file(lines));
  expect({ status, body }).toMatchObject({ status: 200 });
  return body;
};
const students = (names: readonly string[], query?: string) =>
  upload([heads, ...names.map((name) => rowOf(name))], query);
const last = async (of = 'students') => (await office.get(`${path}?limit=1&of=${of}`)).body[0];
const undo = (batch: { id: string }) => office.post(`${path}/${batch.id}/undo`);
const undoLast = async (of?: string) => {
  const { status, body } = await undo(await last(of));
  return status === 200 ? '200' : `${status} ${body.message}`;
};
const find = async (search: string, show = 'all') =>
  (await office.get<any[]>(`/api/faculty/students/all?search=${search}&show=${show}`)).body;
const found = async (words: string) => (await office.get(`/api/search?search=${words}`)).body;
const recordOf = async (name: string) => {
  const [{ id }] = await find(`${name}@example.edu`);
  return (await office.get(`/api/people/students/${id}`)).body;
};
const roster = async (search: string) =>
  (await office.get(`/api/subjects/${subject.id}/enrolments?search=${search}`)).body;

test('people whom a file added are removed, and the right file can use the same e-mails, IDs and roll numbers', async () => {
  await students(['wrong1', 'wrong2', 'wrong3'], '');
  const batch = await last();
  expect(batch).toMatchObject({
    what: 'Imported 3 new students',
    changed: 3,
    madeBy: 'Ruth Adeyemi',
    note: 'Invitations are being sent: undone, whoever has got one stays, but withdrawn, since their link finds them.',
    canUndo: true,
  });
  const { id } = await recordOf('wrong1');
  expect(await roster('wrong')).toHaveLength(3);
  expect(await found('wrong1')).toHaveLength(1);

  const undone = await undo(batch);
  expect(undone).toMatchObject({ status: 200, body: { undoneBy: 'Ruth Adeyemi', canUndo: false } });
  expect([await find('wrong'), await roster('wrong')]).toEqual([[], []]);
  expect((await office.get(`/api/people/students/${id}`)).status).toBe(404);
  expect((await office.patch(`/api/people/students/${id}`, { name: 'X' })).status).toBe(404);
  expect((await office.post(`/api/people/${id}/reactivate`, {})).body.message).toBe(
    'The import that added this person was undone. Add them anew.',
  );
  expect(await found('wrong1')).toEqual([]);
  // No mail was sent.
  expect(await inbox.mailsTo('wrong1@example.edu')).toEqual([]);
  const [act] = (await office.get('/api/trail?limit=1')).body;
  expect(act).toMatchObject({ kind: 'import_undone', count: 3 });
  const history = (await office.get<any[]>(`/api/people/${id}/history`)).body;
  expect(new Map(history.map(({ field, before }) => [field, before]))).toEqual(
    new Map([
      ['removed', 'false'],
      ['active', 'true'],
      ['univId', 'U-wrong1'],
      ['email', 'wrong1@example.edu'],
      ['rollNo', 'R-wrong1'],
    ]),
  );
  expect(await undoLast()).toBe('409 This has been undone already.');

  expect(await students(['wrong1', 'wrong2'])).toBe(2);
  expect(await recordOf('wrong1')).toMatchObject({ univId: 'U-wrong1', rollNo: 'R-wrong1' });
  expect(await roster('wrong')).toHaveLength(2);
});

test('nothing shown before is done to people who were removed since', async () => {
  await students(['Vera']);
  const [{ id }] = await find('Vera@example.edu');
  const action = { kind: 'withdraw', on: '2099-01-01' };
  const { body } = await office.post(path, { students: [id], action });
  expect(await undoLast()).toBe('200');
  expect(await office.post(`${path}/${body.id}/apply`)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('Vera (was removed)') },
  });
});

test('people whom a file changed get their former values back, with a history', async () => {
  await students(['ann', 'ben']);
  const before = await recordOf('ann');
  const lines = [
    'Email,University ID,Roll Number,Course,Contact Number',
    'ann@example.edu,U-x,R-x,Law,0712 345 6789',
    'ben@example.edu,U-ben,R-ben,Physics,',
  ];
  await upload(lines, '?existing=update');
  expect(await last()).toMatchObject({ what: 'Imported 1 changed student' });
  expect(await recordOf('ann')).toMatchObject({ course: 'Law', contactPhone: '0712 345 6789' });
  expect(await undoLast()).toBe('200');
  expect(await recordOf('ann')).toMatchObject({ ...before, version: expect.any(Number) });
  const history = (await office.get(`/api/people/${before.id}/history`)).body;
  expect(history.find(({ field }: any) => field === 'course')).toMatchObject({
    before: 'Law',
    after: 'Physics',
  });

  // A file that adds one student and changes another.
  await upload(
    ['Name,Email,Course', 'Ann B,ann@example.edu,Law', 'cyd,cyd@example.edu,Law'],
    '?existing=update',
  );
  expect(await last()).toMatchObject({ what: 'Imported 1 new student and 1 changed student' });
  expect(await undoLast()).toBe('200');
  expect(await recordOf('ann')).toMatchObject({ name: 'ann', course: 'Physics' });
  expect(await find('cyd')).toEqual([]);
});

test('later changes prevent the undo as a whole, and are named', async () => {
  const names = ['marked', 'edited', 'enrolled', 'seen', 'free'];
  await students(names);
  const ids = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, (await recordOf(name)).id] as const)),
  );
  const mark = await campus.as(teacher as never).post('/api/attendance/bulk', {
    facultyEmail: teacher.email,
    subjectId: subject.id,
    date: campus.today,
    studentAttendances: [{ studentEmail: 'marked@example.edu', present: true }],
  });
  expect(mark.status).toBe(200);
  await office.patch(`/api/people/students/${ids['edited']}`, { course: 'Law' });
  const { body: enrolments } = await office.get(
    `/api/subjects/${subject.id}/enrolments?search=enrolled`,
  );
  await office.post(`/api/enrolments/${enrolments[0].id}/drop`, { lastDay: campus.today });
  await campus.database.query('update people set came_in_at = now() where id = $1', [ids['seen']]);
  expect(await undoLast()).toBe(
    '409 This cannot be undone: something was written since: edited (was changed), enrolled (was enrolled or dropped by hand or by a file), marked (has attendance marks) and 1 more. Nothing was changed.',
  );
  expect(await find('free')).toHaveLength(1);

  // Other fields of a changed student may be edited since; the imported ones may not.
  await upload(['Email,Course', 'free@example.edu,Law'], '?existing=update');
  await office.patch(`/api/people/students/${ids['free']}`, { semester: 4 });
  const batch = await last();
  await office.patch(`/api/people/students/${ids['free']}`, { course: 'Art' });
  expect(await undoLast()).toMatch(/: free \(has another Course\)\./);
  await upload(['Email,Roll Number', 'free@example.edu,R-new'], '?existing=update');
  await upload([heads, rowOf('other').replace('R-other', 'R-free')]);
  const [, taken] = (await office.get(`${path}?limit=2`)).body;
  expect((await undo(taken)).body.message).toMatch(
    /free \(somebody else has the former Roll Number\)/,
  );
  expect((await undo(batch)).status).toBe(409);
});

test('people whose invitation was sent are withdrawn, the others are removed', async () => {
  await students(['mailed'], '');
  expect(await inbox.mailsTo('mailed@example.edu')).toHaveLength(1);
  expect((await last()).note).toBe(
    '1 of them has been invited already: undone, they stay, but withdrawn, since their link finds them.',
  );
  const { id } = await recordOf('mailed');
  expect(await undoLast()).toBe('200');
  expect(await office.get(`/api/people/students/${id}`)).toMatchObject({
    status: 200,
    body: { status: 'withdrawn', withdrawnOn: campus.today, email: 'mailed@example.edu' },
  });
  expect(await roster('mailed')).toEqual([]);
  // One invitation is being sent at this very moment.
  await students(['claimed', 'waits'], '');
  await campus.database.query(
    `update account_outbox set claimed_until = now() + interval '1 minute' from people
     where people.id = person_id and name = 'claimed'`,
  );
  expect((await last()).note).toMatch(/^1 of them/);
  expect(await undoLast()).toBe('200');
  expect((await last()).note).toMatch(/^1 of them had been invited/);
  expect([await find('claimed'), await find('waits')]).toMatchObject([
    [{ status: 'withdrawn' }],
    [],
  ]);
});

test('an upload of teachers can be undone in its own list, unless one has a subject', async () => {
  const columns = 'Name,Email,Department,Contact Number,Gender,DOB,Address';
  const line = (name: string) =>
    `${name},${name}@example.edu,Physics,9845022114,Female,1980-01-01,Quad 1`;
  const all = async (): Promise<string[]> =>
    (await office.get<any[]>('/api/faculty/all?show=all')).body.map(({ name }) => name);
  await upload([columns, line('Meera'), line('Omar')], '?invite=later', 'Faculty');
  const batch = await last('faculty');
  expect(batch.what).toBe('Imported 2 new teachers');
  expect((await last()).id).not.toBe(batch.id);
  expect(await found('omar')).toHaveLength(1);
  const { rows } = await campus.database.pool.query(
    `update subjects set teacher_id = (select id from people where name = 'Meera') where id = $1 returning id`,
    [subject.id],
  );
  expect(rows).toHaveLength(1);
  expect(await undoLast('faculty')).toMatch(
    /^409 .*: Meera \(has a subject\)\. Nothing was changed\.$/,
  );
  await campus.database.query('update subjects set teacher_id = $1', [teacher.id]);
  expect(await undoLast('faculty')).toBe('200');
  expect(await all()).not.toContain('Meera');
  expect(await found('omar')).toEqual([]);
  await upload([columns, line('Meera')], '', 'Faculty');
  await inbox.worker.workThrough();
  expect(await undoLast('faculty')).toBe('200');
  expect((await office.get<any[]>('/api/faculty/all?show=deactivated')).body).toMatchObject([
    { name: 'Meera' },
  ]);
});

test('the number of statements does not grow with the number of people', async () => {
  const many = async (mark: string, n: number) => {
    const names = Array.from({ length: n }, (_, at) => `${mark}${at}`);
    const updates = names.slice(0, n / 2).map((name) => `${name}@example.edu,Law`);
    await students(names);
    const stored = await last();
    await upload(['Email,Course', ...updates], '?existing=update');
    const changing = await statements.during(async () => expect(await undoLast()).toBe('200'));
    // The second import is undone already, so its changes do not prevent undoing the first.
    const adding = await statements.during(async () =>
      expect(await undo(stored)).toMatchObject({ status: 200 }),
    );
    return [changing, adding];
  };
  expect(await many('few', 2)).toEqual(await many('lot', 1000));
});
