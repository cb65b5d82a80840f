import { reports } from '@campus/contract';
import { closed, open, own, type Records, type Row } from './row.ts';

/** A row for a report, or for a list as a file, which the list's readers may export. */
const file = (
  id: string,
  path: (records: Records) => string,
  teacher: Row['teacher'] = closed,
  student: Row['student'] = closed,
): Row => ({
  id,
  admin: 200,
  teacher,
  student,
  // A teacher's own records belong to a subject, and a helper reads those.
  ofSection: teacher === own ? open : teacher,
  request: (records) => ({ path: path(records) }),
});

/** The rows of a report and of its file; each report has its own duty. */
const reportRowsOf = (id: reports.ReportId): readonly Row[] =>
  [
    file('reports.readReport', () => `/api/reports/${id}`),
    file('reports.exportReport', () => `/api/reports/${id}/export?format=xlsx`),
  ].map((row) => ({ ...row, access: reports.accessOf[id] }));

export const reportRows: readonly Row[] = [
  file('reports.listReports', () => '/api/reports'),
  ...reports.reportIds.flatMap(reportRowsOf),
  file('lending.exportLoans', () => '/api/library/loans/export?show=overdue'),
  file('lending.exportReservations', () => '/api/library/reservations/export'),
  file('people.exportFaculty', () => '/api/people/faculty/export'),
  file('attendance.exportLowAttendance', () => '/api/attendance/low/export?below=80'),
  file('exams.exportExams', ({ subject }) => `/api/exams/export?subjectId=${subject}`, own),
  file(
    'assignments.exportAssignments',
    ({ subject }) => `/api/assignments/export?subjectId=${subject}`,
    own,
  ),
  file('programmes.exportProgrammes', () => '/api/programmes/export'),
  file('programmes.exportDepartments', () => '/api/departments/export?format=xlsx'),
  file('events.exportEventsHistory', () => '/api/event-history/export'),
  file('corrections.exportCorrections', () => '/api/corrections/export?state=open'),
  file('announcements.exportAnnouncements', () => '/api/all/announcement/export', open, open),
  file('terms.exportTermSubjects', ({ term }) => `/api/terms/${term}/subjects/export`),
  file('terms.exportTerms', () => '/api/terms/export'),
  file('administrators.exportList', () => '/api/admins/export'),
  file('attendance.exportDay', () => '/api/attendance/day/2026-03-10/export?open=true'),
  file(
    'attendance.exportSheet',
    ({ subject }) => `/api/attendance/subject/${subject}/sheet/export`,
    own,
  ),
  file(
    'attendance.exportRoster',
    ({ subject }) => `/api/attendance/subject/${subject}/date/2026-03-10/export`,
    own,
  ),
  file(
    'schoolPerformance.exportDecliningStudents',
    ({ subject }) => `/api/performance/fallen/export?subjectId=${subject}`,
    own,
  ),
  file('terms.exportLeavers', ({ term }) => `/api/terms/${term}/leavers/export`),
  file(
    'overview.exportStudentEnrolments',
    ({ student }) => `/api/students/${student.email}/enrolments/export`,
    closed,
    own,
  ),
  file(
    'attendance.exportStudentRecords',
    ({ student }) => `/api/attendance/student/${student.email}/export`,
    closed,
    own,
  ),
  file(
    'attendance.exportStudentSubjectRecords',
    ({ student, subject }) => `/api/attendance/student/${student.email}/subject/${subject}/export`,
    closed,
    own,
  ),
  file('subjects.exportSubjects', () => '/api/enrollments/export?format=xlsx'),
  file('subjects.exportEnrolments', ({ subject }) => `/api/subjects/${subject}/enrolments/export`),
  file(
    'schoolPerformance.exportStudentScores',
    ({ subject }) => `/api/performance/students/export?subjectId=${subject}`,
    own,
  ),
];
