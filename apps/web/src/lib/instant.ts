import type { Added } from '@campus/contract';
import { formatDay } from './day.ts';

/** Days as `2026-11-20`: how they are written is said in one place. */
const dayIn = (at: string | number, timeZone?: string): string =>
  new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone }).format(new Date(at));

/** The day of an instant of the wire by this computer's clock: `20 Nov 2026`. */
export const dayOfInstant = (at: string): string => formatDay(dayIn(at));

/** Who added a record and when, behind what is said of it before; nothing where nobody knows. */
export const addedInWords = (added: Added | null | undefined): string =>
  added ? ` · Added by ${added.by}, ${dayOfInstant(added.at)}` : '';

/** An instant of the wire by the clock of the campus: `20 Nov 2026, 09:42`. */
export const timeOnCampus = (at: string, timeZone: string | undefined): string => {
  const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone });
  return `${formatDay(dayIn(at, timeZone))}, ${time.format(new Date(at))}`;
};

/** An instant of the wire by this computer's clock: `20 Nov 2026, 14:05`. */
export const timeOfInstant = (at: string): string => timeOnCampus(at, undefined);

/** The same with `today`, `yesterday` or `tomorrow` for the days around another instant. */
export const whenOnCampus = (at: string, timeZone: string | undefined, now: string): string => {
  const near = ['yesterday', 'today', 'tomorrow'].find(
    (_, days) => dayIn(at, timeZone) === dayIn(Date.parse(now) + (days - 1) * 86_400_000, timeZone),
  );
  const [onDay = '', time = ''] = timeOnCampus(at, timeZone).split(', ');
  return `${near ?? onDay}, ${time}`;
};
