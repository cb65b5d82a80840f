import { hash, randomBytes } from 'node:crypto';
import { addDays, eventFeeds, type ReplyOf } from '@campus/contract';
import type { Campus } from '../../campus.ts';
import type { Actor } from '../../http/call.ts';
import { CampusError } from '../../campus-error.ts';
import { StoredFile } from '../../http/stored-file.ts';
import { entriesFor, rangeOf } from './calendar-entries.ts';
import { readerOf } from './calendar.queries.ts';
import * as queries from './event-feed.queries.ts';
import { icalendarOf } from './icalendar.ts';

export { feedCreatedAt, removeFeed } from './event-feed.queries.ts';

const digestOf = (token: string): string => hash('sha256', token);

/** Makes a private address, told this once; the one before it stops working. */
export const renewFeed = async (
  campus: Campus,
  actor: Actor,
): Promise<ReplyOf<typeof eventFeeds.renewFeed>> => {
  const token = randomBytes(32).toString('base64url');
  const createdAt = await queries.storeFeed(campus.db, actor.id, digestOf(token));
  if (!createdAt) throw new Error('The address that was just made is not there.');
  return { createdAt: createdAt.toISOString(), path: `/calendar-feed/${token}.ics` };
};

const fileName = /^([\w-]{43})\.ics$/;
const pastDays = 365;
const daysAhead = 730;

/**
 * The calendar behind a private address. An administrator's has the events alone: all exams and
 * deadlines of a university are nobody’s own calendar.
 */
export const readFeed = async (campus: Campus, file: string): Promise<StoredFile> => {
  const token = fileName.exec(file)?.[1];
  const owner =
    token === undefined ? undefined : await queries.ownerOfFeed(campus.db, digestOf(token));
  if (!owner)
    throw new CampusError('not_found', 'There is no calendar at this address, or no longer.');
  const { db, timezone } = campus;
  const today = campus.today();
  const range = rangeOf(timezone, addDays(today, -pastDays), addDays(today, daysAhead));
  const all = await entriesFor(db, timezone, await readerOf(db, owner), range, today);
  const entries = all.filter(({ entry }) => owner.role !== 'admin' || entry.source === 'event');
  const content = Buffer.from(icalendarOf(entries, owner.namespace));
  return new StoredFile({
    type: eventFeeds.calendarType,
    name: 'campus.ics',
    digest: hash('sha256', content, 'base64url'),
    content: () => Promise.resolve(content),
    mayBeKept: true,
  });
};
