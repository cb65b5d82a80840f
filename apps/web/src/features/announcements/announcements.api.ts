import { announcements } from '@campus/contract';
import { pageQueryOf } from '../../lib/query.ts';

/** How many are asked for at first; twice as many each time, up to what the server gives at once. */
export const atFirst = 20;
const most = 1000;
export const twice = (limit: number): number => Math.min(limit * 2, most);

/**
 * The newest announcements. Asked for again every 20 seconds while the page is in sight, and as soon
 * as it comes back into sight: a new one is seen within 30 seconds. What has not changed is answered
 * 304 (lib/call.ts).
 */
export const announcementsQuery = (limit: number = atFirst) =>
  pageQueryOf(announcements.listAnnouncements, {
    query: { limit },
    refetchInterval: 20_000,
    refetchOnWindowFocus: 'always',
  });

/** On a dashboard there is room for this many. */
export const latestAnnouncementsQuery = announcementsQuery(4);
