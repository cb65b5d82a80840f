import { addDays, dayIn, type IsoDate, midnightOf } from '@campus/contract';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/**
 * Formats `2026-11-20` as `20 Nov 2026`. Does not use `Date`: a day has no time zone and must not shift.
 * Anything that is not a day is returned unchanged.
 */
export const formatDay = (day: string): string => {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})/.exec(day) ?? [];
  const name = months[Number(month) - 1];
  return name ? `${Number(date)} ${name} ${year}` : day;
};

/** Formats the days within a sentence from the server; not those within a code or in quotation marks, which somebody typed. */
export const withDays = (sentence: string): string =>
  // Without a lookbehind, which older phones cannot read.
  sentence.replaceAll(
    /“[^”]*”|(^|[^\w-])(\d{4}-\d\d-\d\d)(?![\w-])/g,
    (found, before: string, day?: string) => (day ? before + formatDay(day) : found),
  );

/** Today by this computer's calendar; prefer the server's day where it is known. */
export const localToday = (now = new Date()): IsoDate => dayIn(undefined, now);

const inWords = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

const short = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});

/** `Yesterday`, `Today` or `Tomorrow`. */
export const nearDay = (day: IsoDate, today: IsoDate): string | undefined =>
  ['Yesterday', 'Today', 'Tomorrow'].find((_, days) => day === addDays(today, days - 1));

/** Formats `2026-11-20` as `Fri, 20 Nov`, or as `nearDay` does. */
export const relativeDay = (day: IsoDate, today: IsoDate): string =>
  // As `months`: some browsers shorten September to four letters.
  nearDay(day, today) ?? short.format(midnightOf(day)).replace('Sept', 'Sep');

/** For a day after today: "tomorrow", "in 13 days". */
export const inDays = (day: IsoDate, today: IsoDate): string => {
  const days = Math.round((midnightOf(day).getTime() - midnightOf(today).getTime()) / 86_400_000);
  return days === 1 ? 'tomorrow' : `in ${days} days`;
};

/** Formats `2026-11-20` as `Friday, 20 November 2026`. */
export const dayInWords = (day: IsoDate): string => {
  const [weekday, ...rest] = inWords.format(midnightOf(day)).split(/,? /);
  return `${weekday}, ${rest.join(' ')}`;
};
