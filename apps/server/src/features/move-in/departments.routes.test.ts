import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '../../testing/make.ts';
import { moveInFiles } from '../../testing/move-in-files.ts';
import { type Caller, testCampus, type TestCampus } from '../../testing/test-campus.ts';

let campus: TestCampus;
let office: Caller;
let dana: Person;

beforeAll(async () => {
  campus = await testCampus();
  office = campus.as(await campus.make.admin());
  dana = await teacherOf('letters');
});
afterAll(() => campus.close());

const { stored, preview, refused, undo } = moveInFiles(() => office);
/** Without the department of teachers who were given no other. */
const known = async (): Promise<any[]> =>
  (await office.get('/api/programmes')).body.departments.filter(
    ({ name }: any) => name !== 'Computer Science',
  );
const departments = async (): Promise<string[]> =>
  (await known()).map(
    ({ name, code, confirmed, people }) => `${name} ${code} ${confirmed} ${people}`,
  );
const change = async ({ id }: Person, department: string): Promise<void> => {
  const { status } = await office.patch(`/api/people/faculty/${id}`, { department });
  expect(status).toBe(200);
};
const teacherOf = async (department: string): Promise<Person> => {
  const teacher = await campus.make.teacher();
  await change(teacher, department);
  return teacher;
};
const departmentOf = async ({ id }: Person) =>
  (await office.get(`/api/people/faculty/${id}`)).body.department;

test('departments move in with codes, confirm those of teachers, and can be undone', async () => {
  const before = ['letters null false 1'];
  expect(await departments()).toEqual(before);
  const file = 'Department,Code,Confirmed,id\nLETTERS,LE,,d1\nMusic,,no,d2\n';
  expect(await preview('departments', file)).toMatchObject({ create: 1, update: 1, confirm: 1 });
  expect(await stored('departments', file, '?confirm=1')).toBe(2);
  const moved = ['letters LE true 1', 'Music null false 0'];
  expect(await departments()).toEqual(moved);
  expect(await stored('departments', file)).toBe(0);

  // A former spelling stands for its name; no confirmation is withdrawn.
  const { body } = await office.post('/api/departments', { name: 'Literature' });
  const [{ id: letters }] = await known();
  const merge = { kind: 'department', into: letters, others: [body.id] };
  expect((await office.post('/api/programmes/merge', merge)).status).toBe(200);
  const again = 'Department,Code,Confirmed\nliterature,LI,no\n';
  expect(await stored('departments', again, '?confirm=1')).toBe(1);
  expect(await departments()).toContain('letters LI true 1');
  expect((await undo()).status).toBe(200);
  expect(await departments()).toEqual(moved);

  await change(dana, 'music');
  expect((await undo()).body.details).toEqual([{ name: 'Music', what: 'has teachers' }]);
  await change(dana, 'letters');
  expect((await undo()).status).toBe(200);
  expect(await departments()).toEqual(before);
});

test('teachers take the confirmed spelling of their department, until that is undone', async () => {
  const eve = await teacherOf('LETTERS');
  expect(await stored('departments', 'Department\nletters\n', '?confirm=1')).toBe(1);
  expect(await departmentOf(eve)).toBe('letters');
  expect((await undo()).status).toBe(200);
  expect(await departmentOf(eve)).toBe('LETTERS');
});

test('codes and names that are taken are named', async () => {
  const arts = 'Department,Code,id\nArts,AR,a1\n';
  expect(await stored('departments', arts)).toBe(1);
  expect(
    await refused('departments', 'Department,Code,id\nCrafts,ar,\ncrafts,,\nSport,,a1\n'),
  ).toEqual([
    [2, 'Department', 'Crafts', 'This Department is the same as in row 3'],
    [2, 'Code', 'ar', 'Arts has this code'],
    [3, 'Department', 'crafts', 'This Department is the same as in row 2'],
    [
      4,
      'id',
      'a1',
      'This Source ID is of Arts: give it another name on the page Programmes, where teachers take it',
    ],
  ]);
  await office.post('/api/programmes', {
    name: 'Fine Arts',
    departmentId: (await office.get('/api/programmes')).body.departments[0].id,
  });
  expect((await undo()).body.details).toEqual([{ name: 'Arts', what: 'has programmes' }]);
});
