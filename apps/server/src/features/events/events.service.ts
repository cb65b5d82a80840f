import { addDays, events } from '@campus/contract';
import { text, type Transaction } from '../../db/db.ts';
import { readChanges, storeVersion } from '../../db/history.ts';
import { now } from '../../db/sql.ts';
import { describeAct, discardAct } from '../../db/acts.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Call, Handler } from '../../http/call.ts';
import { exportedList } from '../../http/export-list.ts';
import { CampusError, found, notFound } from '../../campus-error.ts';
import { readCountedPage } from '../../http/pages.ts';
import { requireVersion } from '../../http/refusals.ts';
import { spelled } from '../subjects/index.ts';
import { entriesFor, entryOfEvent, rangeOf } from './calendar-entries.ts';
import { readerOf } from './calendar.queries.ts';
import * as record from './event-record.queries.ts';
import { readEventsHistory } from './events-history.queries.ts';
import { changesOf, eventTimes, givenTimesOf } from './events.policy.ts';

const noSuchEvent = () => notFound('There is no such event. Someone may have deleted it already.');

/** The longest range that can be read, in days. */
const maxDays = 400;

export const listEvents: Handler<typeof events.listEvents> = async ({ campus, actor, query }) => {
  const { from, to, kind, limit } = query;
  if (to < from || to >= addDays(from, maxDays))
    throw new CampusError(
      'malformed',
      `The calendar is read from a day to the same or a later one, at most ${maxDays} days.`,
    );
  const { timezone, db } = campus;
  const reader = await readerOf(db, actor);
  const dates = kind !== 'holiday' && kind !== 'event';
  const range = rangeOf(timezone, from, to);
  const all = await entriesFor(db, timezone, reader, range, campus.today(), { dates, limit });
  const entries = all
    .map(({ entry }) => entry)
    .filter((entry) => kind === undefined || entry.kind === kind)
    .slice(0, limit);
  return { today: campus.today(), timeZone: timezone, entries };
};

export const createEvent: Handler<typeof events.createEvent> = ({ campus, actor, body }) => {
  const given = { ...body, endsOn: body.endsOn ?? body.startsOn };
  const event = { ...body, ...eventTimes(given, campus.timezone) };
  return inTransaction(campus.db, async (tx) => {
    const added = await record.lockEvent(tx, await record.insertEvent(tx, event, actor.id));
    if (!added) throw new Error('The event that was just added is not there.');
    describeAct({ recordId: added.id });
    return entryOfEvent(added, campus.timezone);
  });
};

/** Locks an event and does the work in one transaction; 404 when there is none. */
const withEvent = <T>(
  { campus, params }: Pick<Call<typeof events.changeEvent>, 'campus' | 'params'>,
  work: (tx: Transaction, stored: record.EventRecord) => Promise<T>,
): Promise<T> =>
  inTransaction(campus.db, async (tx) =>
    work(tx, found(await record.lockEvent(tx, params.eventId), noSuchEvent)),
  );

export const changeEvent: Handler<typeof events.changeEvent> = (call) =>
  withEvent(call, async (tx, stored) => {
    const { campus, actor, seen } = call;
    await requireVersion(tx, 'event', stored, seen, 'this event');
    const { startsOn, endsOn, startTime, endTime, ...content } = call.body;
    const before = givenTimesOf(stored, campus.timezone);
    const given = {
      startsOn: startsOn ?? before.startsOn,
      endsOn: endsOn ?? before.endsOn,
      startTime: startTime === undefined ? before.startTime : startTime,
      endTime: endTime === undefined ? before.endTime : endTime,
    };
    // Unchanged times keep their instants, even in the hour that occurs twice when clocks go back.
    const sameTimes = Object.values(given).join() === Object.values(before).join();
    const times = sameTimes ? {} : eventTimes(given, campus.timezone);
    const audience = await spelled(tx, content.audience ?? stored.audience);
    const event = { ...stored, ...content, ...times, audience };
    const changes = changesOf(stored, event, campus.timezone);
    if (changes.length === 0) {
      discardAct();
      return entryOfEvent(stored, campus.timezone);
    }
    const columns = { ...record.storedEvent(event), changed_at: now };
    const version = await storeVersion(tx, 'event', stored.id, columns, {
      changes,
      actorId: actor.id,
    });
    return entryOfEvent({ ...event, version }, campus.timezone);
  });

export const deleteEvent: Handler<typeof events.deleteEvent> = (call) =>
  withEvent(call, async (tx, { id }) => {
    const changes = [{ field: 'deleted', before: 'no', after: 'yes' }];
    const columns = { deleted_at: now, deleted_by: call.actor.id };
    await storeVersion(tx, 'event', id, columns, { changes, actorId: call.actor.id });
  });

const storedChange = events.eventHistory.reply.element.extend({ id: text });

export const eventHistory: Handler<typeof events.eventHistory> = async ({ campus, params }) => {
  if (!(await record.eventExists(campus.db, params.eventId))) throw noSuchEvent();
  const changes = await readChanges(campus.db, 'event', params.eventId, storedChange);
  return changes.map(({ id: _id, ...change }) => change);
};

export const eventsHistory: Handler<typeof events.eventsHistory> = async ({ campus, query }) =>
  readCountedPage(query, (page) => readEventsHistory(campus.db, page));

export const exportEventsHistory = exportedList<typeof events.eventsHistory>(eventsHistory, [
  ['Event', 'text', (row) => row.title],
  ['What', 'text', (row) => row.what],
  [
    'Changes',
    'text',
    (row) =>
      row.changes.map(({ field, from, to }) => `${field}: ${from ?? ''} → ${to ?? ''}`).join('; '),
  ],
  ['Who', 'text', (row) => row.changedBy],
  ['Time (UTC)', 'instant', (row) => row.changedAt],
]);
