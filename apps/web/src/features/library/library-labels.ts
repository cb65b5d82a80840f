import type { Book, IsoDate } from '@campus/contract';
import { pluralize } from '../../lib/count.ts';
import { formatDay } from '../../lib/day.ts';

/** "2 of 3 free", and how many people are waiting. */
export const copiesText = ({ copies, free, reserved }: Book): string =>
  [`${free} of ${copies} free`, ...(reserved > 0 ? [`${reserved} waiting`] : [])].join(' · ');

/** Shelf, year and ISBN, as far as they are known. */
export const shelfAndIsbn = ({ shelf, year, isbn }: Book): string =>
  [
    ...(shelf === null ? [] : [`Shelf ${shelf}`]),
    ...(year === null ? [] : [String(year)]),
    ...(isbn === null ? [] : [`ISBN ${isbn}`]),
  ].join(' · ');

/** "Due 4 Dec 2026", or by how long it is overdue. */
export const dueText = (loan: { dueOn: IsoDate; daysOverdue: number }): string =>
  loan.daysOverdue > 0
    ? `Overdue by ${pluralize(loan.daysOverdue, 'day')}, due ${formatDay(loan.dueOn)}`
    : `Due ${formatDay(loan.dueOn)}`;
