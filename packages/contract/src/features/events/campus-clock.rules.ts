import { addDays, type IsoDate } from '../../values/dates.ts';

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
