import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { askForAssignment, handIn, makeAssignment, textFile } from '../../testing/assignments.ts';
import { inTurn } from '../../testing/locks.ts';
import type { Person } from '../../testing/make.ts';
import { testCampus, type TestCampus } from '../../testing/test-campus.ts';
import { sendForm } from '../../testing/upload.ts';

const gigabyte = 1024 ** 3;
let campus: TestCampus;
let admin: Person;
let teacher: Person;
let ada: Person;
let ben: Person;
let subject: string;
let taught: { readonly term_id: string; readonly teacher_id: string };

beforeAll(async () => {
  campus = await testCampus();
  const { make } = campus;
  admin = await make.admin();
  teacher = await make.teacher();
  ada = await make.student();
  ben = await make.student();
  taught = { term_id: (await make.term()).id, teacher_id: teacher.id };
  ({ id: subject } = await make.subject(taught, [ada, ben]));
});
afterAll(() => campus.close());

const tallies = async (of: 'file_tallies' | 'file_tallies_now') =>
  (
    await campus.database.pool.query(
      `select quota, owner_id, bytes from ${of} order by quota, owner_id`,
    )
  ).rows;
/** Leaves only so much of a quota, as if others had used the rest. */
const leave = async (quota: 'person' | 'assignment' | 'campus', owner: string, left: number) => {
  const limit = { person: 5, assignment: 100, campus: 1000 }[quota] * gigabyte;
  await campus.database.pool.query(
    `insert into file_tallies values ($1, $2, $3)
     on conflict (quota, owner_id) do update set bytes = excluded.bytes`,
    [quota, owner, limit - left],
  );
};
const storage = async (by: Person, id?: string) =>
  (await campus.as(by).get(`/api/assignments/storage${id ? `?assignmentId=${id}` : ''}`)).body;
const attach = (by: Person, id: string, name: string) =>
  sendForm(campus.as(by), `/api/assignments/${id}/files`, [textFile(name)]);

test('texts and files count towards quotas as they are stored: kept ones once, and identical and removed ones too', async () => {
  const { id } = await makeAssignment(campus, teacher, subject, {}, [textFile('sheet.txt')]);
  const { body } = await attach(teacher, id, 'more.txt');
  const path = `/api/assignments/${id}/files/${body.attachments[0].id}`;
  await campus.as(teacher).send({ method: 'DELETE', path });
  const first = await handIn(campus, ada, id, [textFile('one.txt'), textFile('two.txt')]);
  await handIn(campus, ada, id, [
    { field: 'text', content: 'Grüße' },
    { field: 'keep', content: first.body.versions[0].files[0].id },
  ]);
  await handIn(campus, ben, id, [textFile('one.txt')]);
  const file = 'My work'.length;
  const used = 5 * file + Buffer.byteLength('Grüße');
  expect((await storage(teacher, id)).assignment).toEqual({ used, limit: 100 * gigabyte });
  expect((await storage(ada)).left).toBe(5 * gigabyte - 2 * file - Buffer.byteLength('Grüße'));
  expect(await tallies('file_tallies')).toEqual(await tallies('file_tallies_now'));
});

test('students hand in while another one is being erased', async () => {
  const { make } = campus;
  const gone = await make.student();
  const theirs = await makeAssignment(campus, teacher, (await make.subject(taught, [gone])).id);
  const ours = await makeAssignment(campus, teacher, subject);
  expect((await handIn(campus, gone, theirs.id, [textFile('one.txt')])).status).toBe(201);
  const office = campus.as(admin);
  await office.post(`/api/people/${gone.id}/deactivate`);
  const before = await tallies('file_tallies');
  const done: [string, number][] = [];
  const doing = (what: string, request: Promise<{ status: number }>) =>
    request.then(({ status }) => done.push([what, status]));
  await inTurn(
    campus.database,
    ['lock table hand_in_marks in share mode', []],
    [
      () => doing('erased', office.post(`/api/people/${gone.id}/erasure`, { email: gone.email })),
      () => doing('handed in', handIn(campus, ada, ours.id)),
    ],
    'rollback',
  );
  expect(done).toEqual([
    ['handed in', 201],
    ['erased', 204],
  ]);
  const size = 'My answer'.length;
  const [campusBefore, campusNow] = [before, await tallies('file_tallies')].map((rows) =>
    Number(rows.find(({ quota }) => quota === 'campus')?.bytes),
  );
  expect(campusNow! - campusBefore!).toBe(size - 'My work'.length);
});

