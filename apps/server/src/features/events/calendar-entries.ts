import {
  addDays,
  type CalendarEntry,
  eventFields,
  fieldNames,
  instantIn,
  type IsoDate,
  isEventFor,
  wallTimeIn,
} from '@campus/contract';
import type { Db } from '../../db/db.ts';
import {
  eventsIn,
  type ExamDate,
  type Deadline,
  deadlinesIn,
  examDatesIn,
  type Range,
  type Reader,
} from './calendar.queries.ts';
import type { EventRecord } from './event-record.queries.ts';
import { givenTimesOf } from './events.policy.ts';

/** An entry and when what it says was last changed. */
export interface DatedEntry {
  readonly entry: CalendarEntry;
  readonly changedAt: Date;
}

export const entryOfEvent = (
  { changedAt: _changedAt, ...event }: EventRecord,
  timeZone: string,
): CalendarEntry => ({
  source: 'event',
  ...event,
  ...givenTimesOf(event, timeZone),
  startsAt: event.startsAt?.toISOString() ?? null,
  endsAt: event.endsAt?.toISOString() ?? null,
});

/** What is told of something that is kept elsewhere: beside these fields nothing. */
const blank = {
  ...(Object.fromEntries(fieldNames(eventFields).map((name) => [name, null])) as {
    readonly [F in keyof typeof eventFields]: null;
  }),
  audience: null,
};

const entryOfExam = ({ id, title, heldOn, version }: ExamDate): CalendarEntry => ({
  ...blank,
  source: 'exam',
  id,
  kind: 'exam',
  title,
  startsOn: heldOn,
  endsOn: heldOn,
  startsAt: null,
  endsAt: null,
  version,
});

const entryOfDeadline = (deadline: Deadline, timeZone: string): CalendarEntry => {
  const { id, title, dueAt, version } = deadline;
  const { day, time } = wallTimeIn(timeZone, dueAt);
  const at = dueAt.toISOString();
  return {
    ...blank,
    source: 'assignment',
    id,
    kind: 'deadline',
    title,
    startsOn: day,
    endsOn: day,
    startTime: time,
    endTime: time,
    startsAt: at,
    endsAt: at,
    version,
  };
};

export const rangeOf = (timeZone: string, from: IsoDate, to: IsoDate): Range => ({
  from,
  to,
  begins: instantIn(timeZone, { day: from, time: '00:00' }),
  ends: instantIn(timeZone, { day: addDays(to, 1), time: '00:00' }),
});

/** By day; on one day what is for all of it comes first, then by the clock. */
const order = ({ entry }: DatedEntry): string =>
  `${entry.startsOn} ${entry.startTime ?? ''} ${entry.source} ${entry.id.padStart(20, '0')}`;

/** What is in someone's calendar on these days, the first first. */
export const entriesFor = async (
  db: Db,
  timeZone: string,
  reader: Reader,
  range: Range,
  today: IsoDate,
): Promise<DatedEntry[]> => {
  const events = (await eventsIn(db, range)).filter(({ audience }) => isEventFor(audience, reader));
  const exams = await examDatesIn(db, reader, range);
  const deadlines = await deadlinesIn(db, reader, range, today);
  return [
    ...events.map((event) => ({
      entry: entryOfEvent(event, timeZone),
      changedAt: event.changedAt,
    })),
    ...exams.map((exam) => ({ entry: entryOfExam(exam), changedAt: exam.changedAt })),
    ...deadlines.map((deadline) => ({
      entry: entryOfDeadline(deadline, timeZone),
      changedAt: deadline.changedAt,
    })),
  ].toSorted((one, other) => (order(one) < order(other) ? -1 : 1));
};
