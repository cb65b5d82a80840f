import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '../../testing/make.ts';
import { testCampus, type TestCampus } from '../../testing/test-campus.ts';

let t: TestCampus;
let admin: Person;

beforeAll(async () => {
  t = await testCampus();
  admin = await t.make.admin();
});
afterAll(() => t.close());

const upload = (email: string, more: object) =>
  t.as(admin).post('/api/uploadStudent', { name: 'Asha Rao', email, ...more });

const stored = async (emails: readonly string[]) => {
  const { rows } = await t.database.pool.query<Record<string, unknown>>(
    `select students.course, students.branch, programmes.name as programme, programmes.confirmed,
       programme_branches.name as "knownBranch"
     from people join students on person_id = people.id
     left join programmes on programmes.id = students.programme_id
     left join programme_branches on programme_branches.id = branch_id
     where email = any($1) order by email`,
    [emails],
  );
  return rows;
};

test('an unknown course becomes a programme that nobody has confirmed, and texts stay as they were written', async () => {
  const emails = ['a1@example.edu', 'a2@example.edu', 'a3@example.edu'];
  const [first = '', second = '', third = ''] = emails;
  const given = [
    await upload(first, { course: 'Marine Law', branch: 'Ports' }),
    await upload(second, { course: 'marine law', branch: 'PORTS' }),
    await upload(third, { branch: 'Ports' }),
  ];
  expect(given.map(({ status }) => status)).toEqual([201, 201, 201]);
  const known = { programme: 'Marine Law', confirmed: false, knownBranch: 'Ports' };
  expect(await stored(emails)).toEqual([
    { course: 'Marine Law', branch: 'Ports', ...known },
    { course: 'marine law', branch: 'PORTS', ...known },
    { course: null, branch: 'Ports', programme: null, confirmed: null, knownBranch: null },
  ]);
});
