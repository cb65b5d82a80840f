import { type Added, dayIn } from '@campus/contract';
import { formatDay, nearDay } from './day.ts';

/** The day of an API timestamp by this computer's clock: `20 Nov 2026`. */
export const dayOfInstant = (at: string): string => formatDay(dayIn(undefined, new Date(at)));

/** Who added a record and when, to be appended to other text; empty if unknown. */
export const addedInWords = (added: Added | null | undefined): string =>
  added ? ` · Added by ${added.by}, ${dayOfInstant(added.at)}` : '';

/** An API timestamp by the campus clock: `20 Nov 2026, 09:42`. */
export const timeOnCampus = (at: string, timeZone: string | undefined): string => {
  const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone });
  return `${formatDay(dayIn(timeZone, new Date(at)))}, ${time.format(new Date(at))}`;
};

/** An API timestamp by this computer's clock: `20 Nov 2026, 14:05`. */
export const timeOfInstant = (at: string): string => timeOnCampus(at, undefined);

/** Like `timeOnCampus`, with `yesterday`, `today` or `tomorrow` for the days around `now`. */
export const whenOnCampus = (at: string, timeZone: string | undefined, now: string): string => {
  const [day, today] = [dayIn(timeZone, new Date(at)), dayIn(timeZone, new Date(now))];
  const [onDay = '', time = ''] = timeOnCampus(at, timeZone).split(', ');
  return `${nearDay(day, today)?.toLowerCase() ?? onDay}, ${time}`;
};
