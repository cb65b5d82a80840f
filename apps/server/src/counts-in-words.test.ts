import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countsInWords } from './counts-in-words.ts';

test.each([
  [[], ''],
  [[[0, 'exam']], ''],
  [[[1, 'exam']], '1 exam'],
  [
    [
      [2, 'class', 'classes'],
      [0, 'exam'],
      [1, 'mark'],
    ],
    '2 classes and 1 mark',
  ],
  [
    [
      [1200, 'mark'],
      [1, 'loan'],
      [3, 'exam'],
    ],
    '1,200 marks, 1 loan and 3 exams',
  ],
] as const)('%j is "%s"', (counts, words) => {
  expect(countsInWords(counts)).toBe(words);
});

test('only counts above zero are mentioned', () => {
  const counts = fc.array(fc.nat(3), { maxLength: 6 });
  fc.assert(
    fc.property(counts, (many) => {
      const words = countsInWords(many.map((count, at) => [count, `thing${at}x`]));
      for (const [at, count] of many.entries())
        expect(words.includes(`thing${at}x`)).toBe(count > 0);
    }),
  );
});
