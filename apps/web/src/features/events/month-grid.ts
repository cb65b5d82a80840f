import {
  addDays,
  addMonths,
  firstOfMonth,
  type IsoDate,
  lastOfMonth,
  midnightOf,
  weekdayOf,
} from '@campus/contract';

/** The weeks of a day's month, Monday to Sunday, filled up with days of the neighbouring months. */
export const weeksOf = (day: IsoDate): IsoDate[][] => {
  const first = firstOfMonth(day);
  const start = addDays(first, -weekdayOf(first));
  const weeks = Math.ceil((weekdayOf(first) + Number(lastOfMonth(day).slice(8))) / 7);
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (__, at) => addDays(start, week * 7 + at)),
  );
};

const keySteps: Readonly<Record<string, (day: IsoDate) => IsoDate>> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  Home: (day) => addDays(day, -weekdayOf(day)),
  End: (day) => addDays(day, 6 - weekdayOf(day)),
  PageUp: (day) => addMonths(day, -1),
  PageDown: (day) => addMonths(day, 1),
};

/** The day that a key leads to from a day in the grid; undefined for other keys. */
export const dayAfterKey = (day: IsoDate, key: string): IsoDate | undefined => keySteps[key]?.(day);

const inWords = new Intl.DateTimeFormat('en-GB', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** `November 2026` */
export const monthInWords = (day: IsoDate): string => inWords.format(midnightOf(day));
