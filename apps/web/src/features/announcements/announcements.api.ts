import { announcements } from '@campus/contract';
import { pageQueryOf } from '../../lib/query.ts';

/** Fetched at first; each further fetch doubles it, up to the server's maximum. */
export const initialLimit = 20;
const maxLimit = 1000;
export const nextLimit = (limit: number): number => Math.min(limit * 2, maxLimit);

/**
 * The newest announcements. Refetched every 20 seconds while the page is visible, and when it becomes visible
 * again: a new one is seen within 30 seconds. An unchanged list is answered with 304 (lib/call.ts).
 */
export const announcementsQuery = (limit: number = initialLimit) =>
  pageQueryOf(announcements.listAnnouncements, {
    query: { limit },
    refetchInterval: 20_000,
    refetchOnWindowFocus: 'always',
  });

/** As many as a dashboard has room for. */
export const latestAnnouncementsQuery = announcementsQuery(4);
