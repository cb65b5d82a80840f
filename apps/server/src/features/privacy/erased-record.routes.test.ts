import { addDays } from '@campus/contract';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '../../testing/make.ts';
import { moveInFiles } from '../../testing/move-in-files.ts';
import { picture } from '../../testing/picture.ts';
import { testCampus, type TestCampus } from '../../testing/test-campus.ts';
import { sendForm } from '../../testing/upload.ts';

const now = new Date('2026-03-11T14:00:00Z');
let campus: TestCampus;
let admin: Person;
let term: { readonly id: string };

beforeAll(async () => {
  campus = await testCampus({ now });
  admin = await campus.make.admin();
  term = await campus.make.term();
});
afterAll(() => campus.close());

/** Erases a person and returns the e-mail that the record has from then on. */
const erased = async ({ id, email }: Person): Promise<string> => {
  const office = campus.as(admin);
  await office.post(`/api/people/${id}/deactivate`);
  expect((await office.post(`/api/people/${id}/erasure`, { email })).status).toBe(204);
  return (await office.get(`/api/people/${id}/account`)).body.email;
};

const refused = {
  status: 409,
  body: { message: 'Who this was has been erased. The record stays as it is.' },
};

test.each(['students', 'faculty'] as const)(
  'a picture is refused for an erased person, whom nobody could rid of it: %s',
  async (area) => {
    const { student, teacher } = campus.make;
    const email = await erased(await (area === 'students' ? student() : teacher()));
    const upload = await sendForm(campus.as(admin), `/api/${area}/upload-image`, [
      { field: 'email', content: email },
      { field: 'image', name: 'me.png', type: 'image/png', content: await picture('png') },
    ]);
    expect(upload).toMatchObject(refused);
  },
);

test('class information is refused for an erased teacher', async () => {
  const email = await erased(await campus.make.teacher());
  const upload = await sendForm(campus.as(admin), `/api/class-info/faculty/${email}`, [
    { name: 'x.pdf', type: 'application/pdf', content: '%PDF-1.7 x' },
  ]);
  expect(upload).toMatchObject(refused);
});

test('the trail forgets who was erased, and nothing of others whose e-mail contains theirs', async () => {
  const { make } = campus;
  const [ann, joann, zoe] = [
    await make.teacher({ email: 'ann@example.edu' }),
    await make.teacher({ email: 'joann@example.edu' }),
    await make.teacher(),
  ];
  const { id } = await make.subject({ term_id: term.id, teacher_id: ann.id });
  for (const { email } of [zoe, joann]) {
    const changed = await campus.as(admin).patch(`/api/subjects/${id}`, { emailId: email });
    expect(changed.status).toBe(200);
  }
  await erased(ann);
  const { body } = await campus.as(admin).get('/api/trail?kind=subject_changed');
  expect(body.map(({ changes }: { changes: unknown }) => changes)).toEqual([
    [{ field: 'emailId', before: zoe.email, after: joann.email }],
    [],
  ]);
});

test('an e-mail that somebody else has by now is theirs: their mails and history stay, and are in no other export', async () => {
  const { make, database } = campus;
  const [former, next, zoe] = [
    await make.teacher({ email: 'head@example.edu' }),
    await make.teacher(),
    await make.teacher(),
  ];
  const office = campus.as(admin);
  const move = async ({ id }: { id: string }, email: string) =>
    expect((await office.patch(`/api/people/faculty/${id}`, { email })).status).toBe(200);
  await move(former, 'before@example.edu');
  await move(next, 'head@example.edu');
  const { id } = await make.subject({ term_id: term.id, teacher_id: zoe.id });
  await office.patch(`/api/subjects/${id}`, { emailId: 'head@example.edu' });
  await database
    .insertInto('account_outbox')
    .values({ kind: 'password_reset', email: 'head@example.edu' })
    .execute();
  const { bytes } = await office.get(`/api/people/${former.id}/data`);
  const exported = Object.values(unzipSync(bytes)).map((file) => strFromU8(file));
  expect(exported.join('\n')).not.toContain('password_reset');
  await erased({ ...former, email: 'before@example.edu' });
  const { rows } = await database.pool.query(
    `select field, before, after from record_changes where subject_id = $1`,
    [id],
  );
  expect(rows).toEqual([{ field: 'emailId', before: zoe.email, after: 'head@example.edu' }]);
  const mails = await database.pool.query(
    `select kind from account_outbox where email = 'head@example.edu' and kind = 'password_reset'`,
  );
  expect(mails.rows).toHaveLength(1);
  const { body } = await office.get('/api/trail?kind=subject_changed');
  expect(body[0].changes).toEqual([
    { field: 'emailId', before: zoe.email, after: 'head@example.edu' },
  ]);
});

