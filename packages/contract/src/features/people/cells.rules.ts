import { z } from 'zod';
import { type ContactNumber, readContactNumber } from '../../wire/contact-number.ts';
import { type IsoDate, isIsoDate } from '../../wire/dates.ts';
import { type Gender, genders } from './student.fields.ts';

/* Cells of lists of people, read as those of `csv/cells.rules.ts`. */

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
