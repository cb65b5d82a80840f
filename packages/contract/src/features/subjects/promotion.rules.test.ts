import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  lastSemester,
  promote,
  promotionInWords,
  staysInLastSemester,
  yearOfSemester,
} from './promotion.rules.ts';

const semester = fc.integer({ min: 1, max: lastSemester - 1 });
const standing = fc.record({
  semester: fc.option(fc.integer({ min: 1, max: 99 })),
  year: fc.option(fc.integer({ min: 1, max: 9999 })),
});
const both = { semester: true, year: true };

describe('promotion to the next term', () => {
  test.each([
    [1, 1, 2, 1],
    [2, 1, 3, 2],
    [3, 2, 4, 2],
    [7, 4, 8, 4],
    [8, 4, 8, 4],
    [9, 5, 9, 5],
  ])('semester %i of year %i → semester %i of year %i', (from, year, to, nextYear) => {
    expect(promote({ semester: from, year }, both)).toEqual({ semester: to, year: nextYear });
  });

  test('advances a student by one year in two terms if year and semester agree', () => {
    fc.assert(
      fc.property(semester, (from) => {
        fc.pre(from + 2 <= lastSemester);
        const before = { semester: from, year: yearOfSemester(from) };
        const after = promote(promote(before, both), both);
        expect(after).toEqual({ semester: from + 2, year: before.year + 1 });
      }),
    );
  });

  test('keeps year and semester in agreement, and never moves anyone back', () => {
    fc.assert(
      fc.property(standing, fc.boolean(), (before, year) => {
        const after = promote(before, { semester: true, year });
        expect(after.semester ?? 0).toBeGreaterThanOrEqual(before.semester ?? 0);
        expect(after.year ?? 0).toBeGreaterThanOrEqual(before.year ?? 0);
        if (year && before.semester !== null && before.year === yearOfSemester(before.semester))
          expect(after.year).toBe(yearOfSemester(after.semester ?? 0));
      }),
    );
  });

  test('keeps a year that does not belong to the semester', () => {
    fc.assert(
      fc.property(standing, (before) => {
        fc.pre(before.semester === null || before.year !== yearOfSemester(before.semester));
        expect(promote(before, both).year).toBe(before.year);
      }),
    );
  });

  test('leaves a student in the last semester, beyond it or without one where they are', () => {
    fc.assert(
      fc.property(
        standing,
        fc.option(fc.integer({ min: lastSemester, max: 99 })),
        ({ year }, stuck) => {
          expect(promote({ semester: stuck, year }, both)).toEqual({ semester: stuck, year });
        },
      ),
    );
  });

  test('counts as at the end exactly those who have a semester but are not promoted', () => {
    fc.assert(
      fc.property(standing, fc.boolean(), (before, year) => {
        const stays = promote(before, { semester: true, year }).semester === before.semester;
        expect(staysInLastSemester(before, { semester: true, year })).toBe(
          stays && before.semester !== null,
        );
        expect(staysInLastSemester(before, { semester: false, year })).toBe(false);
      }),
    );
  });

  test('changes nobody when switched off, never the year alone, and is described accordingly', () => {
    fc.assert(
      fc.property(standing, fc.boolean(), (before, year) => {
        expect(promote(before, { semester: false, year })).toEqual(before);
        expect(promotionInWords({ semester: false, year })).toContain('stay as they are');
      }),
    );
    expect(promotionInWords({ semester: true, year: false })).toContain('The year stays');
    expect(promotionInWords(both)).toContain('every second semester');
    expect(promotionInWords(both)).toContain(`those in semester ${lastSemester}`);
  });
});
