import { type WallTime, wallTimeIn } from '../../wire/clock.ts';
import { addDays, type IsoDate } from '../../wire/dates.ts';

const asIfUtc = ({ day, time }: WallTime): number => Date.parse(`${day}T${time}:00Z`);

/**
 * The instant at which the clocks of an IANA time zone show this. Of two such instants, when clocks
 * go back, it is the first; a time that is skipped, when they go forward, is read by the clock of
 * before (02:30 becomes 03:30).
 */
export const instantIn = (timeZone: string, wall: WallTime): Date => {
  const wanted = asIfUtc(wall);
  const offsetAt = (instant: number): number =>
    asIfUtc(wallTimeIn(timeZone, new Date(instant))) - instant;
  const dayMs = 86_400_000;
  const candidates = [offsetAt(wanted - dayMs), offsetAt(wanted + dayMs)].map(
    (offset) => wanted - offset,
  );
  const shown = candidates.filter((at) => at + offsetAt(at) === wanted);
  const [before = wanted] = candidates;
  return new Date(shown.length > 0 ? Math.min(...shown) : before);
};

/** The days and times of a calendar entry by the clocks of the campus. */
export interface EntryDays {
  readonly startsOn: IsoDate;
  readonly endsOn: IsoDate;
  readonly endTime: string | null;
}

/** The last day that an entry is on: what ends at midnight is not on the day that begins then. */
export const lastDayOf = ({ startsOn, endsOn, endTime }: EntryDays): IsoDate =>
  endTime === '00:00' && endsOn > startsOn ? addDays(endsOn, -1) : endsOn;

/** Whether an entry is on a day. */
export const isOnDay = (entry: EntryDays, day: IsoDate): boolean =>
  entry.startsOn <= day && day <= lastDayOf(entry);
