import { attendance, attendanceHistory, attendanceReports } from '@campus/contract';
import type { Campus } from '../../campus.ts';
import type { Mount } from '../../http/mount.ts';
import * as service from './attendance.service.ts';
import * as reports from './reports.service.ts';
import { submitAttendance } from './submission.service.ts';

export const attendanceRoutes = (mount: Mount, campus: Campus): void => {
  const shared = service.createSharedReads(campus);
  mount(attendance.facultySubjects, service.facultySubjects);
  mount(attendance.roster, service.roster);
  mount(attendance.subjectStats, shared.subjectStats);
  mount(attendance.submitAttendance, submitAttendance);
  mount(attendance.studentSubjects, service.studentSubjects);
  mount(attendance.studentRecords, shared.studentRecords);
  mount(attendance.studentSubjectRecords, service.studentSubjectRecords);
  mount(attendance.studentPercentages, service.studentPercentages);
  mount(attendance.studentSummary, shared.studentSummary);

  mount(attendanceHistory.classHistory, reports.classHistory);
  mount(attendanceReports.dayOverview, reports.dayOverview);
  mount(attendanceReports.listLowAttendance, reports.listLowAttendance);
  mount(attendanceReports.attendanceSheet, reports.attendanceSheet);
};
