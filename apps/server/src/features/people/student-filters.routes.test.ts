import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '../../testing/make.ts';
import { testCampus, type TestCampus } from '../../testing/test-campus.ts';

let campus: TestCampus;
let admin: Person;

beforeAll(async () => {
  campus = await testCampus();
  admin = await campus.make.admin();
  const standings = [
    ['Ada', 'BSc', 'CS', 1, 1],
    ['Ben', 'BSc', 'ME', 3, 2],
    ['Cleo', 'MA 10', null, 3, 2],
    ['Dan', 'MA 2', 'CS', null, null],
  ] as const;
  for (const [name, course, branch, semester, year] of standings)
    await campus.make.student({ name }, { course, branch, semester, year });
});
afterAll(() => campus.close());

const names = async (query: string): Promise<string[]> => {
  const { status, body } = await campus.as(admin).get(`/api/faculty/students/all?${query}`);
  expect(status).toBe(200);
  return body.map(({ name }: { name: string }) => name);
};

test.each([
  ['course=BSc', ['Ada', 'Ben']],
  ['branch=CS', ['Ada', 'Dan']],
  ['semester=3', ['Ben', 'Cleo']],
  ['year=1', ['Ada']],
  ['course=BSc&branch=ME&semester=3&year=2', ['Ben']],
  ['course=BSc&search=ada', ['Ada']],
  ['course=bsc', []],
])('the list narrowed by %s', async (query, expected) => {
  expect(await names(query)).toEqual(expected);
  const { headers } = await campus.as(admin).get(`/api/faculty/students/all?limit=1&${query}`);
  expect(headers['x-total-count']).toBe(String(expected.length));
});

test('the filters offer what students have, numbers by value', async () => {
  const { body } = await campus.as(admin).get('/api/people/students/filters');
  expect(body).toEqual({
    courses: ['BSc', 'MA 2', 'MA 10'],
    branches: ['CS', 'ME'],
    semesters: [1, 3],
    years: [1, 2],
  });
});

test.each(['semester=x', 'semester=0', 'year=-1', 'show=gone'])('%s is refused', async (query) => {
  expect((await campus.as(admin).get(`/api/faculty/students/all?${query}`)).status).toBe(400);
});

test('a student whose name changes is found by the new one, also without its accents', async () => {
  const student = await campus.make.student({ name: 'Before' });
  await campus.as(admin).patch(`/api/people/students/${student.id}`, { name: 'Łukasz Świątek' });
  expect(await names('search=swiatek')).toEqual(['Łukasz Świątek']);
  expect(await names('search=before')).toEqual([]);
});