test('their own data has the ids by which another system knows their records; once they are erased nothing keeps them, nor are they in a file for another campus', async () => {
  const { make } = campus;
  const teacher = await make.teacher();
  const helper = await make.teacher({ email: 'former-helper@example.edu' });
  const student = await make.student({ email: 'former-student@example.edu' });
  await make.subject({ term_id: term.id, teacher_id: teacher.id, code: 'ID1' });
  const { stored } = moveInFiles(() => campus.as(admin));
  const who = 'former-student@example.edu,ID1';
  const id = 'former-student@example.edu in ID1';
  await stored('enrolments', `Email,Subject,id\n${who},${id}\n`);
  await stored(
    'helpers',
    'Teacher,Subject,id\nformer-helper@example.edu,ID1,former-helper in ID1\n',
  );
  await stored(
    'opening-balances',
    `Email,Subject,Classes,Present,Until,id\n${who},5,4,${addDays(campus.today, -9)},${id}\n`,
  );
  await stored(
    'past-results',
    `Email,Subject,Exam,Date,Marks,id\n${who},Final,${campus.today},4,${id}\n`,
  );
  await stored(
    'past-results',
    `Email,Subject,Exam,Date,Marks\n${who},Final,${campus.today},5\n`,
    '?confirm=1',
  );
  const hidden = 'Email,Subject,Exam,Date,Marks,Published,id';
  await stored(
    'past-results',
    `${hidden}\n${who},Draft,${campus.today},3,no,former-student and a draft\n`,
  );
  const parts = async (person: Person, path: string) => {
    const { bytes } = await campus.as(person).get(path);
    const files = unzipSync(bytes);
    return ['Source IDs', 'Records in files moved in'].map((name) =>
      JSON.parse(strFromU8(files[`About the person/${name}.json`]!)),
    );
  };
  const [ids, records] = await parts(admin, `/api/people/${student.id}/data`);
  const subject = expect.stringContaining('(ID1)');
  expect(ids.map((one: any) => `${one.kind}: ${one.foreign_id}`).toSorted()).toEqual([
    `enrolments: ${id}`,
    `opening-balances: ${id}`,
    'past-results: former-student and a draft',
    `past-results: ${id}`,
  ]);
  expect(records).toContainEqual(
    expect.objectContaining({
      kind: 'past-results',
      subject,
      before: { marks: '4' },
      after: { marks: '5' },
    }),
  );
  expect(records).toContainEqual(
    expect.objectContaining({ kind: 'enrolments', after: expect.objectContaining({ toOn: null }) }),
  );
  const own = await parts(student, '/api/own-data');
  expect(own[0]).toHaveLength(ids.length - 1);
  expect(own[1]).toHaveLength(records.length - 1);
  expect((await parts(admin, `/api/people/${helper.id}/data`))[0]).toEqual([
    { kind: 'helpers', subject, foreign_id: 'former-helper in ID1' },
  ]);
  for (const person of [student, helper]) await erased(person);
  for (const kind of ['enrolments', 'helpers', 'opening-balances', 'past-results']) {
    const { body } = await campus.as(admin).get(`/api/move-in/export?kind=${kind}`);
    expect([kind, body.includes('@erased.invalid'), body.includes('former-')]).toEqual([
      kind,
      false,
      false,
    ]);
  }
  const { rows } = await campus.database.pool.query(
    `select from foreign_ids where foreign_id like 'former-%'`,
  );
  expect(rows).toEqual([]);
});

test.each([
  ['students', 'uploadStudentDetails', () => campus.make.student()],
  ['faculty', 'uploadFacultyDetails', () => campus.make.teacher()],
])('a file of all %s can be uploaded again after one was erased', async (list, upload, make) => {
  await make();
  const email = await erased(await make());
  const office = campus.as(admin);
  const { body } = await office.get(`/api/people/${list}/export?show=all`);
  expect(body).not.toContain(email);
  const sent = await sendForm(office, `/api/${upload}?existing=update`, [
    { name: `${list}.csv`, content: body },
  ]);
  expect(sent).toMatchObject({ status: 200, body: 0 });
});

test('a student who was deactivated, not withdrawn, is on no roster from the next day on', async () => {
  const { make } = campus;
  const [teacher, ada] = [await make.teacher(), await make.student({ name: 'Ada' })];
  // Another last day, and the first one, are still to come for some.
  const [leaving, beginning] = [await make.student(), await make.student()];
  const { id } = await make.subject({ term_id: term.id, teacher_id: teacher.id }, [ada, leaving]);
  const office = campus.as(admin);
  const [on, fromOn] = [addDays(campus.today, 20), addDays(campus.today, 1)];
  expect((await office.post(`/api/people/students/${leaving.id}/withdraw`, { on })).status).toBe(
    200,
  );
  const enrolments = `/api/subjects/${id}/enrolments`;
  const added = await office.post(enrolments, { studentEmail: beginning.email, fromOn });
  expect(added.status).toBe(201);
  for (const student of [ada, leaving, beginning]) await erased(student);
  expect((await office.get(enrolments)).body).toMatchObject([
    { toOn: campus.today },
    { toOn: campus.today },
  ]);
  now.setUTCDate(now.getUTCDate() + 1);
  const roster = `/api/attendance/subject/${id}/date/${campus.campus.today()}`;
  expect((await office.get(roster)).body).toEqual([]);
});

test('no entry about a subject is opened to erase a student, whom none can name', async () => {
  const student = await campus.make.student();
  // Who opens it fails: no test may follow that erases somebody of the staff.
  await campus.database.query(
    `insert into trail (kind, role, details) values ('subject_changed', 'admin', '{"changes": "of no known form"}')`,
  );
  await erased(student);
});
