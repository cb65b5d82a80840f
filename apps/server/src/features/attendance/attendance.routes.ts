import { attendance, attendanceHistory, attendanceReports } from '@campus/contract';
import type { Campus } from '../../campus.ts';
import type { Mount } from '../../http/mount.ts';
import * as service from './attendance.service.ts';
import * as reports from './reports.service.ts';
import { submitAttendance } from './submission.service.ts';

export const attendanceRoutes = (mount: Mount, campus: Campus): void => {
  const { createSharedReads, ...own } = service;
  mount(attendance, { ...own, ...createSharedReads(campus), submitAttendance });
  mount(attendanceHistory, reports);
  mount(attendanceReports, reports);
};
