import {
  addDays,
  eventAudienceInWords,
  eventFields,
  fieldNames,
  type IsoDate,
  instantIn,
  wallTimeIn,
} from '@campus/contract';
import { changesBetween, type FieldChange } from '../../db/history.ts';
import { invalid } from '../../http/refusals.ts';
import type { EventContent, EventTimes } from './event-record.queries.ts';

/** Days and times as an administrator enters them, in campus time. */
export interface GivenTimes {
  readonly startsOn: IsoDate;
  readonly endsOn: IsoDate;
  readonly startTime: string | null;
  readonly endTime: string | null;
}

/** An event lasts at most a year. */
const mostDays = 366;

/** The times to store; throws for an end before the start, or if only one of the times is given. */
export const eventTimes = (given: GivenTimes, timeZone: string): EventTimes => {
  const { startsOn, endsOn, startTime, endTime } = given;
  if (endsOn < startsOn)
    throw invalid('endsOn', `The event starts on ${startsOn}. Choose that day or later.`);
  if (endsOn > addDays(startsOn, mostDays - 1))
    throw invalid('endsOn', 'An event lasts at most a year. Choose an earlier day.');
  if (startTime === null && endTime === null)
    return { startsOn, endsOn, startsAt: null, endsAt: null };
  if (startTime === null)
    throw invalid('startTime', 'Give a start time too, or no times for whole days.');
  if (endTime === null)
    throw invalid('endTime', 'Give an end time too, or no times for whole days.');
  const startsAt = instantIn(timeZone, { day: startsOn, time: startTime });
  const endsAt = instantIn(timeZone, { day: endsOn, time: endTime });
  if (endsAt <= startsAt)
    throw invalid(
      'endTime',
      `The event starts at ${startTime} on ${startsOn}. It ends after that.`,
    );
  return { startsOn: null, endsOn: null, startsAt, endsAt };
};

/** The inverse of `eventTimes`: the stored times as an administrator enters them. */
export const givenTimesOf = (times: EventTimes, timeZone: string): GivenTimes => {
  const { startsOn, endsOn } = times;
  if (startsOn !== null) return { startsOn, endsOn, startTime: null, endTime: null };
  const start = wallTimeIn(timeZone, times.startsAt);
  const end = wallTimeIn(timeZone, times.endsAt);
  return { startsOn: start.day, endsOn: end.day, startTime: start.time, endTime: end.time };
};

/** The changes to an event, in the words of the form. */
export const changesOf = (
  before: EventContent,
  after: EventContent,
  timeZone: string,
): FieldChange[] => {
  const words = (event: EventContent) => {
    const values = { ...event, ...givenTimesOf(event, timeZone) };
    const fields = fieldNames(eventFields).map((name) => [name, values[name]]);
    return { ...Object.fromEntries(fields), audience: eventAudienceInWords(event.audience) };
  };
  return changesBetween(words(before), words(after));
};
