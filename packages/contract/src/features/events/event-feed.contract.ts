import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { everyone } from '../../permissions.ts';

export const calendarType = 'text/calendar; charset=utf-8';

export const feedState = endpoint({
  summary: 'Since when one has a private address to subscribe to one’s calendar, or null',
  method: 'GET',
  path: '/calendar-address',
  access: everyone,
  reply: z.object({ createdAt: z.string().nullable() }),
});

/** The address is told here and never again, since only its digest is kept. */
export const renewFeed = endpoint({
  summary: 'Make a private address for one’s calendar; the one before it stops working',
  method: 'POST',
  path: '/calendar-address',
  access: everyone,
  reply: z.object({
    createdAt: z.string(),
    /** Relative to the API base: `/calendar-feed/….ics`. */
    path: z.string(),
  }),
  status: 201,
});

export const revokeFeed = endpoint({
  summary: 'Make the private address of one’s calendar stop working',
  method: 'DELETE',
  path: '/calendar-address',
  access: everyone,
  reply: z.undefined(),
  status: 204,
});

/**
 * What is in the person's calendar, from a year ago to two years ahead. 404 for an address that
 * never was, was revoked, or whose person has no active account any more.
 */
export const readFeed = endpoint({
  summary: 'A person’s calendar as iCalendar (RFC 5545), for programs that subscribe to it',
  method: 'GET',
  path: '/calendar-feed/:file',
  access: 'public',
  params: z.object({ file: z.string() }),
  file: { types: [calendarType] },
  reply: z.unknown(),
});
