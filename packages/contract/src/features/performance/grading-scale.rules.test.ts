import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Grade, gradeOf, scaleProblems } from './grading-scale.rules.ts';

/** Any scale: distinct beginnings with 0 among them, points that never fall as the percent rises. */
const scale = fc
  .uniqueArray(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 19 })
  .chain((tenths) =>
    fc
      .array(fc.integer({ min: 0, max: 1000 }), {
        minLength: tenths.length + 1,
        maxLength: tenths.length + 1,
      })
      .map((points) => {
        const rising = points.toSorted((one, other) => one - other);
        return [0, ...tenths.toSorted((one, other) => one - other)].map((from, index): Grade => ({
          letter: `G${index}`,
          fromPercent: from / 10,
          points: (rising[index] ?? 0) / 100,
        }));
      }),
  )
  .chain((grades) =>
    fc.shuffledSubarray(grades, { minLength: grades.length, maxLength: grades.length }),
  );
const percent = fc.integer({ min: 0, max: 1000 }).map((tenths) => tenths / 10);

test('every percentage has a letter, in whatever order the grades are listed', () => {
  fc.assert(
    fc.property(scale, percent, (grades, reached) => {
      expect(scaleProblems(grades)).toEqual([]);
      const grade = gradeOf(grades, reached);
      expect(grade?.fromPercent).toBeLessThanOrEqual(reached);
      for (const other of grades)
        if (other.fromPercent <= reached)
          expect(other.fromPercent).toBeLessThanOrEqual(grade?.fromPercent ?? -1);
    }),
  );
});

test('a higher percentage never earns fewer points', () => {
  fc.assert(
    fc.property(scale, percent, percent, (grades, one, other) => {
      const [less, more] = one < other ? [one, other] : [other, one];
      expect(gradeOf(grades, more)?.points).toBeGreaterThanOrEqual(
        gradeOf(grades, less)?.points ?? 0,
      );
    }),
  );
});

const a = { letter: 'A', fromPercent: 90, points: 4 };
const b = { letter: 'B', fromPercent: 50, points: 3 };
const f = { letter: 'F', fromPercent: 0, points: 0 };

test.each([
  ['a gap at the bottom', [a, b], 1, 'fromPercent'],
  ['two grades from one percent', [a, { ...b, fromPercent: 90 }, f], 1, 'fromPercent'],
  ['a letter twice, whatever its case', [a, { ...b, letter: 'a' }, f], 1, 'letter'],
  ['more points for less', [a, b, { ...f, points: 3.5 }], 2, 'points'],
])('%s is not a scale', (_what, grades, index, field) => {
  expect(scaleProblems(grades)).toEqual([{ index, field, message: expect.any(String) }]);
});
