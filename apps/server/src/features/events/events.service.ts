import {
  addDays,
  type BodyOf,
  type CalendarEntry,
  type events,
  type QueryOf,
  type ReplyOf,
} from '@campus/contract';
import type { Campus } from '../../campus.ts';
import type { Transaction } from '../../db/db.ts';
import { isRecordId } from '../../db/record-id.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Actor } from '../../http/call.ts';
import { CampusError } from '../../campus-error.ts';
import { requireSeen } from '../../http/refusals.ts';
import { entriesFor, entryOfEvent, rangeOf } from './calendar-entries.ts';
import { readerOf } from './calendar.queries.ts';
import * as record from './event-record.queries.ts';
import { changesOf, eventTimes, givenTimesOf } from './events.policy.ts';

export { readEventsHistory } from './events-history.queries.ts';

const noSuchEvent = (): CampusError =>
  new CampusError('not_found', 'There is no such event. Somebody may have deleted it already.');

/** At most this many days are answered at once. */
const mostDays = 400;

export const listEvents = async (
  campus: Campus,
  actor: Actor,
  query: QueryOf<typeof events.listEvents>,
): Promise<ReplyOf<typeof events.listEvents>> => {
  const { from, to, kind, limit } = query;
  if (to < from || to >= addDays(from, mostDays))
    throw new CampusError(
      'malformed',
      `The calendar is read from a day to the same or a later one, at most ${mostDays} days.`,
    );
  const { timezone, db } = campus;
  const reader = await readerOf(db, actor);
  const all = await entriesFor(db, timezone, reader, rangeOf(timezone, from, to), campus.today());
  const entries = all
    .map(({ entry }) => entry)
    .filter((entry) => kind === undefined || entry.kind === kind)
    .slice(0, limit);
  return { today: campus.today(), timeZone: timezone, entries };
};

export const createEvent = async (
  campus: Campus,
  actor: Actor,
  input: BodyOf<typeof events.createEvent>,
): Promise<CalendarEntry> => {
  const { title, kind, place, note, audience, startsOn } = input;
  const given = {
    startsOn,
    endsOn: input.endsOn ?? startsOn,
    startTime: input.startTime ?? null,
    endTime: input.endTime ?? null,
  };
  const times = eventTimes(given, campus.timezone);
  const event = { title, kind, place, note, audience, ...times };
  const added = await record.insertEvent(campus.db, event, actor.id);
  if (!added) throw new Error('The event that was just added is not there.');
  return entryOfEvent(added, campus.timezone);
};

/** Holds an event and does the work in one transaction; 404 when there is none. */
const withEvent = async <T>(
  campus: Campus,
  id: string,
  work: (tx: Transaction, held: record.EventRecord) => Promise<T>,
): Promise<T> => {
  if (!isRecordId(id)) throw noSuchEvent();
  return inTransaction(campus.db, async (tx) => {
    const held = await record.holdEvent(tx, id);
    if (!held) throw noSuchEvent();
    return work(tx, held);
  });
};

/** `seen` is the version the screen started from. */
export const changeEvent = (
  campus: Campus,
  actor: Actor,
  id: string,
  input: BodyOf<typeof events.changeEvent>,
  seen: number | null,
): Promise<CalendarEntry> =>
  withEvent(campus, id, async (tx, held) => {
    await requireSeen(tx, 'event', held, seen, 'this event');
    const before = givenTimesOf(held, campus.timezone);
    const { startsOn, endsOn, startTime, endTime, place, note } = input;
    const given = {
      startsOn: startsOn ?? before.startsOn,
      endsOn: endsOn ?? before.endsOn,
      startTime: startTime === undefined ? before.startTime : startTime,
      endTime: endTime === undefined ? before.endTime : endTime,
    };
    const sameTimes = Object.values(given).join() === Object.values(before).join();
    const event: record.EventContent = {
      title: input.title ?? held.title,
      kind: input.kind ?? held.kind,
      audience: input.audience ?? held.audience,
      place: place === undefined ? held.place : place,
      note: note === undefined ? held.note : note,
      // Times nobody touched stay the instants they are, also in the hour that clocks show twice.
      ...(sameTimes ? timesOf(held) : eventTimes(given, campus.timezone)),
    };
    const changes = changesOf(held, event, campus.timezone);
    if (changes.length === 0) return entryOfEvent(held, campus.timezone);
    const changed = await record.updateEvent(tx, id, event, { actorId: actor.id, changes });
    if (!changed) throw noSuchEvent();
    return entryOfEvent(changed, campus.timezone);
  });

const timesOf = ({ startsOn, endsOn, startsAt, endsAt }: record.EventTimes): record.EventTimes => ({
  startsOn,
  endsOn,
  startsAt,
  endsAt,
});

export const deleteEvent = (campus: Campus, actor: Actor, id: string): Promise<void> =>
  withEvent(campus, id, (tx, held) => record.markDeleted(tx, held, actor.id));

export const eventHistory = async (campus: Campus, id: string): Promise<record.HistoryRow[]> => {
  const history = isRecordId(id) ? await record.historyOf(campus.db, id) : undefined;
  if (!history) throw noSuchEvent();
  return history;
};
