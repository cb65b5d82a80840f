import type { z } from 'zod';

/**
 * A calendar day as `YYYY-MM-DD`, without time or zone. Only checks produce one from text (`isoDate`,
 * `isIsoDate`); date columns of the database are typed as one.
 */
export type IsoDate = string & z.$brand<'IsoDate'>;

const pattern = /^(\d{4})-(\d{2})-(\d{2})$/;

/** True for a day that exists, from 1900 to 2199. */
export const isIsoDate = (value: string): value is IsoDate => {
  const match = pattern.exec(value);
  if (!match) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (year < 1900 || year > 2199 || month < 1 || month > 12 || day < 1) return false;
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
};

/** Midnight in UTC, for arithmetic and `Intl` in UTC. */
export const midnightOf = (day: IsoDate): Date => new Date(`${day}T00:00:00Z`);

const dayAt = (midnight: Date): IsoDate => midnight.toISOString().slice(0, 10) as IsoDate;

/** The day `days` after (or before, when negative). */
export const addDays = (day: IsoDate, days: number): IsoDate => {
  const at = midnightOf(day);
  at.setUTCDate(at.getUTCDate() + days);
  return dayAt(at);
};

export const firstOfMonth = (day: IsoDate): IsoDate => addDays(day, 1 - Number(day.slice(8)));

/** The last day of the month of `day`, or of the month `monthsLater`. */
export const lastOfMonth = (day: IsoDate, monthsLater = 0): IsoDate => {
  const at = midnightOf(firstOfMonth(day));
  at.setUTCMonth(at.getUTCMonth() + monthsLater + 1, 0);
  return dayAt(at);
};

/** The same day `months` later, or the last day of that month if it is shorter. */
export const addMonths = (day: IsoDate, months: number): IsoDate => {
  const last = lastOfMonth(day, months);
  const same = addDays(firstOfMonth(last), Number(day.slice(8)) - 1);
  return same < last ? same : last;
};

/** 0 for Monday to 6 for Sunday. */
export const weekdayOf = (day: IsoDate): number => (midnightOf(day).getUTCDay() + 6) % 7;

/** True from Monday to Friday. */
export const isWeekday = (day: IsoDate): boolean => weekdayOf(day) < 5;

/** What calendar and clock on a campus wall show: a day, and the time as `HH:MM`. */
export interface WallTime {
  readonly day: IsoDate;
  readonly time: string;
}

/** `HH:MM` */
export const timeOfDay = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

const clocks = new Map<string | undefined, Intl.DateTimeFormat>();

/** Cached: creating one takes forty times as long as using it, and each request asks for the day several times. */
const clockOf = (timeZone: string | undefined): Intl.DateTimeFormat => {
  let clock = clocks.get(timeZone);
  if (!clock) {
    clock = new Intl.DateTimeFormat('sv-SE', {
      timeZone,
      dateStyle: 'short',
      timeStyle: 'short',
      hourCycle: 'h23',
    });
    clocks.set(timeZone, clock);
  }
  return clock;
};

/**
 * Returns what clocks in an IANA time zone show at an instant, daylight saving included; undefined is the
 * zone of this computer.
 */
export const wallTimeIn = (timeZone: string | undefined, instant: Date): WallTime => {
  const [day = '', time = ''] = clockOf(timeZone).format(instant).split(' ');
  return { day: day as IsoDate, time };
};

/** Returns the calendar day at an instant in an IANA time zone; undefined is the zone of this computer. */
export const dayIn = (timeZone: string | undefined, instant: Date): IsoDate =>
  wallTimeIn(timeZone, instant).day;

const dayMs = 86_400_000;

/**
 * Returns the instant at which clocks in an IANA time zone show `wall`. A time shown twice, when they go
 * back, means the first or the last of the two (`ofTwo`); a time skipped, when they go forward, is read
 * with the offset before the change (02:30 becomes 03:30).
 */
export const instantIn = (
  timeZone: string,
  wall: WallTime,
  ofTwo: 'first' | 'last' = 'first',
): Date => {
  const asIfUtc = ({ day, time }: WallTime): number => Date.parse(`${day}T${time}:00Z`);
  const wanted = asIfUtc(wall);
  const offsetAt = (instant: number): number =>
    asIfUtc(wallTimeIn(timeZone, new Date(instant))) - instant;
  const before = wanted - offsetAt(wanted - dayMs);
  const after = wanted - offsetAt(wanted + dayMs);
  const shown = [before, after].filter((at) => at + offsetAt(at) === wanted);
  return new Date(shown.at(ofTwo === 'first' ? 0 : -1) ?? before);
};

/** A minute on campus as `YYYY-MM-DDTHH:MM`, the format of a browser’s `datetime-local` field. */
export type CampusMinute = string & z.$brand<'CampusMinute'>;

const minutePattern = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d$/;

export const isCampusMinute = (value: string): value is CampusMinute =>
  isIsoDate(minutePattern.exec(value)?.[1] ?? '');

export const campusMinuteOf = (timeZone: string, instant: Date): CampusMinute => {
  const { day, time } = wallTimeIn(timeZone, instant);
  return `${day}T${time}` as CampusMinute;
};

/** Returns the last instant at which the minute begins, so that whoever is in time by the wall clock is in time. */
export const instantOfCampusMinute = (timeZone: string, at: CampusMinute): Date =>
  instantIn(timeZone, { day: at.slice(0, 10) as IsoDate, time: at.slice(11) }, 'last');
