import { attendanceHistory, attendanceReports } from '@campus/contract';
import type { Campus } from '../../campus.ts';
import { RawJson } from '../../http/call.ts';
import type { Mount } from '../../http/mount.ts';
import { describePage } from '../../http/pages.ts';
import * as reports from './reports.service.ts';

/** What happened to the marks, and what they come to: history, overviews and lists. */
export const reportsRoutes = (mount: Mount, campus: Campus): void => {
  mount(attendanceHistory.classHistory, async ({ actor, params }) => {
    const { changes } = await reports.classHistory(campus, actor, params.subjectId, params.date);
    return new RawJson(changes);
  });
  mount(attendanceReports.dayOverview, ({ params }) => reports.dayOverview(campus, params.date));
  mount(attendanceReports.listLowAttendance, async ({ query, request, reply }) => {
    const { rows, total } = await reports.lowAttendance(campus, query);
    describePage(request, reply, { total, next: undefined });
    return rows;
  });
  mount(attendanceReports.attendanceSheet, ({ actor, params }) =>
    reports.attendanceSheet(campus, actor, params.subjectId),
  );
};
