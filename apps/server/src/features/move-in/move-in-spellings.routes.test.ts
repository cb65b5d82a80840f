import { afterAll, beforeAll, expect, test } from 'vitest';
import { moveInFiles } from '../../testing/move-in-files.ts';
import { cellsOfCsv } from '../../testing/read-table.ts';
import { type Caller, testCampus, type TestCampus } from '../../testing/test-campus.ts';

let campus: TestCampus;
let office: Caller;

beforeAll(async () => {
  campus = await testCampus({ now: new Date('2026-11-18T12:00:00Z') });
  const { make } = campus;
  office = campus.as(await make.admin({ duty: 'registrar' }));
  await make.teacher({ email: 'dana@example.edu' });
  await make.term({ name: 'Autumn 2026' });
  await office.post('/api/departments', { name: 'Engineering' });
  await office.post('/api/programmes', { name: 'B.Tech', branches: ['Civil'] });
});
afterAll(() => campus.close());

const { preview, stored } = moveInFiles(() => office);

const names = async () => {
  const { programmes, departments } = (await office.get('/api/programmes')).body;
  return [programmes, departments].map((all) => all.map(({ name }: { name: string }) => name));
};

test('a file of programmes asks whether a new name means a confirmed one, and so of departments', async () => {
  const file = `Programme,Department,Semesters
BTech,Enginering,8
B.Sc.,engineering,6
`;
  const hints = [
    { field: 'programme', value: 'BTech', meant: 'B.Tech', rows: 1, taken: false },
    { field: 'department', value: 'Enginering', meant: 'Engineering', rows: 1, taken: false },
  ];
  expect(await preview('programmes', file)).toMatchObject({ create: 2, hints });
  const accepted = 'spellings=programme.BTech,department.Enginering&confirm=1';
  expect(await stored('programmes', file, `?${accepted}`)).toBe(2);
  expect(await names()).toEqual([
    ['B.Sc.', 'B.Tech'],
    ['Computer Science', 'Engineering'],
  ]);
  expect(await preview('programmes', file, `&${accepted}`)).toMatchObject({ unchanged: 2 });
});

test('a file of subjects asks whether the course and branch of an audience mean confirmed ones', async () => {
  const file = `Code,Name,Teacher,Audience Course,Audience Branch
AL,Algebra,dana@example.edu,BTech,Civill
BO,Botany,dana@example.edu,Botany,
`;
  const audience = (taken: boolean) => [
    { field: 'course', value: 'BTech', meant: 'B.Tech', rows: 1, taken },
    { field: 'branch', value: 'Civill', meant: 'Civil', rows: 1, taken },
  ];
  expect(await preview('subjects', file)).toMatchObject({ create: 2, hints: audience(false) });
  const accepted = 'spellings=course.BTech,branch.Civill';
  expect(await preview('subjects', file, `&${accepted}`)).toMatchObject({ hints: audience(true) });
  expect(await stored('subjects', file, `?${accepted}`)).toBe(2);
  const [head = [], ...rows] = cellsOfCsv(
    (await office.get('/api/move-in/export?kind=subjects&format=csv')).bytes,
  );
  const columns = ['Subject Code', 'Audience Course', 'Audience Branch'];
  expect(rows.map((cells) => columns.map((column) => cells[head.indexOf(column)]))).toEqual([
    ['AL', 'B.Tech', 'Civil'],
    ['BO', 'Botany', ''],
  ]);
});