test('a file of an assignment that is sent again, because no answer came, is there and counted once', async () => {
  const { id } = await makeAssignment(campus, teacher, subject);
  expect((await attach(teacher, id, 'sheet.txt')).status).toBe(201);
  const [once, { assignment }] = [await tallies('file_tallies'), await storage(teacher, id)];
  const again = await attach(teacher, id, 'sheet.txt');
  expect([again.status, again.body.attachments.length]).toEqual([201, 1]);
  expect(await tallies('file_tallies')).toEqual(once);
  const both = [textFile('sheet.txt'), textFile('other.txt')];
  const path = `/api/assignments/${id}/files`;
  expect((await sendForm(campus.as(teacher), path, both)).body.attachments).toHaveLength(2);
  expect((await storage(teacher, id)).assignment.used).toBe(assignment.used * 2);
  // One with the same name and other content is another file.
  const changed = { ...textFile('sheet.txt'), content: 'Changed' };
  const added = await sendForm(campus.as(teacher), path, [changed]);
  expect(added.body.attachments).toHaveLength(3);
});

test('everybody is told the quotas that concern them', async () => {
  const { id } = await makeAssignment(campus, teacher, subject);
  const space = { used: expect.any(Number), limit: expect.any(Number) };
  const left = expect.any(Number);
  expect(await storage(ada, id)).toEqual({ left, assignment: null, campus: null });
  expect(await storage(teacher, id)).toEqual({ left, assignment: space, campus: null });
  expect(await storage(admin, id)).toEqual({ left, assignment: space, campus: space });
  expect(await storage(admin)).toEqual({ left, assignment: null, campus: space });
  const other = await campus.make.student();
  const asked = (by: Person, of: string) =>
    campus.as(by).get(`/api/assignments/storage?assignmentId=${of}`);
  expect((await asked(other, id)).status).toBe(403);
  expect((await asked(await campus.make.teacher(), id)).status).toBe(403);
  expect((await asked(ada, 'x')).status).toBe(404);
});

describe('when a quota is used up', () => {
  let id: string;
  beforeEach(async () => {
    await campus.database.pool.query('delete from file_tallies');
    ({ id } = await makeAssignment(campus, teacher, subject));
  });
  const owners = { person: () => ada.id, assignment: () => id, campus: () => '0' } as const;

  test.each(['person', 'assignment', 'campus'] as const)(
    'of the %s, work that does not fit is refused and none of it is stored',
    async (quota) => {
      await leave(quota, owners[quota](), 10);
      expect((await storage(ada, id)).left).toBe(10);
      const before = await tallies('file_tallies');
      const refused = await handIn(campus, ada, id, [textFile('a.txt'), textFile('b.txt')]);
      const message =
        'This does not fit: 0.1 KB are left. Please choose smaller files, or ask the administrators of Campus for more.';
      expect(refused.status).toBe(413);
      expect(refused.body).toMatchObject({ message, details: [{ field: 'files', message }] });
      expect(await tallies('file_tallies')).toEqual(before);
      expect((await handIn(campus, ada, id, [textFile('a.txt')])).status).toBe(201);
      expect((await storage(ada, id)).left).toBe(3);
      const text = await handIn(campus, ada, id, [{ field: 'text', content: 'A long answer' }]);
      expect(text.status).toBe(413);
    },
  );

  test('files of an assignment are refused as well', async () => {
    await leave('person', teacher.id, 0);
    expect((await attach(teacher, id, 'more.txt')).status).toBe(413);
    const made = await askForAssignment(campus, teacher, subject, {}, [textFile('sheet.txt')]);
    expect(made.status).toBe(413);
  });

  test('only one of two students who hand in at once gets the remaining space', async () => {
    await leave('assignment', id, 10);
    const both = await Promise.all(
      [ada, ben].map((one) => handIn(campus, one, id, [textFile('a.txt')])),
    );
    expect(both.map(({ status }) => status)).toEqual(expect.arrayContaining([201, 413]));
    expect((await storage(teacher, id)).left).toBe(3);
  });

  test('a large form is refused before its files are read', async () => {
    await leave('person', ada.id, 10);
    const program = { ...textFile('tool.exe'), content: Buffer.alloc(100_000, 'MZ\0') };
    expect((await handIn(campus, ada, id, [program])).status).toBe(413);
  });

  test('administrators can raise it, within limits, and the history shows it', async () => {
    await leave('person', ada.id, 0);
    const set = (person: number) =>
      campus
        .as(admin)
        .patch('/api/settings', { fileQuotas: { person, assignment: 100, campus: 1000 } });
    expect((await set(0)).body.details).toMatchObject([{ field: 'fileQuotas.person' }]);
    expect((await set(6)).body.fileQuotas).toEqual({ person: 6, assignment: 100, campus: 1000 });
    expect((await storage(ada, id)).left).toBe(gigabyte);
    expect((await handIn(campus, ada, id, [textFile('a.txt')])).status).toBe(201);
    const [change] = (await campus.as(admin).get('/api/settings/history')).body;
    expect(change).toMatchObject({
      field: 'fileQuotas',
      before: '5 GB a person, 100 GB an assignment, 1000 GB in all',
      after: '6 GB a person, 100 GB an assignment, 1000 GB in all',
    });
    await set(5);
  });
});
