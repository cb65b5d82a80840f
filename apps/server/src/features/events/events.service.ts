import {
  addDays,
  type BodyOf,
  type CalendarEntry,
  events,
  type QueryOf,
  type ReplyOf,
} from '@campus/contract';
import type { Campus } from '../../campus.ts';
import { text, type Transaction } from '../../db/db.ts';
import { readChanges, storeVersion } from '../../db/history.ts';
import { isRecordId, now } from '../../db/sql.ts';
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
  const given = { ...input, endsOn: input.endsOn ?? input.startsOn };
  const event = { ...input, ...eventTimes(given, campus.timezone) };
  return inTransaction(campus.db, async (tx) => {
    const added = await record.lockEvent(tx, await record.insertEvent(tx, event, actor.id));
    if (!added) throw new Error('The event that was just added is not there.');
    return entryOfEvent(added, campus.timezone);
  });
};

/** Locks an event and does the work in one transaction; 404 when there is none. */
const withEvent = async <T>(
  campus: Campus,
  id: string,
  work: (tx: Transaction, stored: record.EventRecord) => Promise<T>,
): Promise<T> => {
  if (!isRecordId(id)) throw noSuchEvent();
  return inTransaction(campus.db, async (tx) => {
    const stored = await record.lockEvent(tx, id);
    if (!stored) throw noSuchEvent();
    return work(tx, stored);
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
  withEvent(campus, id, async (tx, stored) => {
    await requireSeen(tx, 'event', stored, seen, 'this event');
    const { startsOn, endsOn, startTime, endTime, ...content } = input;
    const before = givenTimesOf(stored, campus.timezone);
    const given = {
      startsOn: startsOn ?? before.startsOn,
      endsOn: endsOn ?? before.endsOn,
      startTime: startTime === undefined ? before.startTime : startTime,
      endTime: endTime === undefined ? before.endTime : endTime,
    };
    // Times that were not changed stay the instants they are, also in the hour that clocks show twice.
    const sameTimes = Object.values(given).join() === Object.values(before).join();
    const times = sameTimes ? {} : eventTimes(given, campus.timezone);
    const event = { ...stored, ...content, ...times };
    const changes = changesOf(stored, event, campus.timezone);
    if (changes.length === 0) return entryOfEvent(stored, campus.timezone);
    const columns = { ...record.storedEvent(event), changed_at: now };
    const version = await storeVersion(tx, 'event', id, columns, { changes, actorId: actor.id });
    return entryOfEvent({ ...event, version }, campus.timezone);
  });

export const deleteEvent = (campus: Campus, actor: Actor, id: string): Promise<void> =>
  withEvent(campus, id, async (tx) => {
    const changes = [{ field: 'deleted', before: 'no', after: 'yes' }];
    const columns = { deleted_at: now, deleted_by: actor.id };
    await storeVersion(tx, 'event', id, columns, { changes, actorId: actor.id });
  });

const storedChange = events.eventHistory.reply.element.extend({ id: text });

export const eventHistory = async (
  campus: Campus,
  id: string,
): Promise<ReplyOf<typeof events.eventHistory>> => {
  if (!isRecordId(id) || !(await record.eventExists(campus.db, id))) throw noSuchEvent();
  const changes = await readChanges(campus.db, 'event', id, storedChange);
  return changes.map(({ id: _id, ...change }) => change);
};
