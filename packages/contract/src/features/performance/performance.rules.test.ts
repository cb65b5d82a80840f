import fc from 'fast-check';
import { expect, test } from 'vitest';
import { averageScore, gradePointAverage, monthsBetween } from './performance.rules.ts';

test('every student counts once in the average score, however many results they have', () => {
  const tenths = fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 1, maxLength: 200 });
  fc.assert(
    fc.property(tenths, (scores) => {
      const sum = scores.reduce((total, score) => total + score, 0);
      const average = averageScore({ tenths: sum, students: scores.length }) ?? -1;
      expect(Math.abs(average * 10 - sum / scores.length)).toBeLessThanOrEqual(0.5 + 1e-9);
      const twice = { tenths: sum * 2, students: scores.length * 2 };
      expect(averageScore(twice)).toBe(average);
    }),
  );
  expect(averageScore({ tenths: 0, students: 0 })).toBeNull();
});

test('months follow each other without a gap, even across the turn of the year', () => {
  expect(monthsBetween('2025-11', '2026-02')).toEqual(['2025-11', '2025-12', '2026-01', '2026-02']);
  expect(monthsBetween('2026-03', '2026-03')).toEqual(['2026-03']);
});

test('the average of points is weighted by credits and lies between the lowest and the highest', () => {
  const subject = fc.record({
    points: fc.integer({ min: 0, max: 1000 }).map((hundredths) => hundredths / 100),
    credits: fc.integer({ min: 0, max: 8 }),
  });
  fc.assert(
    fc.property(fc.array(subject, { minLength: 1, maxLength: 10 }), (subjects) => {
      const average = gradePointAverage(subjects);
      const points = subjects.map((one) => one.points);
      expect(average).toBeGreaterThanOrEqual(Math.min(...points));
      expect(average).toBeLessThanOrEqual(Math.max(...points));
      expect(gradePointAverage([...subjects, { points: null, credits: 4 }])).toBe(average);
    }),
  );
});

const graded = (...subjects: [points: number | null, credits: number][]) =>
  subjects.map(([points, credits]) => ({ points, credits }));

test.each([
  [graded([10, 4], [7, 2]), 9],
  [graded([10, 0], [7, 0]), 8.5],
  [graded([10, 0], [7, 3]), 7],
  [graded([null, 3]), null],
  [[], null],
])('the grade point average of %j is %j', (subjects, average) => {
  expect(gradePointAverage(subjects)).toBe(average);
});
