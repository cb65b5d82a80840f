import { addDays, type IsoDate } from '@campus/contract';

/** `2026-11` */
export type Month = string;

export const monthOf = (day: IsoDate): Month => day.slice(0, 7);

/** 0 for a Monday. */
const weekdayOf = (day: IsoDate): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;

const daysIn = (month: Month): number => {
  const [year, number] = month.split('-').map(Number);
  return new Date(Date.UTC(year ?? 0, number ?? 0, 0)).getUTCDate();
};

export const firstDayOf = (month: Month): IsoDate => `${month}-01`;
export const lastDayOfMonth = (month: Month): IsoDate => `${month}-${daysIn(month)}`;

/** The weeks of a month from Monday to Sunday, with the days of its neighbours that fill them. */
export const weeksOf = (month: Month): IsoDate[][] => {
  const first = firstDayOf(month);
  const start = addDays(first, -weekdayOf(first));
  const weeks = Math.ceil((weekdayOf(first) + daysIn(month)) / 7);
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (__, day) => addDays(start, week * 7 + day)),
  );
};

/** The same day some months later; the last day of a month that is shorter. */
export const addMonths = (day: IsoDate, months: number): IsoDate => {
  const [year = 0, number = 0, date = 0] = day.split('-').map(Number);
  const month = new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7);
  return `${month}-${String(Math.min(date, daysIn(month))).padStart(2, '0')}`;
};

/** Where a key leads from a day in the grid; undefined for a key that leads nowhere. */
export const dayAfterKey = (day: IsoDate, key: string): IsoDate | undefined => {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1);
    case 'ArrowRight':
      return addDays(day, 1);
    case 'ArrowUp':
      return addDays(day, -7);
    case 'ArrowDown':
      return addDays(day, 7);
    case 'Home':
      return addDays(day, -weekdayOf(day));
    case 'End':
      return addDays(day, 6 - weekdayOf(day));
    case 'PageUp':
      return addMonths(day, -1);
    case 'PageDown':
      return addMonths(day, 1);
    default:
      return undefined;
  }
};

const inWords = new Intl.DateTimeFormat('en-GB', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** `November 2026` */
export const monthInWords = (month: Month): string =>
  inWords.format(new Date(`${month}-01T00:00:00Z`));
