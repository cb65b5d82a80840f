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
import * as queries from './calendar.queries.ts';
import type { EventRecord } from './event-record.queries.ts';
import { givenTimesOf } from './events.policy.ts';

/** An entry, and when it was last changed. */
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

/** The fields of an event that exams and deadlines leave blank. */
const blank = {
  ...(Object.fromEntries(fieldNames(eventFields).map((name) => [name, null])) as {
    readonly [F in keyof typeof eventFields]: null;
  }),
  audience: null,
};

const entryOfExam = ({ changedAt, heldOn, ...exam }: queries.ExamDate): DatedEntry => {
  const days = { startsOn: heldOn, endsOn: heldOn, startsAt: null, endsAt: null };
  return { entry: { ...blank, ...exam, ...days, source: 'exam', kind: 'exam' }, changedAt };
};

const entryOfDeadline = (
  { changedAt, dueAt, ...deadline }: queries.Deadline,
  timeZone: string,
): DatedEntry => {
  const { day, time } = wallTimeIn(timeZone, dueAt);
  const at = dueAt.toISOString();
  const starts = { startsOn: day, startTime: time, startsAt: at };
  const ends = { endsOn: day, endTime: time, endsAt: at };
  const entry = { ...blank, ...deadline, ...starts, ...ends } as const;
  return { entry: { ...entry, source: 'assignment', kind: 'deadline' }, changedAt };
};

export const rangeOf = (timeZone: string, from: IsoDate, to: IsoDate): queries.Range => ({
  timeZone,
  from,
  to,
  begins: instantIn(timeZone, { day: from, time: '00:00' }),
  ends: instantIn(timeZone, { day: addDays(to, 1), time: '00:00' }),
});

/** By day; on one day, entries for the whole day come first, then by time. The statements sort in this order, too. */
const placeOf = ({ entry }: DatedEntry): string =>
  `${entry.startsOn} ${entry.startsAt ?? ''} ${entry.source} ${entry.id.padStart(20, '0')}`;

interface Wanted {
  /** Of exams and deadlines, too. */
  readonly dates: boolean;
  readonly limit?: number | undefined;
}

/**
 * The entries of a person's calendar on these days, earliest first. A limit keeps the earliest exams and the earliest
 * deadlines, and all events.
 */
export const entriesFor = async (
  db: Db,
  timeZone: string,
  reader: queries.Reader,
  range: queries.Range,
  today: IsoDate,
  { dates, limit }: Wanted,
): Promise<DatedEntry[]> => {
  const events = (await queries.eventsIn(db, range)).filter(({ audience }) =>
    isEventFor(audience, reader),
  );
  const exams = dates ? await queries.examDatesIn(db, reader, range, limit) : [];
  const deadlines = dates ? await queries.deadlinesIn(db, reader, range, today, limit) : [];
  return [
    ...events.map((event) => ({
      entry: entryOfEvent(event, timeZone),
      changedAt: event.changedAt,
    })),
    ...exams.map(entryOfExam),
    ...deadlines.map((deadline) => entryOfDeadline(deadline, timeZone)),
  ]
    .map((one) => ({ one, place: placeOf(one) }))
    .toSorted((a, b) => (a.place < b.place ? -1 : 1))
    .map(({ one }) => one);
};
