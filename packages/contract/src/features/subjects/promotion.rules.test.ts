import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  isAtTheEnd,
  lastSemester,
  promote,
  promotionInWords,
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

  test('two terms are one year for every student whose year and semester agree', () => {
    fc.assert(
      fc.property(semester, (from) => {
        fc.pre(from + 2 <= lastSemester);
        const before = { semester: from, year: yearOfSemester(from) };
        const after = promote(promote(before, both), both);
        expect(after).toEqual({ semester: from + 2, year: before.year + 1 });
      }),
    );
  });

  test('those who agree before agree afterwards, and nobody goes down', () => {
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

  test('a year that does not belong to the semester stays', () => {
    fc.assert(
      fc.property(standing, (before) => {
        fc.pre(before.semester === null || before.year !== yearOfSemester(before.semester));
        expect(promote(before, both).year).toBe(before.year);
      }),
    );
  });

  test('without a semester, in the last one or beyond it, a student stays', () => {
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

  test('who is at the end is exactly who stays although they have a semester', () => {
    fc.assert(
      fc.property(standing, fc.boolean(), (before, year) => {
        const stays = promote(before, { semester: true, year }).semester === before.semester;
        expect(isAtTheEnd(before, { semester: true, year })).toBe(
          stays && before.semester !== null,
        );
        expect(isAtTheEnd(before, { semester: false, year })).toBe(false);
      }),
    );
  });

  test('switched off it changes nobody, the year never moves alone, and the words say so', () => {
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
