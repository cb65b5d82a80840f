import type { IsoDate } from '@campus/contract';

/** Days that fit beside the names on a sheet of A4, landscape. */
export const daysPerPage = 24;

export interface SheetPage {
  /** The page's range of the sheet's days: `from` inclusive, `to` exclusive. */
  readonly from: number;
  readonly to: number;
  readonly days: readonly IsoDate[];
  /** Whether this is the last page, which has the totals. */
  readonly last: boolean;
}

/** Splits a sheet by days into pages; a sheet without classes is one page of names. */
export const sheetPages = (days: readonly IsoDate[]): readonly SheetPage[] => {
  const pages = Math.max(1, Math.ceil(days.length / daysPerPage));
  return Array.from({ length: pages }, (_, index) => {
    const from = index * daysPerPage;
    const to = Math.min(from + daysPerPage, days.length);
    return { from, to, days: days.slice(from, to), last: index === pages - 1 };
  });
};

const letters: Readonly<Record<string, string>> = { P: 'P', A: 'A', '.': '', '-': '–' };

/** The letter in a cell: P, A, nothing when unmarked, a dash when not enrolled. */
export const letterOf = (mark: string | undefined): string => letters[mark ?? '.'] ?? '';
