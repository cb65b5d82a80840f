import { type Announcement, announcements, type BodyIn } from '@campus/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, callWithHeaders } from '../../lib/call.ts';

/** How many are asked for at first; twice as many each time, up to what the server gives at once. */
export const atFirst = 20;
const most = 1000;
export const twice = (limit: number): number => Math.min(limit * 2, most);

export interface Announced {
  readonly announcements: readonly Announcement[];
  /** All there are. */
  readonly total: number;
}

/** What all queries about announcements begin with. */
export const announcementsKey = ['announcements'] as const;

/**
 * The newest announcements. Asked for again every 20 seconds while the page is in sight, and as soon
 * as it comes back into sight: a new one is seen within 30 seconds. What has not changed is answered
 * 304 (lib/call.ts).
 */
export const announcementsQuery = (limit: number = atFirst) =>
  queryOptions({
    queryKey: [...announcementsKey, limit],
    queryFn: async ({ signal }): Promise<Announced> => {
      const query = { limit };
      const { reply, headers } = await callWithHeaders(announcements.listAnnouncements, {
        query,
        signal,
      });
      const total = Number(headers.get('x-total-count') ?? reply.length);
      return { announcements: reply.slice(0, limit), total };
    },
    placeholderData: keepPreviousData,
    refetchInterval: 20_000,
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: 'always',
  });

export type NewAnnouncement = BodyIn<typeof announcements.sendAnnouncement>;
export const sendAnnouncement = (body: NewAnnouncement) =>
  call(announcements.sendAnnouncement, { body });

export const deleteAnnouncement = (id: string) =>
  call(announcements.deleteAnnouncement, { params: { id } });

/** On a dashboard there is room for this many. */
export const latestAnnouncementsQuery = announcementsQuery(4);
