import { addDays } from '@campus/contract';
import { asDay } from '@campus/contract/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { daysPerPage, letterOf, sheetPages } from './sheet-pages.ts';

const days = fc
  .integer({ min: 0, max: 200 })
  .map((count) => Array.from({ length: count }, (_, index) => addDays(asDay('2026-01-01'), index)));

describe('a sheet on paper', () => {
  it('has every day once, in order, with no more on a page than fits', () => {
    fc.assert(
      fc.property(days, (all) => {
        const pages = sheetPages(all);
        expect(pages.flatMap((page) => page.days)).toEqual(all);
        for (const page of pages) {
          expect(page.days.length).toBeLessThanOrEqual(daysPerPage);
          expect(page.days).toEqual(all.slice(page.from, page.to));
        }
        expect(pages.map(({ last }) => last)).toEqual(
          pages.map((_, index) => index === pages.length - 1),
        );
      }),
    );
  });

  it('distinguishes a missing mark from a day without enrolment', () => {
    expect(['P', 'A', '.', '-'].map(letterOf)).toEqual(['P', 'A', '', '–']);
  });
});
