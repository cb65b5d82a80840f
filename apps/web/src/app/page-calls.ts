import {
  accounts,
  administrators,
  assignments,
  attendance,
  catalogue,
  corrections,
  exams,
  lending,
  moveIn,
  people,
  programmes,
  reports,
  schoolPerformance,
  settings,
  subjects,
  system,
  terms,
  trail,
} from '@campus/contract';
import type { Needed } from '../lib/may-call.tsx';

/**
 * The call that each administrators' page depends on; it also applies to the pages below it, unless they have
 * their own. Pages not listed are open to every administrator.
 */
const pageCalls: Readonly<Record<string, Needed>> = {
  classes: subjects.listEnrollments,
  'classes/$subjectId/sheets': schoolPerformance.listResultSheets,
  students: people.listStudents,
  'students/$studentId/attendance': attendance.studentSummary,
  'students/$studentId/performance': schoolPerformance.monthlyMarks,
  'students/$studentId/performance/$termId': schoolPerformance.resultSheet,
  teachers: people.readFaculty,
  terms: terms.termSubjects,
  'terms/$termId/close': terms.closeTerm,
  corrections: corrections.listCorrections,
  attendance: attendance.dayOverview,
  'attendance/$subjectId/$date': attendance.submitAttendance,
  programmes: programmes.listProgrammes,
  reports: reports.listReports,
  performance: schoolPerformance.schoolPerformance,
  exams: exams.listExams,
  assignments: assignments.listAssignments,
  library: lending.listLoans,
  'move-in': moveIn.readMoveIn,
  'move-in/compare': moveIn.totals.store,
  'library/import': catalogue.bookFile.store,
  administrators: administrators.list,
  people: accounts.readAccount,
  audit: trail.listTrail,
  system: system.readSystem,
  settings: settings.readSettings,
};

/** The call for a path below the area, in the router's notation (`students/$studentId`). */
export const callOfPage = (path: string): Needed | undefined =>
  pageCalls[path] ?? pageCalls[path.split('/')[0] ?? ''];
