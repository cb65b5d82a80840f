import { announcements } from '@campus/contract';
import type { Campus } from '../../campus.ts';
import type { Mount } from '../../http/mount.ts';
import { describePage, readCursor, skippedBy } from '../../http/pages.ts';
import { countAnnouncements, listAnnouncements } from './announcements.queries.ts';
import * as service from './announcements.service.ts';

export const announcementsRoutes = (mount: Mount, campus: Campus): void => {
  mount(announcements.listAnnouncements, async ({ query, request, reply }) => {
    const { search, limit, cursor, page } = query;
    const rows = await listAnnouncements(campus.db, search, {
      limit,
      after: readCursor(cursor)?.id,
      skip: skippedBy({ limit, page }),
    });
    const last = rows.at(-1);
    describePage(request, reply, {
      total: limit === undefined ? rows.length : await countAnnouncements(campus.db, search),
      next: last && rows.length === limit ? { value: null, id: last.id } : undefined,
    });
    return rows;
  });
  mount(announcements.sendAnnouncement, ({ actor, body }) =>
    service.sendAnnouncement(campus, actor, body),
  );
  mount(announcements.deleteAnnouncement, async ({ actor, params }) => {
    await service.deleteAnnouncement(campus, actor, params.id);
    return undefined;
  });
};
