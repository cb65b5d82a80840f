import { announcements } from '@campus/contract';
import { pageQueryOf, pagesQueryOf } from '../../lib/query.ts';

/**
 * Refetched every 20 seconds while the page is visible, and when it becomes visible again: a new one is seen
 * within 30 seconds. An unchanged list is answered with 304 (lib/call.ts).
 */
const live = { refetchInterval: 20_000, refetchOnWindowFocus: 'always' } as const;

/** All announcements, the newest first. */
export const announcementsQuery = pagesQueryOf(announcements.listAnnouncements, 20, {
  query: {},
  ...live,
});

/** As many as a dashboard has room for. */
export const latestAnnouncementsQuery = pageQueryOf(announcements.listAnnouncements, {
  query: { limit: 4 },
  ...live,
});
