import type { IsoDate } from '@campus/contract';

/** Days that fit beside the names on a sheet of A4, landscape. */
export const daysPerPage = 24;

export interface SheetPage {
  /** Which of the sheet's days these are: from the first, up to but without the last. */
  readonly from: number;
  readonly to: number;
  readonly days: readonly IsoDate[];
  /** The sums stand at the end of the last page. */
  readonly last: boolean;
}

/** Cuts a sheet by its days; one without classes is one page of names. */
export const sheetPages = (days: readonly IsoDate[]): readonly SheetPage[] => {
  const pages = Math.max(1, Math.ceil(days.length / daysPerPage));
  return Array.from({ length: pages }, (_, index) => {
    const from = index * daysPerPage;
    const to = Math.min(from + daysPerPage, days.length);
    return { from, to, days: days.slice(from, to), last: index === pages - 1 };
  });
};

const letters: Readonly<Record<string, string>> = { P: 'P', A: 'A', '.': '', '-': '–' };

/** What stands in a cell: P, A, nothing where nobody was marked, a dash where not enrolled. */
export const letterOf = (mark: string | undefined): string => letters[mark ?? '.'] ?? '';
