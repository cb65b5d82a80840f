import { addDays } from '@campus/contract';
import { asDay } from '@campus/contract/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvText } from '../../../lib/save-csv.ts';
import { daysPerPage, letterOf, sheetColumns, sheetPages } from './sheet-pages.ts';

const days = fc
  .integer({ min: 0, max: 200 })
  .map((count) => Array.from({ length: count }, (_, index) => addDays(asDay('2026-01-01'), index)));

describe('a sheet on paper', () => {
  it('has every day once, in order, with no more on a page than fit', () => {
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

  it('tells a mark that is missing from a day without enrolment', () => {
    expect(['P', 'A', '.', '-'].map(letterOf)).toEqual(['P', 'A', '', '–']);
  });
});

it('a sheet as a file holds no formula, and names and numbers as they are', () => {
  const columns = sheetColumns(['2026-03-01', '2026-03-02', '2026-03-03'].map(asDay));
  const rows = [
    {
      studentId: '1',
      studentName: '=HYPERLINK("http://x")',
      studentRollNo: '007',
      marks: 'P.-',
      classes: 1,
      present: 1,
      percentage: 100,
    },
  ];
  expect(csvText(columns, rows)).toBe(
    '\uFEFFRoll Number,Name,2026-03-01,2026-03-02,2026-03-03,Present,Classes,Percentage\r\n' +
      '007,"\'=HYPERLINK(""http://x"")",Present,,Not enrolled,1,1,100\r\n',
  );
});
