import { z } from 'zod';
import type { Field, FieldWith } from '../fields/fields.ts';
import { readContactNumber } from '../values/contact-number.ts';
import { isIsoDate, type IsoDate, timeOfDay } from '../values/dates.ts';
import { readIsbn } from '../values/isbn.ts';

/*
 * How a trimmed cell that is not blank is read; undefined when it has a problem. The schemas of the
 * fields said once more for text, because a schema a cell is too slow for 100,000 records; property
 * tests hold the two together.
 */

/** Lengths are counted in code points, as the schemas count them: at most two units each. */
const isWithin = (cell: string, max: number): boolean =>
  cell.length <= max || (cell.length <= 2 * max && Array.from(cell).length <= max);

const text =
  (max: number) =>
  (cell: string): string | undefined =>
    isWithin(cell, max) && !cell.includes('\0') && cell.isWellFormed() ? cell : undefined;

// Not inside the function: each time a literal is met it is a new object.
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

/** Any spelling of case: spreadsheets are filled in by people. */
const choice = (of: readonly string[]) => {
  const byName = new Map(of.map((one) => [one.toLowerCase(), one]));
  return (cell: string): string | undefined => byName.get(cell.toLowerCase());
};

type ReadCell = (cell: string, today: IsoDate) => unknown;

const readers: { [T in Field['type']]: (field: FieldWith<T>) => ReadCell } = {
  text: ({ max }) => text(max),
  email: () => emailAddress,
  whole: ({ min, max }) => whole(min, max),
  day:
    ({ past }) =>
    (cell, today) =>
      isIsoDate(cell) && (!past || cell < today) ? cell : undefined,
  time: () => (cell) => (timeOfDay.test(cell) ? cell : undefined),
  choice: ({ of }) => choice(of),
  contact: () => (cell) => readContactNumber(cell) ?? undefined,
  isbn: () => (cell) => readIsbn(cell) ?? undefined,
};

/** How the cells of a field's column are read. */
export const cellReader = (field: Field): ReadCell => readers[field.type](field as never);
