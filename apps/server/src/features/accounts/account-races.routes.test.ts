import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inTurn } from '../../testing/locks.ts';
import type { Person } from '../../testing/make.ts';
import { type Caller, testCampus, type TestCampus } from '../../testing/test-campus.ts';

let campus: TestCampus;
let office: Caller;
let term: { id: string };
let teacher: Person;
let made = 0;

beforeAll(async () => {
  campus = await testCampus({ withIdentity: true });
  office = campus.as(await campus.make.admin());
  term = await campus.make.term();
});
afterAll(() => campus.close());
beforeEach(async () => {
  teacher = await campus.make.teacher();
});

const deactivate = () => office.post(`/api/people/${teacher.id}/deactivate`);
const subject = () => {
  made += 1;
  return { subjectName: 'Optics', subjectCode: `OP${made}`, credits: 4, emailId: teacher.email };
};
const create = (body: object) => office.post('/api/enrollments/create-for-all', body);
const handOver = (from: Person) =>
  office.post(`/api/people/faculty/${from.id}/hand-over`, {
    toEmail: teacher.email,
    subjectIds: 'all',
  });

describe('a teacher who is being deactivated', () => {
  test('gets no subject just then', async () => {
    const from = await campus.make.teacher();
    const { id } = await campus.make.subject({ term_id: term.id, teacher_id: from.id });
    const add = () =>
      office.post(`/api/subjects/${id}/helpers`, {
        email: teacher.email,
        kind: 'co_teacher',
        fromOn: campus.today,
      });
    for (const request of [() => create(subject()), () => handOver(from), add]) {
      teacher = await campus.make.teacher();
      const [answer] = await inTurn(
        campus.database,
        ['update people set active = false where id = $1', [teacher.id]],
        [request],
        'commit',
      );
      expect([answer?.status, answer?.body.message]).toEqual([
        422,
        expect.stringContaining(`teacher has the e-mail ${teacher.email}.`),
      ]);
    }
  });

  test('stays active if a subject created just then is theirs', async () => {
    const body = subject();
    const [created, deactivated] = await inTurn(
      campus.database,
      [
        `insert into subjects (term_id, teacher_id, name, code) values ($1, $2, 'Held', $3)`,
        [term.id, teacher.id, body.subjectCode],
      ],
      [() => create(body), deactivate],
      'rollback',
    );
    expect(created?.status).toBe(201);
    expect([deactivated?.status, deactivated?.body.message]).toEqual([
      409,
      expect.stringContaining(`still teaches Optics (${body.subjectCode})`),
    ]);
  });

  test('stays active if a subject handed over just then is theirs', async () => {
    const from = await campus.make.teacher();
    const { id } = await campus.make.subject({ term_id: term.id, teacher_id: from.id });
    const [handed, deactivated] = await inTurn(
      campus.database,
      ['select from subjects where id = $1 for update', [id]],
      [() => handOver(from), deactivate],
      'rollback',
    );
    expect([handed?.status, deactivated?.status]).toEqual([200, 409]);
  });
});

test('a person who is erased while somebody reactivates them stays erased, and a sentence says so', async () => {
  const { id } = await campus.make.student({ active: false });
  const [answer] = await inTurn(
    campus.database,
    ['select erase_person($1)', [id]],
    [() => office.post(`/api/people/${id}/reactivate`)],
    'commit',
  );
  expect([answer?.status, answer?.body.message]).toEqual([
    409,
    'Who this was has been erased. The record stays as it is.',
  ]);
});
