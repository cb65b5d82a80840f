import { z } from 'zod';
import { type ContactNumber, readContactNumber } from '../../wire/contact-number.ts';
import { type IsoDate, isIsoDate } from '../../wire/dates.ts';
import { type Gender, genders } from './student.fields.ts';

/*
 * How a trimmed cell that is not blank is read; undefined when it has a problem. The schemas of the
 * fields said once more for text, because a schema a cell is too slow for 100,000 records; property
 * tests hold the two together.
 */

/** Lengths are counted in code points, as the schemas count them: at most two units each. */
const isWithin = (cell: string, max: number): boolean =>
  cell.length <= max || (cell.length <= 2 * max && Array.from(cell).length <= max);

export const text =
  (max: number) =>
  (cell: string): string | undefined =>
    isWithin(cell, max) && !cell.includes('\0') && cell.isWellFormed() ? cell : undefined;

// Not inside the function: each time a literal is met it is a new object.
const digits = /^\d{1,15}$/;

export const whole =
  (max: number) =>
  (cell: string): number | undefined => {
    const value = digits.test(cell) ? Number(cell) : 0;
    return value >= 1 && value <= max ? value : undefined;
  };

export const emailAddress = (cell: string): string | undefined => {
  const address = cell.toLowerCase();
  return cell.length <= 254 && z.regexes.email.test(address) ? address : undefined;
};

export const day = (cell: string): IsoDate | undefined => (isIsoDate(cell) ? cell : undefined);

/** Any spelling of case: spreadsheets are filled in by people. */
export const gender = (cell: string): Gender | undefined => {
  const given = cell.toLowerCase();
  return genders.find((one) => one.toLowerCase() === given);
};

export const contact = (cell: string): ContactNumber | undefined =>
  readContactNumber(cell) ?? undefined;
