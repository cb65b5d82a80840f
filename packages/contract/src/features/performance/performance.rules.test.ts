import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  averageScore,
  gradePointAverage,
  monthsBetween,
  scoreOf,
  totalOf,
} from './performance.rules.ts';

const result = fc
  .integer({ min: 1, max: 1000 })
  .chain((maxMarks) =>
    fc.record({ marks: fc.integer({ min: 0, max: maxMarks }), maxMarks: fc.constant(maxMarks) }),
  );
const results = fc.array(result, { minLength: 1, maxLength: 12 });
const missed = { marks: 0, maxMarks: 0 };

test('a score lies between 0 and 100, with one decimal, half rounded up', () => {
  fc.assert(
    fc.property(results, (of) => {
      const { marks, maxMarks } = totalOf(of);
      const score = scoreOf({ marks, maxMarks }) ?? -1;
      // The same with whole numbers alone.
      const tenths = (2000n * BigInt(marks) + BigInt(maxMarks)) / (2n * BigInt(maxMarks));
      expect(score).toBe(Number(tenths) / 10);
      expect(score).toBeGreaterThanOrEqual(0);
      expect(score).toBeLessThanOrEqual(100);
    }),
  );
});

test('the score of several results lies between the lowest and the highest of them', () => {
  fc.assert(
    fc.property(results, (of) => {
      const scores = of.map((one) => scoreOf(one) ?? -1);
      const together = scoreOf(totalOf(of));
      expect(together).toBeGreaterThanOrEqual(Math.min(...scores));
      expect(together).toBeLessThanOrEqual(Math.max(...scores));
    }),
  );
});

test('one more mark never lowers a score', () => {
  fc.assert(
    fc.property(result, ({ marks, maxMarks }) => {
      fc.pre(marks < maxMarks);
      expect(scoreOf({ marks: marks + 1, maxMarks })).toBeGreaterThanOrEqual(
        scoreOf({ marks, maxMarks }) ?? 0,
      );
    }),
  );
});

test('exams that were missed change no score, and alone are none', () => {
  fc.assert(
    fc.property(results, fc.integer({ min: 0, max: 5 }), (of, times) => {
      const absences = Array.from({ length: times }, () => missed);
      expect(scoreOf(totalOf([...absences, ...of]))).toBe(scoreOf(totalOf(of)));
      expect(scoreOf(totalOf(absences))).toBeNull();
    }),
  );
});

test('the total is the sum of the parts, however the results are spread over months', () => {
  fc.assert(
    fc.property(results, fc.integer({ min: 0, max: 12 }), (of, cut) => {
      expect(totalOf([totalOf(of.slice(0, cut)), totalOf(of.slice(cut))])).toEqual(totalOf(of));
    }),
  );
});

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

test('months follow each other without a gap, over the turn of a year too', () => {
  expect(monthsBetween('2025-11', '2026-02')).toEqual(['2025-11', '2025-12', '2026-01', '2026-02']);
  expect(monthsBetween('2026-03', '2026-03')).toEqual(['2026-03']);
});

test('points weigh by credits, and lie between the lowest and the highest', () => {
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
