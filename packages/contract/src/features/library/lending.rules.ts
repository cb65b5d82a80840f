import { addDays, type IsoDate } from '../../values/dates.ts';
import { readIsbn } from '../../values/isbn.ts';

/** The lending rules. Days are calendar days. */
export const lendingRules = {
  /** Length of a loan, unless the desk enters another day. */
  loanDays: 14,
  /** The latest due day the desk may enter, counted from today. */
  maxLoanDays: 120,
  maxRenewals: 2,
  /** A loan overdue by more days than this cannot be renewed. */
  renewableOverdueDays: 3,
  maxLoans: { student: 5, teacher: 10 },
  /** Books a person may wait for at once. */
  maxReservations: 5,
  /** Days a copy is held at the desk for the person who reserved it. */
  holdDays: 3,
  /** Copies of one book at most. */
  maxCopies: 500,
} as const;

export const dueAfter = (today: IsoDate): IsoDate => addDays(today, lendingRules.loanDays);

/** Returns the whole days since the due day; 0 on that day and before. */
export const daysOverdue = (dueOn: IsoDate, today: IsoDate): number =>
  Math.max(0, Math.round((Date.parse(today) - Date.parse(dueOn)) / 86_400_000));

export interface RenewableLoan {
  readonly dueOn: IsoDate;
  readonly renewals: number;
  /** People waiting for the book without a copy held for them. */
  readonly waiting: number;
}

export type Renewal = { readonly dueOn: IsoDate } | { readonly refused: string };

/** Returns the due day of a loan renewed today, or why it cannot be renewed. */
export const renew = ({ dueOn, renewals, waiting }: RenewableLoan, today: IsoDate): Renewal => {
  const { maxRenewals, renewableOverdueDays } = lendingRules;
  if (waiting > 0)
    return {
      refused:
        waiting === 1
          ? 'Someone else is waiting for this book. Please return it when it is due.'
          : `${waiting} people are waiting for this book. Please return it when it is due.`,
    };
  if (renewals >= maxRenewals)
    return { refused: `This loan has been renewed ${maxRenewals} times already.` };
  const overdue = daysOverdue(dueOn, today);
  if (overdue > renewableOverdueDays)
    return {
      refused: `This loan is ${overdue} days overdue: it can be renewed until ${renewableOverdueDays} days after it was due. Please return the book.`,
    };
  const later = dueAfter(today);
  return later > dueOn
    ? { dueOn: later }
    : { refused: 'This loan is already due as late as a renewal today would make it.' };
};

/** The code on the label of a copy. */
export const copyCode = (bookId: string, number: number): string => `${bookId}-${number}`;

export type Item = { readonly bookId: string; readonly number: number } | { readonly isbn: string };

/** Reads what was scanned or typed at the desk: the code of a copy, or an ISBN. Null if it is neither. */
export const readItem = (text: string): Item | null => {
  const code = /^([1-9]\d{0,17})-([1-9]\d{0,4})$/.exec(text.trim());
  if (code?.[1] && code[2]) return { bookId: code[1], number: Number(code[2]) };
  const isbn = readIsbn(text);
  return isbn === null ? null : { isbn };
};
