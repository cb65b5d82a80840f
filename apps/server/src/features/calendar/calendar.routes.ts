import { calendar } from '@campus/contract';
import type { Campus } from '../../campus.ts';
import type { Mount } from '../../http/mount.ts';
import {
  calendarContent,
  insertCalendar,
  newestCalendar,
  requireCalendar,
  type StoredCalendar,
} from './calendar.service.ts';
import { classInfoRoutes } from './class-info.routes.ts';
import { infoOf, pdfToSend, receivePdf, sayTitle } from './pdf-file.ts';

const calendarInfoOf = (stored: StoredCalendar) => ({ ...infoOf(stored), title: stored.title });

export const calendarRoutes = (mount: Mount, campus: Campus): void => {
  mount(calendar.readCalendar, async ({ reply }) => {
    const newest = await requireCalendar(campus);
    sayTitle(reply, newest.title);
    return pdfToSend(newest, () => calendarContent(campus.db, newest.id));
  });
  mount(calendar.readInfo, async () => {
    const newest = await newestCalendar(campus.db);
    return newest ? calendarInfoOf(newest) : null;
  });
  mount(calendar.uploadCalendar, async ({ actor, request }) => {
    const { file, texts } = await receivePdf(request, calendar.uploadCalendar.upload);
    const { title } = texts;
    return calendarInfoOf(await insertCalendar(campus.db, file, { title, uploadedBy: actor.id }));
  });
  classInfoRoutes(mount, campus);
};
