import {
  addDays,
  type CalendarEntry,
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

/** An entry and when what it says was last changed. */
export interface DatedEntry {
  readonly entry: CalendarEntry;
  readonly changedAt: Date;
}

const timesOf = ({ startsOn, endsOn, startsAt, endsAt }: EventRecord, timeZone: string) => {
  if (startsAt === null || endsAt === null)
    return {
      startsOn: startsOn ?? '',
      endsOn: endsOn ?? '',
      startTime: null,
      endTime: null,
      startsAt: null,
      endsAt: null,
    };
  const start = wallTimeIn(timeZone, startsAt);
  return {
    startsOn: start.day,
    endsOn: wallTimeIn(timeZone, endsAt).day,
    startTime: start.time,
    endTime: wallTimeIn(timeZone, endsAt).time,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
  };
};

export const entryOfEvent = (event: EventRecord, timeZone: string): CalendarEntry => {
  const { id, kind, title, place, note, audience, version } = event;
  return {
    source: 'event',
    id,
    kind,
    title,
    ...timesOf(event, timeZone),
    place,
    note,
    audience,
    version,
  };
};

const entryOfExam = ({ id, title, heldOn, version }: ExamDate): CalendarEntry => ({
  source: 'exam',
  id,
  kind: 'exam',
  title,
  startsOn: heldOn,
  endsOn: heldOn,
  startTime: null,
  endTime: null,
  startsAt: null,
  endsAt: null,
  place: null,
  note: null,
  audience: null,
  version,
});

const entryOfDeadline = (deadline: Deadline, timeZone: string): CalendarEntry => {
  const { id, title, dueAt, version } = deadline;
  const { day, time } = wallTimeIn(timeZone, dueAt);
  const at = dueAt.toISOString();
  return {
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
    place: null,
    note: null,
    audience: null,
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

/** What is in somebody's calendar on these days, the first first. */
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
