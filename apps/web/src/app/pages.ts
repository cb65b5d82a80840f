import type { Role } from '@campus/contract';
import type { ComponentType } from 'react';

/** Imports a page as a separate chunk. */
type Load = () => Promise<{ default: ComponentType }>;

const security: Load = () => import('../features/identity/security/security.page.tsx');

const ofReaders = {
  communication: () => import('../features/announcements/announcements.page.tsx'),
  library: () => import('../features/library/reader/reader-library.page.tsx'),
  events: () => import('../features/composed/calendar/own-calendar.page.tsx'),
};

const ofStaff = {
  assignments: () => import('../features/assignments/assignments.page.tsx'),
  'assignments/$assignmentId': () => import('../features/assignments/manage/assignment.page.tsx'),
  'assignments/$assignmentId/$studentEmail': () =>
    import('../features/assignments/work/work.page.tsx'),
  exams: () => import('../features/exams/exams.page.tsx'),
  'exams/$examId': () => import('../features/exams/exam/exam.page.tsx'),
};

/**
 * Every page behind the sign-in, by area and path below it. Add new pages here. Each import must be a
 * literal, because the build reads from here which files each page needs.
 */
export const pages: Readonly<Record<Role, Readonly<Record<string, Load>>>> = {
  admin: {
    ...ofStaff,
    dashboard: () => import('../features/composed/dashboards/admin-dashboard.page.tsx'),
    classes: () => import('../features/subjects/admin-subjects.page.tsx'),
    'classes/$subjectId': () => import('../features/subjects/subject/subject.page.tsx'),
    'classes/$subjectId/sheets': () => import('../features/performance/class-sheets.page.tsx'),
    students: () => import('../features/people/admin-students.page.tsx'),
    'students/$studentId': () => import('../features/composed/records/student-record.page.tsx'),
    'students/$studentId/attendance': () =>
      import('../features/composed/records/student-attendance.page.tsx'),
    'students/$studentId/performance': () =>
      import('../features/composed/records/student-performance.page.tsx'),
    'students/$studentId/performance/$termId': () =>
      import('../features/composed/records/student-result-sheet.page.tsx'),
    teachers: () => import('../features/people/admin-teachers.page.tsx'),
    'teachers/$teacherId': () => import('../features/composed/records/faculty-record.page.tsx'),
    communication: () => import('../features/announcements/admin-announcements.page.tsx'),
    terms: () => import('../features/subjects/terms/terms.page.tsx'),
    'terms/$termId': () => import('../features/subjects/terms/term.page.tsx'),
    'terms/$termId/close': () => import('../features/subjects/closing/close-term.page.tsx'),
    corrections: () => import('../features/corrections/admin-corrections.page.tsx'),
    attendance: () => import('../features/attendance/admin/admin-attendance.page.tsx'),
    'attendance/$subjectId/sheet': () => import('../features/attendance/admin/sheet.page.tsx'),
    'attendance/$subjectId/$date': () =>
      import('../features/attendance/admin/correct-attendance.page.tsx'),
    'attendance/$subjectId/$date/print': () =>
      import('../features/attendance/admin/print-roster.page.tsx'),
    performance: () => import('../features/performance/school/school-performance.page.tsx'),
    library: () => import('../features/library/desk/admin-library.page.tsx'),
    'move-in': () => import('../features/move-in/move-in.page.tsx'),
    'move-in/compare': () => import('../features/move-in/compare-totals.page.tsx'),
    'library/import': () => import('../features/library/import/import-books.page.tsx'),
    events: () => import('../features/composed/calendar/admin-calendar.page.tsx'),
    programmes: () => import('../features/programmes/programmes.page.tsx'),
    reports: () => import('../features/reports/reports.page.tsx'),
    audit: () => import('../features/trail/audit.page.tsx'),
    administrators: () => import('../features/accounts/administrators.page.tsx'),
    'people/$personId/account': () =>
      import('../features/composed/records/person-account.page.tsx'),
    system: () => import('../features/system/system.page.tsx'),
    security,
    settings: () => import('../features/composed/admin-settings.page.tsx'),
  },
  student: {
    ...ofReaders,
    dashboard: () => import('../features/composed/dashboards/student-dashboard.page.tsx'),
    attendance: () => import('../features/attendance/student/student-attendance.page.tsx'),
    settings: () => import('../features/profiles/student-profile.page.tsx'),
    assignments: () => import('../features/assignments/student/student-assignments.page.tsx'),
    'assignments/$assignmentId': () => import('../features/assignments/student/own-work.page.tsx'),
    exams: () => import('../features/exams/student/student-exams.page.tsx'),
    performance: () => import('../features/performance/student-performance.page.tsx'),
    'performance/$termId': () => import('../features/performance/result-sheet.page.tsx'),
    'subjects/$subjectId': () => import('../features/composed/subjects/student-subject.page.tsx'),
    security,
  },
  teacher: {
    ...ofReaders,
    ...ofStaff,
    dashboard: () => import('../features/composed/dashboards/teacher-dashboard.page.tsx'),
    students: () => import('../features/composed/teacher-students.page.tsx'),
    attendance: () => import('../features/attendance/mark-attendance.page.tsx'),
    settings: () => import('../features/profiles/teacher-profile.page.tsx'),
    classes: () => import('../features/calendar/class-info/teacher-classes.page.tsx'),
    'classes/$subjectId': () => import('../features/composed/subjects/teacher-subject.page.tsx'),
    teachers: () => import('../features/profiles/directory/directory.page.tsx'),
    performance: () => import('../features/performance/school/school-performance.page.tsx'),
    security,
  },
};
