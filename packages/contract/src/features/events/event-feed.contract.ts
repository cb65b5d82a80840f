import { z } from 'zod';
import { textOrNull } from '../../values/replies.ts';
import { endpoint, everyone } from '../../endpoint.ts';

export const calendarType = 'text/calendar; charset=utf-8';

export const feedState = endpoint('GET /calendar-address', everyone, {
  summary: 'Since when one has a private address to subscribe to one’s calendar, or null',
  reply: z.object({ createdAt: textOrNull }),
});

/** The address is told here and never again, since only its digest is kept. */
export const renewFeed = endpoint('POST /calendar-address', everyone, {
  summary: 'Make a private address for one’s calendar; the one before it stops working',
  reply: z.object({
    createdAt: z.string(),
    /** Relative to the API base: `/calendar-feed/….ics`. */
    path: z.string(),
  }),
  status: 201,
});

export const revokeFeed = endpoint('DELETE /calendar-address', everyone, {
  summary: 'Make the private address of one’s calendar stop working',
});

/**
 * What is in the person's calendar, from a year ago to two years ahead. 404 for an address that
 * never was, was revoked, or whose person has no active account any more.
 */
export const readFeed = endpoint('GET /calendar-feed/:file', 'public', {
  summary: 'A person’s calendar as iCalendar (RFC 5545), for programs that subscribe to it',
  file: { types: [calendarType] },
  reply: z.unknown(),
});
