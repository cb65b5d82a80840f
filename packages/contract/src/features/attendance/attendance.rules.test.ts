import fc from 'fast-check';
import { expect, test } from 'vitest';
import { percentagePresent } from './attendance.rules.ts';

const counts = fc
  .integer({ min: 1, max: 5000 })
  .chain((marks) => fc.tuple(fc.integer({ min: 0, max: marks }), fc.constant(marks)));

test('a percentage lies between 0 and 100, with one decimal, within half a step of the truth', () => {
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

test('everybody present is 100, nobody present is 0, and nothing marked is no percentage', () => {
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
