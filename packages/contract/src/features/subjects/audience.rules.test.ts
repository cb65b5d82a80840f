import { expect, test } from 'vitest';
import { audienceInWords } from './audience.rules.ts';

const blank = { course: null, branch: null, semester: null, year: null };

test.each([
  [{}, 'Everyone'],
  [{ course: 'B.Tech' }, 'B.Tech'],
  [{ course: 'B.Tech', semester: 3 }, 'B.Tech, semester 3'],
  [{ branch: 'civil', semester: 3, year: 2 }, 'civil, semester 3, year 2'],
  [{ semester: 3 }, 'Semester 3'],
  [{ year: 2 }, 'Year 2'],
])('the audience %o is described as “%s”', (parts, words) => {
  expect(audienceInWords({ ...blank, ...parts })).toBe(words);
});
