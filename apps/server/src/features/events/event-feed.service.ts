import { hash, randomBytes } from 'node:crypto';
import { addDays, events } from '@campus/contract';
import { inTransaction } from '../../db/transaction.ts';
import type { Handler } from '../../http/call.ts';
import { notFound } from '../../campus-error.ts';
import { StoredFile } from '../../http/stored-file.ts';
import { entriesFor, rangeOf } from './calendar-entries.ts';
import { readerOf } from './calendar.queries.ts';
import * as queries from './event-feed.queries.ts';
import { icalendarOf } from './icalendar.ts';

const digestOf = (token: string): string => hash('sha256', token);

export const feedState: Handler<typeof events.feedState> = async ({ campus, actor }) => ({
  createdAt: (await queries.feedCreatedAt(campus.db, actor.id)) ?? null,
});

/** Creates a private address and returns it, once only; the former one stops working. */
export const renewFeed: Handler<typeof events.renewFeed> = async ({ campus, actor }) => {
  const token = randomBytes(32).toString('base64url');
  const createdAt = await inTransaction(campus.db, (tx) =>
    queries.storeFeed(tx, actor.id, digestOf(token)),
  );
  return { createdAt, path: `/calendar-feed/${token}.ics` };
};

export const revokeFeed: Handler<typeof events.revokeFeed> = async ({ campus, actor }) => {
  await inTransaction(campus.db, (tx) => queries.removeFeed(tx, actor.id));
};

const fileName = /^([\w-]{43})\.ics$/;
const pastDays = 365;
const daysAhead = 730;

/**
 * The calendar behind a private address. An administrator's contains only events: all exams and deadlines of a
 * university are nobody’s own calendar.
 */
export const readFeed: Handler<typeof events.readFeed> = async ({ campus, params }) => {
  const token = fileName.exec(params.file)?.[1];
  const owner =
    token === undefined ? undefined : await queries.ownerOfFeed(campus.db, digestOf(token));
  if (!owner) throw notFound('There is no calendar at this address, or no longer.');
  const { db, timezone } = campus;
  const today = campus.today();
  const range = rangeOf(timezone, addDays(today, -pastDays), addDays(today, daysAhead));
  const reader = await readerOf(db, owner);
  const wanted = { dates: owner.role !== 'admin' };
  const entries = await entriesFor(db, timezone, reader, range, today, wanted);
  const content = Buffer.from(await icalendarOf(entries, owner.namespace));
  return new StoredFile({
    type: events.calendarType,
    name: 'campus.ics',
    digest: hash('sha256', content, 'base64url'),
    content: () => Promise.resolve(content),
    mayBeKept: true,
  });
};
