import { attendanceHistory, attendanceOffice } from '@campus/contract';
import type { Campus } from '../../campus.ts';
import { RawJson } from '../../http/call.ts';
import type { Mount } from '../../http/mount.ts';
import { describePage } from '../../http/pages.ts';
import * as office from './office.service.ts';

/** What happened to the marks, and what they come to: history, overviews and lists. */
export const officeRoutes = (mount: Mount, campus: Campus): void => {
  mount(attendanceHistory.classHistory, async ({ actor, params }) => {
    const { changes } = await office.classHistory(campus, actor, params.subjectId, params.date);
    return new RawJson(changes);
  });
  mount(attendanceOffice.dayOverview, ({ params }) => office.dayOverview(campus, params.date));
  mount(attendanceOffice.listLowAttendance, async ({ query, request, reply }) => {
    const { rows, total } = await office.lowAttendance(campus, query);
    describePage(request, reply, { total, next: undefined });
    return rows;
  });
  mount(attendanceOffice.attendanceSheet, ({ actor, params }) =>
    office.attendanceSheet(campus, actor, params.subjectId),
  );
};
