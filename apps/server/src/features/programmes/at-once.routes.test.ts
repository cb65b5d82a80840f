import { afterEach, beforeEach, expect, test } from 'vitest';
import { inTurn } from '../../testing/locks.ts';
import type { Person } from '../../testing/make.ts';
import { testCampus, type TestCampus } from '../../testing/test-campus.ts';

let campus: TestCampus;
let admin: Person;
let other: Person;

beforeEach(async () => {
  campus = await testCampus();
  admin = await campus.make.admin();
  other = await campus.make.admin();
});
afterEach(() => campus.close());

const add = async (name: string): Promise<string> =>
  (await campus.as(admin).post('/api/programmes', { name, branches: ['Ports'] })).body.id;

const put = (path: string, body: object) =>
  campus.as(admin).send({
    method: 'PUT',
    path,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });

test.each([
  [
    'merged',
    (into: string, old: string) =>
      campus.as(admin).post('/api/programmes/merge', { kind: 'programme', into, others: [old] }),
    'Law',
  ],
  [
    'renamed',
    (_into: string, old: string) =>
      put(`/api/programmes/${old}`, { name: 'Sea law', branches: ['Ports'] }),
    'Sea law',
  ],
])(
  'a student can be changed while their programme is being %s: neither is refused',
  async (_, respell, course) => {
    const law = await add('Law');
    const maritime = await add('Maritime');
    const asha = await campus.make.student({}, { course: 'Maritime' });
    const answers = await inTurn(
      campus.database,
      ['select from people where id = $1 for update', [asha.id]],
      [
        () =>
          campus.as(other).patch(`/api/people/students/${asha.id}`, { branch: 'Ports', year: 2 }),
        () => respell(law, maritime),
      ],
      'rollback',
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const { body } = await campus.as(admin).get(`/api/people/students/${asha.id}`);
    expect(body).toMatchObject({ course, branch: 'Ports', year: 2 });
  },
);

test('a subject created for a programme while it is merged is for the one that stays', async () => {
  const teacher = await campus.make.teacher();
  await campus.make.term();
  const into = await add('Physics');
  const old = await add('Physic');
  const [created, merged] = await inTurn(
    campus.database,
    ['lock table trail_pending in share mode', []],
    [
      () =>
        campus.as(admin).post('/api/enrollments/create-for-all', {
          subjectName: 'Optics',
          subjectCode: 'OPT',
          credits: 1,
          emailId: teacher.email,
          audience: { course: 'Physic' },
        }),
      () =>
        campus.as(other).post('/api/programmes/merge', { kind: 'programme', into, others: [old] }),
    ],
    'rollback',
  );
  expect([created?.status, merged?.status]).toEqual([201, 200]);
  const { body } = await campus.as(admin).get(`/api/subjects/${created?.body.id}`);
  expect(body.audience.course).toBe('Physics');
});
