import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person } from '../../testing/make.ts';
import { testCampus, type TestCampus } from '../../testing/test-campus.ts';

interface Row {
  readonly id: string;
  readonly email: string;
}

let campus: TestCampus;
let admin: Person;
const students = '/api/faculty/students/all';
const faculty = '/api/faculty/all';

beforeAll(async () => {
  campus = await testCampus();
  admin = await campus.make.admin();
  for (let i = 0; i < 7; i += 1) {
    // Names and courses repeat, and every third course is blank: ids have to break the ties.
    await campus.make.student(
      { name: `Student ${i % 4}` },
      { course: i % 3 ? `Course ${i % 2}` : null },
    );
    await campus.make.teacher({ name: `Teacher ${i % 4}` });
  }
});
afterAll(() => campus.close());

const read = (path: string) => campus.as(admin).get<Row[]>(path);
const orders = ['sort=name&order=asc', 'sort=course&order=asc', 'sort=course&order=desc'];

describe('a list read by the number of its page', () => {
  test.each([...orders.map((order) => `${students}?${order}`), `${faculty}?search=teacher`])(
    '%s has everybody once, in the order of the whole list',
    async (path) => {
      const whole = await read(path);
      const ids: string[] = [];
      for (const page of [1, 2, 3]) {
        const { body, headers } = await read(`${path}&limit=3&page=${page}`);
        expect(headers).toMatchObject({ 'x-page': String(page), 'x-total-count': '7' });
        ids.push(...body.map(({ id }) => id));
      }
      expect(ids).toEqual(whole.body.map(({ id }) => id));
    },
  );

  test('is empty beyond the last page, and still says how many there are', async () => {
    const { status, body, headers } = await read(`${students}?limit=3&page=9`);
    expect({ status, body }).toEqual({ status: 200, body: [] });
    expect(headers['x-total-count']).toBe('7');
  });

  test('continues after a numbered page with its cursor', async () => {
    const whole = await read(students);
    const second = await read(`${students}?limit=3&page=2`);
    const next = /<([^>]+)>; rel="next"/.exec(String(second.headers['link']))?.[1];
    const third = await read(String(next));
    expect(third.body).toEqual(whole.body.slice(6));
  });

  test.each(['0', '-1', '1.5', 'two', '1e99'])('refuses page %s', async (page) => {
    expect((await read(`${students}?limit=3&page=${page}`)).status).toBe(400);
  });
});

describe('the page around a person', () => {
  test.each(orders)('has that student, sorted by %s', async (order) => {
    const whole = await read(`${students}?${order}`);
    for (const [place, { email }] of whole.body.entries()) {
      const { body, headers } = await read(
        `${students}?${order}&limit=3&around=${email.toUpperCase()}`,
      );
      expect(body.map((row) => row.email)).toContain(email);
      expect(headers['x-page']).toBe(String(Math.floor(place / 3) + 1));
    }
  });

  test('has that teacher', async () => {
    const whole = await read(faculty);
    const email = whole.body[5]?.email ?? '';
    const { body, headers } = await read(`${faculty}?limit=3&around=${email}`);
    expect(body.map((row) => row.email)).toContain(email);
    expect(headers['x-page']).toBe('2');
  });

  test('is the first page for someone who is not in the list', async () => {
    const { headers } = await read(`${students}?limit=3&around=nobody@example.edu`);
    expect(headers['x-page']).toBe('1');
  });
});
