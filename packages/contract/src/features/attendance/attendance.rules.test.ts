import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  classesAhead,
  classesToReach,
  nextClasses,
  percentagePresent,
} from './attendance.rules.ts';
import { classesShown } from './rows-shown.rules.ts';

const counts = fc
  .integer({ min: 1, max: 5000 })
  .chain((marks) => fc.tuple(fc.integer({ min: 0, max: marks }), fc.constant(marks)));

test('a percentage lies between 0 and 100 and is rounded to one decimal', () => {
  fc.assert(
    fc.property(counts, ([present, marks]) => {
      const percentage = percentagePresent(present, marks);
      expect(percentage).toBeGreaterThanOrEqual(0);
      expect(percentage).toBeLessThanOrEqual(100);
      expect(Number((percentage ?? 0).toFixed(1))).toBe(percentage);
      expect(Math.abs((percentage ?? 0) - (present * 100) / marks)).toBeLessThanOrEqual(
        0.05 + 1e-9,
      );
    }),
  );
});

test('the percentage is 100 if all are present, 0 if none are, and null without marks', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5000 }), (marks) => {
      expect(percentagePresent(marks, marks)).toBe(100);
      expect(percentagePresent(0, marks)).toBe(0);
    }),
  );
  expect(percentagePresent(0, 0)).toBeNull();
});

test('one more present never lowers the percentage', () => {
  fc.assert(
    fc.property(counts, ([present, marks]) => {
      fc.pre(present < marks);
      expect(percentagePresent(present + 1, marks)).toBeGreaterThanOrEqual(
        percentagePresent(present, marks) ?? 0,
      );
    }),
  );
});

const expected = fc.integer({ min: 1, max: 100 });
const marked = fc
  .integer({ min: 0, max: 400 })
  .chain((marks) => fc.tuple(fc.integer({ min: 0, max: marks }), fc.constant(marks)));

test('attending the stated number of classes reaches the percentage, and one fewer does not', () => {
  fc.assert(
    fc.property(marked, expected, ([present, marks], percentage) => {
      const more = classesToReach(present, marks, percentage);
      const after = (classes: number): number | null =>
        percentagePresent(present + classes, marks + classes);
      if (marks > 0) expect(after(more)).toBeGreaterThanOrEqual(percentage);
      if (more > 0) expect(after(more - 1)).toBeLessThan(percentage);
    }),
  );
});

test('no classes to attend are stated once the percentage is reached, or without any marks', () => {
  fc.assert(
    fc.property(marked, expected, ([present, marks], percentage) => {
      const shown = percentagePresent(present, marks);
      expect(classesToReach(present, marks, percentage) === 0).toBe(
        shown === null || shown >= percentage,
      );
    }),
  );
});

test.each([
  [2, 4, 75, 4],
  [0, 1, 75, 3],
  [3, 4, 75, 0],
  [0, 0, 75, 0],
  [23, 31, 75, 1],
])('with %i of %i present, %i percent are %i classes away', (present, marks, percentage, more) => {
  expect(classesToReach(present, marks, percentage)).toBe(more);
});

test('missing at most the stated number of classes reaches the percentage, one more does not', () => {
  fc.assert(
    fc.property(marked, expected, ([present, marks], percentage) => {
      const { toAttend, mayMiss } = nextClasses(present, marks, percentage);
      const after = (missed: number): number | null =>
        percentagePresent(present + classesAhead - missed, marks + classesAhead);
      if (toAttend > classesAhead) expect(after(0)).toBeLessThan(percentage);
      else expect(after(mayMiss)).toBeGreaterThanOrEqual(percentage);
      if (mayMiss < classesAhead) expect(after(mayMiss + 1)).toBeLessThan(percentage);
    }),
  );
});

test('a class of a day is found by words in any order, of its subject and its teacher, without accents', () => {
  const one = {
    id: '7',
    subjectName: 'Data Structures',
    subjectCode: 'CS201',
    teacherName: 'Zoë Nair',
    teacherEmail: 'nair@example.edu',
    students: 3,
    present: 0,
    absent: 0,
    unmarked: 3,
    percentage: null,
  };
  const isFound = (search: string) => classesShown([one], { search, open: false }).length > 0;
  expect(['zoe', 'nair zoë', 'structures data', 'CS201 nair'].map(isFound)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(['zoe khan', 'datas'].map(isFound)).toEqual([false, false]);
});
