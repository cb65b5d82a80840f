import { addDays, type HandIn, type ManagedAssignment } from '@campus/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { handIn, handInPath, makeAssignment } from '../../testing/assignments.ts';
import { inTurn } from '../../testing/locks.ts';
import type { Person } from '../../testing/make.ts';
import { testCampus, type TestCampus } from '../../testing/test-campus.ts';

let campus: TestCampus;
let admin: Person;
let teacher: Person;
let ada: Person;
let term: string;
let subject: string;

beforeAll(async () => {
  campus = await testCampus();
  const { make } = campus;
  admin = await make.admin({ name: 'Ruth Adeyemi' });
  teacher = await make.teacher({ name: 'Meera Nair' });
  ada = await make.student({ name: 'Ada Lovelace' });
  ({ id: term } = await make.term());
  ({ id: subject } = await make.subject({ term_id: term, teacher_id: teacher.id }, [ada]));
});
afterAll(() => campus.close());

const send = (by: Person, method: 'PATCH' | 'PUT', path: string, body: object, version?: number) =>
  campus.as(by).send({
    method,
    path,
    body: JSON.stringify(body),
    headers: {
      'content-type': 'application/json',
      ...(version !== undefined && { 'if-match': `"${version}"` }),
    },
  });

describe('two people who edit an assignment at once', () => {
  const edit = (by: Person, { id, version }: ManagedAssignment, change: object) =>
    send(by, 'PATCH', `/api/assignments/${id}`, change, version);

  test('the second is told what the first changed, and nothing is overwritten', async () => {
    const opened = await makeAssignment(campus, teacher, subject);
    const deadline = `${addDays(campus.today, 9)}T12:00`;
    const first = await edit(teacher, opened, { deadline, grade: 25 });
    expect(first.status).toBe(200);
    const second = await edit(admin, opened, { grade: 30 });
    expect(second.status).toBe(409);
    const by = { changedBy: 'Meera Nair', version: first.body.version };
    expect(second.body.details).toEqual([
      expect.objectContaining({
        field: 'deadline',
        before: opened.deadlineOnCampus,
        now: deadline,
        ...by,
      }),
      expect.objectContaining({ field: 'grade', before: '20', now: '25', ...by }),
    ]);
    const { body } = await campus.as(teacher).get(`/api/assignments/${opened.id}`);
    expect(body.assignment).toEqual(first.body);
  });

  test('the second can save once those changes have been seen', async () => {
    const opened = await makeAssignment(campus, teacher, subject);
    await edit(teacher, opened, { title: 'Renamed once' });
    const refused = await edit(admin, opened, { title: 'Renamed twice' });
    const { version } = refused.body.details[0];
    const saved = await edit(admin, { ...opened, version }, { title: 'Renamed twice' });
    expect(saved.body).toMatchObject({ title: 'Renamed twice' });
    expect(saved.body.version).toBeGreaterThan(version);
  });

  test('a change that was reverted is no conflict', async () => {
    const opened = await makeAssignment(campus, teacher, subject, { title: 'As it was' });
    const { body } = await edit(teacher, opened, { title: 'For a moment' });
    await edit(teacher, body, { title: 'As it was' });
    expect((await edit(admin, opened, { grade: 30 })).status).toBe(200);
  });
});

test('work that arrives while the student leaves the subject is not stored', async () => {
  const leaving = await campus.make.student({ name: 'Leaving' });
  const own = await campus.make.subject({ term_id: term, teacher_id: teacher.id }, [leaving]);
  const { id } = await makeAssignment(campus, teacher, own.id);
  const [answer] = await inTurn(
    campus.database,
    [
      `with leaving as (update students set year = year where person_id = $1 returning person_id)
       delete from enrolments using leaving where student_id = person_id`,
      [leaving.id],
    ],
    [() => handIn(campus, leaving, id)],
    'commit',
  );
  expect(answer).toMatchObject({ status: 403 });
  const { body } = await campus.as(teacher).get<HandIn>(handInPath(id, leaving));
  expect(body.versions).toEqual([]);
});

describe('two people who mark the same work at once', () => {
  const opened = async (): Promise<HandIn & { id: string }> => {
    const { id } = await makeAssignment(campus, teacher, subject);
    await handIn(campus, ada, id);
    return { id, ...(await campus.as(teacher).get(handInPath(id, ada))).body };
  };
  const give = (by: Person, { id, marksVersion }: HandIn & { id: string }, marks: number) =>
    send(by, 'PUT', `${handInPath(id, ada)}/marks`, { version: 1, marks }, marksVersion);

  test('the second is told the marks of the first, and nothing is overwritten', async () => {
    const work = await opened();
    const first = await give(teacher, work, 15);
    expect(first.status).toBe(200);
    const second = await give(admin, work, 12);
    expect(second.status).toBe(409);
    expect(second.body.details).toEqual([
      expect.objectContaining({
        field: 'marks',
        before: null,
        now: '15',
        changedBy: 'Meera Nair',
        version: first.body.marksVersion,
      }),
    ]);
    expect((await campus.as(teacher).get(handInPath(work.id, ada))).body.marks).toBe(15);
    const { version } = second.body.details[0];
    expect((await give(admin, { ...work, marksVersion: version }, 12)).body.marks).toBe(12);
  });

  test('the same marks from both are no conflict', async () => {
    const work = await opened();
    await give(teacher, work, 15);
    expect((await give(admin, work, 15)).status).toBe(200);
  });

  test('marks that were returned meanwhile are not changed without notice', async () => {
    const work = await opened();
    const marked = (await give(teacher, work, 15)).body;
    await campus.as(teacher).post(`${handInPath(work.id, ada)}/return`);
    const second = await give(admin, { id: work.id, ...marked }, 12);
    expect(second.status).toBe(409);
    expect(second.body.details).toEqual([
      expect.objectContaining({ field: 'returned', before: 'no', now: 'yes' }),
    ]);
  });

  test('the teacher sees the history of the marks, the student does not', async () => {
    const work = await opened();
    const { body } = await give(teacher, work, 15);
    await give(admin, { id: work.id, ...body }, 16);
    await campus.as(teacher).post(`${handInPath(work.id, ada)}/return`);
    const kept = (await campus.as(teacher).get(handInPath(work.id, ada))).body;
    expect(kept.history).toMatchObject([
      { event: 'returned', marks: 16, changedBy: 'Meera Nair' },
      { event: 'marked', marks: 16, changedBy: 'Ruth Adeyemi' },
      { event: 'marked', marks: 15, changedBy: 'Meera Nair' },
    ]);
    const hers = (await campus.as(ada).get(handInPath(work.id, ada))).body;
    expect(hers).toMatchObject({ marks: 16, history: [], marksVersion: 0 });
  });
});

test.each(['soon', '"x"', '"1'])('an If-Match of %s is refused', async (ifMatch) => {
  const { id } = await makeAssignment(campus, teacher, subject);
  const headers = { 'content-type': 'application/json', 'if-match': ifMatch };
  const body = JSON.stringify({ title: 'X' });
  const path = `/api/assignments/${id}`;
  const { status } = await campus.as(teacher).send({ method: 'PATCH', path, body, headers });
  expect(status).toBe(400);
});
