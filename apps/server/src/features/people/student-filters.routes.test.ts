import fc from 'fast-check';
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

test('the filters offer the values that students have, with numbers in order', async () => {
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

test('a student whose name changes is found by the new one, even without its accents', async () => {
  const student = await campus.make.student({ name: 'Before' });
  await campus.as(admin).patch(`/api/people/students/${student.id}`, { name: 'Łukasz Świątek' });
  expect(await names('search=swiatek')).toEqual(['Łukasz Świątek']);
  expect(await names('search=before')).toEqual([]);
});

test.each([
  ['Łukasz Brzęk', 'LUKASZ brzek'],
  ['Søren Kjærgård', 'soren kjaergard'],
  ['Đặng Văn Út', 'dang'],
  ['Işıl Yıldız', 'isil yildiz'],
  ['Jörg Weiß', 'weiss'],
  ['Guðrún Þórsdóttir', 'gudrun thor'],
  ['Cœur de Lion', 'coeur'],
])('%s is found by %s and as it is written', async (name, typed) => {
  await campus.make.student({ name });
  for (const search of [typed, name, name.toUpperCase()])
    expect(await names(`search=${encodeURIComponent(search)}`)).toEqual([name]);
});

test('a search by page finds the same students as a search of the whole list, whatever is typed', async () => {
  const written = [
    ['Zoë Van der Meer-Łukasz', '+91 98765-43210', '2021/CS-0042'],
    ['Ἀλέξανδρος Παπαδόπουλος', null, 'α-17'],
    ["Aoife O'Brien", '020 7946 0958', 'EE%_42'],
    ['李小龍 (Bruce Lee)', null, '٣٤٥٦'],
  ] as const;
  for (const [name, phone, rollNo] of written)
    await campus.make.student(
      { name, contact_no: phone?.replaceAll(/\D/g, '') ?? null, contact_phone: phone },
      { roll_no: rollNo },
    );
  const known = written.flatMap((texts) => texts.filter((text) => text !== null));
  const part = fc
    .tuple(fc.constantFrom(...known), fc.nat(), fc.integer({ min: 1, max: 12 }))
    .map(([text, from, length]) => text.slice(from % text.length).slice(0, length));
  const searches = fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(' '));
  await fc.assert(
    fc.asyncProperty(searches, async (search) => {
      const query = `search=${encodeURIComponent(search)}`;
      expect(await names(`limit=50&${query}`)).toEqual(await names(query));
    }),
    { examples: known.map((text): [string] => [text]) },
  );
});
