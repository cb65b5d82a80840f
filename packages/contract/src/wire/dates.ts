import { z } from 'zod';
import { wallTimeIn } from './clock.ts';

/** A calendar day as `YYYY-MM-DD`, without time or zone. */
export type IsoDate = string;

const pattern = /^(\d{4})-(\d{2})-(\d{2})$/;

/** True for a day that exists, from 1900 to 2199. */
export const isIsoDate = (value: string): value is IsoDate => {
  const match = pattern.exec(value);
  if (!match) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (year < 1900 || year > 2199 || month < 1 || month > 12 || day < 1) return false;
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
};

export const isoDate = (label = 'Date') =>
  z
    .string({ error: `${label} is missing` })
    .trim()
    .refine(isIsoDate, `${label} must be a day that exists, written YYYY-MM-DD`);

/** The calendar day of an instant in an IANA time zone. */
export const dayIn = (timeZone: string, instant: Date): IsoDate =>
  wallTimeIn(timeZone, instant).day;

/** The day `days` after (or before, when negative). */
export const addDays = (date: IsoDate, days: number): IsoDate => {
  const at = new Date(`${date}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
};

/** True from Monday to Friday. */
export const isWeekday = (date: IsoDate): boolean => {
  const day = new Date(`${date}T00:00:00Z`).getUTCDay();
  return day !== 0 && day !== 6;
};
