import { addDays } from '@campus/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  handIn,
  handInPath,
  makeAssignment,
  mark,
  setDeadline,
} from '../../testing/assignments.ts';
import type { Person } from '../../testing/make.ts';
import { testCampus, type TestCampus } from '../../testing/test-campus.ts';

let campus: TestCampus;
let teacher: Person;
let ada: Person;
let ben: Person;
let subject: string;
let term: string;
let id: string;

const send = (person: Person, method: 'PUT' | 'DELETE', path: string, body?: object) =>
  campus.as(person).send({
    method,
    path,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });

beforeAll(async () => {
  campus = await testCampus();
  const { make } = campus;
  teacher = await make.teacher();
  ada = await make.student({ name: 'Ada Lovelace' }, { roll_no: 'CS-1' });
  ben = await make.student({ name: 'Ben Okri' }, { roll_no: 'CS-2' });
  ({ id: term } = await make.term());
  ({ id: subject } = await make.subject({ term_id: term, teacher_id: teacher.id }, [ada, ben]));
});
afterAll(() => campus.close());
beforeEach(async () => {
  ({ id } = await makeAssignment(campus, teacher, subject, { acceptLate: 'false' }));
});

const path = (student: Person): string => `${handInPath(id, student)}/extension`;
const extend = (student: Person, body: object) => send(teacher, 'PUT', path(student), body);
const own = async (student: Person) => (await campus.as(student).get(handInPath(id, student))).body;
const listed = async (student: Person) => {
  const { body } = await campus.as(student).get(`/api/students/${student.email}/assignments`);
  return body.find((one: { id: string }) => one.id === id);
};
const inClass = async (student: Person) => {
  const { body } = await campus.as(teacher).get(`/api/assignments/${id}`);
  return body.students.find((one: { studentEmail: string }) => one.studentEmail === student.email);
};
/** 14 hours ago, and two days ahead in campus time. */
const passed = '2026-03-11T00:00:00Z';
const ahead = '2026-03-13T12:00';

describe('an extension', () => {
  test('moves the deadline of one student, and the others keep theirs', async () => {
    await setDeadline(campus, id, passed);
    expect(await listed(ada)).toMatchObject({ state: 'missed', extended: false });
    const given = await extend(ada, { deadline: ahead, reason: 'Ill with a certificate' });
    expect(given.status).toBe(200);
    expect(given.body).toMatchObject({
      extended: true,
      assignment: { deadlineOnCampus: ahead },
      extensions: [{ deadlineOnCampus: ahead, reason: 'Ill with a certificate' }],
    });
    expect(await listed(ada)).toMatchObject({
      state: 'open',
      extended: true,
      deadlineOnCampus: ahead,
    });
    expect(await own(ada)).toMatchObject({ handingIn: 'inTime', extended: true, extensions: [] });
    expect(await inClass(ada)).toMatchObject({ state: 'open', extendedTo: ahead });
    expect(await inClass(ben)).toMatchObject({ state: 'missed', extendedTo: null });
    expect((await handIn(campus, ben, id)).status).toBe(409);
    const sent = await handIn(campus, ada, id);
    expect(sent.body.versions[0]).toMatchObject({ late: false });
  });

  test('is in the calendar of its student', async () => {
    await extend(ada, { deadline: `${addDays(campus.today, 9)}T10:00` });
    const dayOf = async (person: Person) => {
      const range = `from=${campus.today}&to=${addDays(campus.today, 20)}`;
      const { body } = await campus.as(person).get(`/api/events?${range}`);
      const isIt = (one: { id: string; kind: string }) => one.kind === 'deadline' && one.id === id;
      return body.entries.find(isIt)?.startsOn;
    };
    expect([await dayOf(ada), await dayOf(ben)]).toEqual([
      addDays(campus.today, 9),
      addDays(campus.today, 7),
    ]);
    const between = `${addDays(campus.today, 8)}T10:00`;
    const other = await makeAssignment(campus, teacher, subject, { deadline: between });
    const inOrder = async (person: Person): Promise<string[]> =>
      (await campus.as(person).get(`/api/students/${person.email}/assignments`)).body
        .map((one: { id: string }) => one.id)
        .filter((one: string) => [id, other.id].includes(one));
    expect(await inOrder(ada)).toEqual([other.id, id]);
    expect(await inOrder(ben)).toEqual([id, other.id]);
  });

  test('also applies to work handed in before it was given, which is late again once it is withdrawn', async () => {
    const late = await makeAssignment(campus, teacher, subject, { acceptLate: 'true' });
    id = late.id;
    await setDeadline(campus, id, passed);
    expect((await handIn(campus, ada, id)).body.versions[0].late).toBe(true);
    await extend(ada, { deadline: ahead });
    expect([(await inClass(ada)).late, (await listed(ada)).late]).toEqual([false, false]);
    const ended = await send(teacher, 'DELETE', path(ada));
    expect(ended.status).toBe(200);
    expect(ended.body).toMatchObject({
      extended: false,
      versions: [{ late: true }],
      extensions: [{ deadlineOnCampus: null }, { deadlineOnCampus: ahead }],
    });
    expect((await inClass(ada)).late).toBe(true);
  });

  test('when withdrawn leaves work handed in within it on time', async () => {
    await setDeadline(campus, id, passed);
    await extend(ada, { deadline: ahead });
    await handIn(campus, ada, id);
    await send(teacher, 'DELETE', path(ada));
    expect(await own(ada)).toMatchObject({ extended: false, versions: [{ late: false }] });
    expect((await handIn(campus, ada, id)).status).toBe(409);
  });

  test('must be later than the deadline, within the term, and for a student who has it to do', async () => {
    const early = await extend(ada, { deadline: `${campus.today}T10:00` });
    expect([early.status, early.body.details[0].field]).toEqual([422, 'deadline']);
    const beyond = await extend(ada, { deadline: `${addDays(campus.today, 700)}T10:00` });
    expect(beyond.body.message).toContain('The term of this subject ends on');
    const guest = await campus.make.student();
    expect((await extend(guest, { deadline: ahead })).status).toBe(409);
    const long = await extend(ada, { deadline: ahead, reason: 'x'.repeat(301) });
    expect(long.status).toBe(422);
  });
});

