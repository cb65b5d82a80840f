import { wallTimeIn } from '../../wire/clock.ts';
import { isIsoDate } from '../../wire/dates.ts';

/** A day and a minute of it on campus as `YYYY-MM-DDTHH:MM`, as a browser's date and time field writes it. */
export type CampusMinute = string;

const pattern = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d$/;

export const isCampusMinute = (value: string): value is CampusMinute =>
  isIsoDate(pattern.exec(value)?.[1] ?? '');

const minute = 60_000;
const day = 24 * 60 * minute;

/** What the clock on the wall of a time zone shows at an instant. */
export const campusMinuteOf = (timeZone: string, instant: Date): CampusMinute => {
  const shown = wallTimeIn(timeZone, instant);
  return `${shown.day}T${shown.time}`;
};

/**
 * The instant at which a minute of the campus begins. Where clocks go back and show it twice it is
 * the later one, and where they go forward and leave it out as much later as they skip: whoever
 * hands in by the clock on the wall is in time.
 */
export const instantOfCampusMinute = (timeZone: string, at: CampusMinute): Date => {
  const asUtc = Date.parse(`${at}:00Z`);
  const offset = (instant: number): number =>
    Date.parse(`${campusMinuteOf(timeZone, new Date(instant))}:00Z`) - instant;
  const candidates = [asUtc - offset(asUtc - day), asUtc - offset(asUtc + day)];
  const shown = candidates.filter((one) => campusMinuteOf(timeZone, new Date(one)) === at);
  return new Date(Math.max(...(shown.length > 0 ? shown : candidates)));
};

/** The minute of the deadline still counts: 23:59 means until 23:59:59. */
export const isPast = (deadline: Date, now: Date): boolean =>
  now.getTime() >= deadline.getTime() + minute;
