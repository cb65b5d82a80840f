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

test.each([
  [
    'a subject',
    async () => {
      const { email } = await campus.make.teacher();
      await campus.make.term();
      const named = { subjectName: 'Optics', subjectCode: 'OPT', credits: 1, emailId: email };
      const path = '/api/enrollments/create-for-all';
      return () => campus.as(admin).post(path, { ...named, audience: { course: 'Physic' } });
    },
    'subjects',
  ],
  [
    'an event',
    () => {
      const named = { kind: 'event', title: 'Talk', startsOn: campus.today };
      const audience = { group: 'students', course: 'Physic' };
      return Promise.resolve(() => campus.as(admin).post('/api/events', { ...named, audience }));
    },
    'events',
  ],
])(
  '%s created for a programme while it is merged is for the one that stays',
  async (_, made, table) => {
    const create = await made();
    const into = await add('Physics');
    const old = await add('Physic');
    const merging = { kind: 'programme', into, others: [old] };
    const answers = await inTurn(
      campus.database,
      ['lock table trail_pending in share mode', []],
      [create, () => campus.as(other).post('/api/programmes/merge', merging)],
      'rollback',
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 200]);
    const { rows } = await campus.database.pool.query(`select audience_course from ${table}`);
    expect(rows).toEqual([{ audience_course: 'Physics' }]);
  },
);
