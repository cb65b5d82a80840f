import { addDays, type IsoDate } from '../../values/dates.ts';

/** The days and the end of a calendar entry by campus time. */
export interface EntryDays {
  readonly startsOn: IsoDate;
  readonly endsOn: IsoDate;
  readonly endTime: string | null;
}

/** Returns the last day of an entry; one that ends at midnight does not extend into the day that begins then. */
export const lastDayOf = ({ startsOn, endsOn, endTime }: EntryDays): IsoDate =>
  endTime === '00:00' && endsOn > startsOn ? addDays(endsOn, -1) : endsOn;

export const isOnDay = (entry: EntryDays, day: IsoDate): boolean =>
  entry.startsOn <= day && day <= lastDayOf(entry);
