import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  averageOfPercents,
  distributionStep,
  distributionSteps,
  gradePointAverage,
  percentOf,
  shownPercent,
  totalOf,
} from './performance.rules.ts';

const result = fc
  .integer({ min: 1, max: 1000 })
  .chain((maximum) =>
    fc.record({ marks: fc.integer({ min: 0, max: maximum }), maximum: fc.constant(maximum) }),
  );
const results = fc.array(result, { minLength: 1, maxLength: 12 });
const percentsOf = (of: readonly { marks: number; maximum: number }[]): number[] =>
  of.map(({ marks, maximum }) => percentOf(marks, maximum));

/** The mean in tenths of a percent, half rounded up, with whole numbers alone. */
const exactTenths = (of: readonly { marks: number; maximum: number }[]): number => {
  const denominator = of.reduce((product, { maximum }) => product * BigInt(maximum), 1n);
  const sum = of.reduce(
    (total, { marks, maximum }) => total + (BigInt(marks) * denominator) / BigInt(maximum),
    0n,
  );
  const [over, under] = [sum * 1000n, denominator * BigInt(of.length)];
  return Number((2n * over + under) / (2n * under));
};

test('an average is the mean of the percents, exact to the decimal that is shown', () => {
  fc.assert(
    fc.property(results, (of) => {
      expect(averageOfPercents(percentsOf(of))).toBe(exactTenths(of) / 10);
    }),
    { numRuns: 2000 },
  );
});

test('an average lies between the lowest and the highest result', () => {
  fc.assert(
    fc.property(results, (of) => {
      const shown = percentsOf(of).map(shownPercent);
      const average = averageOfPercents(percentsOf(of));
      expect(average).toBeGreaterThanOrEqual(Math.min(...shown));
      expect(average).toBeLessThanOrEqual(Math.max(...shown));
    }),
  );
});

test('exams that were missed change no average, and alone are no average', () => {
  fc.assert(
    fc.property(results, fc.integer({ min: 0, max: 5 }), (of, missed) => {
      const absences = Array.from({ length: missed }, () => null);
      expect(averageOfPercents([...absences, ...percentsOf(of)])).toBe(
        averageOfPercents(percentsOf(of)),
      );
      expect(averageOfPercents(absences)).toBeNull();
    }),
  );
});

test('every average has one step of the distribution, and a higher one never a lower step', () => {
  const average = fc.integer({ min: 0, max: 1000 }).map((tenths) => tenths / 10);
  fc.assert(
    fc.property(average, average, (one, other) => {
      const step = distributionStep(one);
      expect(step).toBeGreaterThanOrEqual(0);
      expect(step).toBeLessThan(distributionSteps);
      expect(one).toBeGreaterThanOrEqual(step * 10);
      if (one <= other) expect(step).toBeLessThanOrEqual(distributionStep(other));
    }),
  );
  expect(distributionStep(100)).toBe(9);
  expect(distributionStep(89.9)).toBe(8);
  expect(distributionStep(90)).toBe(9);
});

test('the total of the months is the sum of their results, however they are spread', () => {
  fc.assert(
    fc.property(results, fc.integer({ min: 0, max: 12 }), (of, cut) => {
      const split = [totalOf(of.slice(0, cut)), totalOf(of.slice(cut))];
      expect(totalOf(split)).toEqual(totalOf(of));
    }),
  );
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

test.each([
  [
    [
      { points: 10, credits: 4 },
      { points: 7, credits: 2 },
    ],
    9,
  ],
  [
    [
      { points: 10, credits: 0 },
      { points: 7, credits: 0 },
    ],
    8.5,
  ],
  [
    [
      { points: 10, credits: 0 },
      { points: 7, credits: 3 },
    ],
    7,
  ],
  [[{ points: null, credits: 3 }], null],
  [[], null],
])('the grade point average of %j is %j', (subjects, average) => {
  expect(gradePointAverage(subjects)).toBe(average);
});
