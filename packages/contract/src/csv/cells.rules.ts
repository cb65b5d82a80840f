import { z } from 'zod';
import type { Field, FieldWith } from '../fields/fields.ts';
import { readContactNumber } from '../values/contact-number.ts';
import { isIsoDate, type IsoDate, timeOfDay } from '../values/dates.ts';
import { readIsbn } from '../values/isbn.ts';

/*
 * How a trimmed cell that is not blank is read; undefined if it has a problem. These repeat the field
 * schemas for text, because a schema per cell is too slow for 100,000 records; property tests check that
 * the two agree.
 */

/** Counts code points, as the schemas do; each is at most two UTF-16 units. */
const isWithin = (cell: string, max: number): boolean =>
  cell.length <= max || (cell.length <= 2 * max && Array.from(cell).length <= max);

const scientificNotation = /^\d(?:[.,]\d+E\+\d+|E\+\d\d)$/i;

/** Whether a spreadsheet wrote a long number in scientific notation, so that its digits are lost: 9.78031E+12 or 2E+11. */
export const isShortened = (cell: string): boolean => scientificNotation.test(cell);

/** Unlike in the schemas, a shortened number is no text: it was a roll number or another identifier. */
const text =
  (max: number) =>
  (cell: string): string | undefined =>
    isWithin(cell, max) && !cell.includes('\0') && cell.isWellFormed() && !isShortened(cell)
      ? cell
      : undefined;

// At module level: a literal inside the function would be a new object per call.
const digits = /^\d{1,15}$/;

const whole =
  (min: number, max: number) =>
  (cell: string): number | undefined => {
    const value = digits.test(cell) ? Number(cell) : min - 1;
    return value >= min && value <= max ? value : undefined;
  };

const emailAddress = (cell: string): string | undefined => {
  const address = cell.toLowerCase();
  return cell.length <= 254 && z.regexes.email.test(address) ? address : undefined;
};

/** Ignores case and accepts the alternatives in `written`: people fill in spreadsheets. */
const choice = (of: readonly string[], written: Readonly<Record<string, string>> = {}) => {
  const byName = new Map(Object.entries(written));
  for (const one of of) byName.set(one.toLowerCase(), one);
  return (cell: string): string | undefined => byName.get(cell.toLowerCase());
};

/** The order of day and month where days are not written YYYY-MM-DD: 31/12/2004 or 12/31/2004. */
export const dayOrders = ['dayFirst', 'monthFirst'] as const;
export type DayOrder = (typeof dayOrders)[number];

/** How a file writes its days: the order, if known, and what its cells reveal about it. */
export interface DaysOfFile {
  readonly order: DayOrder | undefined;
  /** The orders proven by cells that are a valid day in one order only. */
  readonly proven: Set<DayOrder>;
  /** Whether some cell is a different day in each order. */
  unclear: boolean;
}

const writtenDay = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})$/;

/** The distinct days that a cell may mean in these orders. */
const possibleDays = (cell: string, orders: readonly DayOrder[]): IsoDate[] => {
  const [, first = '', , second = '', year = ''] = writtenDay.exec(cell) ?? [];
  const inOrder = (order: DayOrder): string => {
    const [day, month] = order === 'dayFirst' ? [first, second] : [second, first];
    return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  };
  return [...new Set(orders.map(inOrder))].filter(isIsoDate);
};

/** Returns a day as YYYY-MM-DD if it can only mean one; any other cell unchanged. */
export const toIsoDay = (cell: string, days: DaysOfFile | undefined): string => {
  if (!days || !writtenDay.test(cell)) return cell;
  const meant = possibleDays(cell, days.order ? [days.order] : dayOrders);
  return meant.length === 1 ? (meant[0] ?? cell) : cell;
};

/** Records what a cell reveals about the order of its file. */
const recordOrder = (cell: string, days: DaysOfFile): void => {
  if (!writtenDay.test(cell)) return;
  const possible = dayOrders.filter((order) => possibleDays(cell, [order]).length > 0);
  if (possible.length === 1) days.proven.add(possible[0]!);
  if (possibleDays(cell, dayOrders).length > 1) days.unclear = true;
};

/** Returns why a day is ambiguous while the order is unknown; undefined if it is not. */
export const ambiguousDay = (cell: string, days: DaysOfFile | undefined): string | undefined => {
  const meant = days && !days.order ? possibleDays(cell, dayOrders) : [];
  return meant.length > 1
    ? `${cell} may be ${meant.join(' or ')}: choose the order of day and month`
    : undefined;
};

type ReadCell = (cell: string, today: IsoDate, days?: DaysOfFile) => unknown;

const readers: { [T in Field['type']]: (field: FieldWith<T>) => ReadCell } = {
  text: ({ max }) => text(max),
  email: () => emailAddress,
  whole: ({ min, max }) => whole(min, max),
  day:
    ({ past }) =>
    (cell, today, days) => {
      if (days) recordOrder(cell, days);
      const day = toIsoDay(cell, days);
      return isIsoDate(day) && (!past || day < today) ? day : undefined;
    },
  time: () => (cell) => (timeOfDay.test(cell) ? cell : undefined),
  choice: ({ of, written }) => choice(of, written),
  contact: () => (cell) => readContactNumber(cell) ?? undefined,
  isbn: () => (cell) => readIsbn(cell) ?? undefined,
};

export const cellReader = (field: Field): ReadCell => readers[field.type](field as never);
