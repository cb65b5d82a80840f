import { addDays, handInLimits } from '@campus/contract';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { handIn, handInPath, makeAssignment, mark } from '../../testing/assignments.ts';
import type { Person } from '../../testing/make.ts';
import { picture } from '../../testing/picture.ts';
import { testCampus, type TestCampus } from '../../testing/test-campus.ts';
import { sendForm } from '../../testing/upload.ts';
import { parts } from './person-data.ts';

let campus: TestCampus;
let admin: Person;

beforeAll(async () => {
  campus = await testCampus();
  admin = await campus.make.admin();
});
afterAll(() => campus.close());

const textOf = async (person: Person, path: string): Promise<string> => {
  const answer = await campus.as(person).get(path);
  expect(answer.status).toBe(200);
  return Object.values(unzipSync(answer.bytes))
    .map((bytes) => Buffer.from(bytes).toString())
    .join('\n');
};

test('nobody reads about a planned term in their own data', async () => {
  const { make } = campus;
  const [teacher, helper, student] = [
    await make.teacher(),
    await make.teacher(),
    await make.student(),
  ];
  const [open, planned] = [await make.term(), await make.term({ is_open: false })];
  const teaching = { teacher_id: teacher.id };
  await make.subject({ ...teaching, term_id: open.id, name: 'Algebra' }, [student]);
  const { id } = await make.subject({ ...teaching, term_id: planned.id, name: 'Secret Topology' }, [
    student,
  ]);
  const { endsOn } = (await campus.as(admin).get('/api/terms')).body.find(
    (one: { id: string }) => one.id === planned.id,
  );
  const helping = { email: helper.email, kind: 'co_teacher', fromOn: addDays(endsOn, -9) };
  const added = await campus.as(admin).post(`/api/subjects/${id}/helpers`, helping);
  expect(added.status).toBe(201);

  for (const person of [teacher, helper, student]) {
    expect(await textOf(person, '/api/own-data')).not.toContain('Secret Topology');
    expect(await textOf(admin, `/api/people/${person.id}/data`)).toContain('Secret Topology');
  }
  for (const person of [teacher, student])
    expect(await textOf(person, '/api/own-data')).toContain('Algebra');
});

test('students have what they did: their sign-ins, picture and renewals; nothing else is done by students', async () => {
  const { make, database } = campus;
  const student = await make.student({ univ_id: 'S-DOES' });
  const [office, themselves] = [campus.as(admin), campus.as(student)];
  const { body: book } = await office.post('/api/library/books', {
    title: 'Sula',
    author: 'T. M.',
  });
  const lending = { item: `${book.id}-1`, univId: 'S-DOES', dueOn: campus.today };
  const { body: loan } = await office.post('/api/library/loans', lending);
  expect((await themselves.post(`/api/library/loans/${loan.id}/renew`)).status).toBe(200);
  const image = { name: 'me.png', type: 'image/png', content: await picture('png') };
  const sent = await sendForm(themselves, '/api/students/upload-image', [
    { field: 'email', content: student.email },
    { field: 'image', ...image },
  ]);
  expect(sent.status).toBe(200);
  for (const answer of [
    await themselves.get('/api/own-data'),
    await office.get(`/api/people/${student.id}/data`),
  ]) {
    const files = Object.keys(unzipSync(answer.bytes));
    expect(files.filter((file) => file.startsWith('Done by the person/')).toSorted()).toEqual([
      'Done by the person/Changes of loans.json',
      'Done by the person/Changes of the record.json',
      'Done by the person/Picture.json',
      'Done by the person/Trail.json',
    ]);
  }
  for (const { table, source, where } of parts.filter(({ ofStaff }) => ofStaff)) {
    const done = await database.pool.query(
      `with asked (who, emails) as (select id, array[email] from people where role = 'student')
       select from ${source} stored, asked where ${where}`,
    );
    expect([table, done.rowCount]).toEqual([table, 0]);
  }
});

test('what there is about a person is counted however long it takes, for an export and before an erasure', async () => {
  const own = await testCampus();
  const [office, student] = [own.as(await own.make.admin()), await own.make.student()];
  // In the place of one of the tables, notes how long counting its rows may take.
  await own.database.asOwner(
    `create table noted (most text); grant insert on noted to public;
     create function noting() returns boolean language sql
     as $$insert into noted select current_setting('statement_timeout') returning true$$;
     create or replace view attendance_tallies as
     select id as subject_id, id as student_id, 1 as classes, 1 as present, current_date as first_on, current_date as last_on
     from people where noting()`,
  );
  for (const ask of [
    () => own.as(student).get('/api/own-data'),
    () => office.get(`/api/people/${student.id}/data`),
    () => office.get(`/api/people/${student.id}/erasure`),
  ]) {
    await own.database.asOwner('truncate noted');
    expect((await ask()).status).toBe(200);
    const { rows } = await own.database.asOwner('select distinct most from noted');
    expect(rows).toEqual([{ most: '15min' }]);
  }
  await own.close();
});

test('students read the marks of their work as they were returned, and no draft of them', async () => {
  const { make } = campus;
  const [teacher, student] = [await make.teacher(), await make.student()];
  const { rows } = await campus.database.pool.query('select id from terms where is_open');
  const of = { term_id: rows[0].id, teacher_id: teacher.id };
  const subject = await make.subject(of, [student]);
  const { id } = await makeAssignment(campus, teacher, subject.id);
  await handIn(campus, student, id);
  const say = async (marks: number, comment: string) =>
    expect(
      (await mark(campus, teacher, [id, student], { version: 1, marks, comment })).status,
    ).toBe(200);
  const then = async (act: 'return' | 'reopen') =>
    expect((await campus.as(teacher).post(`${handInPath(id, student)}/${act}`)).status).toBe(200);
  const reads = async (shown: readonly string[], drafts: readonly string[]) => {
    const own = await textOf(student, '/api/own-data');
    expect(drafts.filter((draft) => own.includes(draft))).toEqual([]);
    const all = await textOf(admin, `/api/people/${student.id}/data`);
    for (const text of shown) expect(own).toContain(text);
    for (const text of [...shown, ...drafts]) expect(all).toContain(text);
  };
  await say(3, 'Copied from a friend?');
  await say(12, 'Well explained');
  await then('return');
  await say(13, 'One mark more');
  await reads(['Well explained', 'One mark more'], ['Copied from a friend?']);
  await then('reopen');
  await say(2, 'Worse than before');
  await reads(['One mark more'], ['Copied from a friend?', 'Worse than before']);
});

test('a person of whom there is more than a value of the database holds can have all of it', async () => {
  const { make } = campus;
  const [teacher, student] = [await make.teacher(), await make.student()];
  const { rows } = await campus.database.pool.query('select id from terms where is_open');
  const subject = await make.subject({ term_id: rows[0].id, teacher_id: teacher.id }, [student]);
  const { id } = await makeAssignment(campus, teacher, subject.id);
  const most = 2 ** 28;
  const versions = Math.ceil(most / handInLimits.text);
  await campus.database.query(
    `insert into hand_ins (assignment_id, student_id, version, body, late, handed_in_at)
     select $1, $2, n, repeat('x', $3), false, now() from generate_series(1, $4::int) n`,
    [id, student.id, handInLimits.text, versions],
  );
  const answer = await campus.as(student).get('/api/own-data');
  expect(answer.status).toBe(200);
  const files = unzipSync(answer.bytes);
  const handIns = Buffer.from(files['About the person/Hand-ins.json'] ?? []);
  expect(handIns.length).toBeGreaterThan(most);
  expect(handIns.subarray(-3).toString()).toBe('}\n]');
});