describe('half marks', () => {
  test('are stored, changed, returned and shown as they were given', async () => {
    await handIn(campus, ada, id);
    const given = await mark(campus, teacher, [id, ada], { version: 1, marks: 7.5 });
    expect([given.status, given.body.marks]).toEqual([200, 7.5]);
    expect((await inClass(ada)).marks).toBe(7.5);
    await campus.as(teacher).post(`${handInPath(id, ada)}/return`);
    expect([(await own(ada)).marks, (await listed(ada)).marks]).toEqual([7.5, 7.5]);
    const whole = await mark(campus, teacher, [id, ada], { version: 1, marks: 8 });
    expect(whole.body.history.map(({ marks }: { marks: number }) => marks)).toEqual([8, 7.5, 7.5]);
  });

  test('cannot exceed the grade of the assignment, which cannot be set below them', async () => {
    await handIn(campus, ada, id);
    for (const marks of [20.5, 7.25, '7.5', -0.5])
      expect((await mark(campus, teacher, [id, ada], { version: 1, marks })).status).toBe(422);
    await mark(campus, teacher, [id, ada], { version: 1, marks: 19.5 });
    const lower = await campus.as(teacher).patch(`/api/assignments/${id}`, { grade: 19 });
    expect([lower.status, lower.body.message]).toEqual([
      422,
      'Ada Lovelace has 19.5 marks: the grade cannot be below that.',
    ]);
  });
});

test('three phrases are kept for each marker', async () => {
  const phrases = '/api/assignments/phrases';
  const asked = async (person: Person) => (await campus.as(person).get(phrases)).body;
  expect(await asked(teacher)).toEqual([]);
  const three = ['Show the steps', 'Name your source', 'Good reasoning'];
  expect((await send(teacher, 'PUT', phrases, { phrases: three })).body).toEqual(three);
  expect(await asked(teacher)).toEqual(three);
  expect(await asked(await campus.make.teacher())).toEqual([]);
  for (const wrong of [[...three, 'A fourth'], [' '], ['x'.repeat(201)]])
    expect((await send(teacher, 'PUT', phrases, { phrases: wrong })).status).toBe(422);
  await send(teacher, 'PUT', phrases, { phrases: [] });
  expect(await asked(teacher)).toEqual([]);
});

test('assignments are listed by what is to be done: to mark, open, returned', async () => {
  const { make } = campus;
  const [keeper, cleo] = [await make.teacher(), await make.student()];
  const { id: taught } = await make.subject({ term_id: term, teacher_id: keeper.id }, [cleo]);
  const assign = async (title: string, due: string, given: 'nothing' | 'work' | 'returned') => {
    const made = await makeAssignment(campus, keeper, taught, { title, acceptLate: 'true' });
    await setDeadline(campus, made.id, due);
    if (given !== 'nothing') await handIn(campus, cleo, made.id);
    if (given !== 'returned') return;
    await mark(campus, keeper, [made.id, cleo], { version: 1, marks: 20 });
    await campus.as(keeper).post(`/api/assignments/${made.id}/return`);
  };
  await assign('Open later', '2026-03-20T12:00:00Z', 'nothing');
  await assign('Open sooner', '2026-03-19T12:00:00Z', 'nothing');
  await assign('Returned before', '2026-03-01T12:00:00Z', 'returned');
  await assign('Returned last', '2026-03-09T12:00:00Z', 'returned');
  await assign('Nobody handed in', '2026-03-08T12:00:00Z', 'nothing');
  await assign('To mark, open', '2026-03-21T12:00:00Z', 'work');
  await assign('To mark, passed', '2026-03-10T12:00:00Z', 'work');
  const titles = async (query: string) => {
    const { body } = await campus.as(keeper).get(`/api/assignments?subjectId=${taught}${query}`);
    return body.map(({ title }: { title: string }) => title);
  };
  const all = [
    'To mark, passed',
    'To mark, open',
    'Open sooner',
    'Open later',
    'Returned last',
    'Nobody handed in',
    'Returned before',
  ];
  expect(await titles('')).toEqual(all);
  expect(await titles('&limit=3&page=2')).toEqual(all.slice(3, 6));
  const [reopened] = (await campus.as(keeper).get(`/api/assignments?search=Returned+last`)).body;
  await campus.as(keeper).post(`${handInPath(reopened.id, cleo)}/reopen`);
  expect((await titles('')).slice(0, 2)).toEqual(['Returned last', 'To mark, passed']);
  const rows = async (from: string) =>
    (await campus.database.pool.query(`select * from ${from} order by 1, 2`)).rows;
  expect(await rows('unreturned_work')).toEqual(await rows('unreturned_work_now'));
  const beyond = await campus.as(keeper).get(`/api/assignments?subjectId=${taught}&limit=3&page=9`);
  expect([beyond.body, beyond.headers['x-total-count']]).toEqual([[], '7']);
});
