import { announcements } from '@campus/contract';
import type { Campus } from '../../campus.ts';
import type { Mount } from '../../http/mount.ts';
import { readPart } from '../../http/pages.ts';
import * as service from './announcements.service.ts';

export const announcementsRoutes = (mount: Mount, campus: Campus): void => {
  mount(announcements.listAnnouncements, ({ query }) =>
    readPart(query, {
      rows: ({ after, ...part }) =>
        service.listAnnouncements(campus.db, query.search, { ...part, after: after?.id }),
      total: () => service.countAnnouncements(campus.db, query.search),
    }),
  );
  mount(announcements.sendAnnouncement, ({ actor, body }) =>
    service.sendAnnouncement(campus, actor, body),
  );
  mount(announcements.deleteAnnouncement, ({ actor, params }) =>
    service.deleteAnnouncement(campus, actor, params.id),
  );
};
