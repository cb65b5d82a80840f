import {
  IconBook2,
  IconBooks,
  IconCalendarCheck,
  IconCalendarEvent,
  IconCalendarTime,
  IconChartLine,
  IconClipboardText,
  IconFileCertificate,
  IconFingerprint,
  IconLayoutDashboard,
  IconSchool,
  IconSettings,
  IconShieldLock,
  IconSpeakerphone,
  IconUserEdit,
  IconUsers,
} from '@tabler/icons-react';
import { OpenCountBadge } from '../../features/corrections/open-count-badge.tsx';
import type { AreaPage } from './area-page.ts';

/** In the order of the sidebar. Written out: the build reads from here what each page needs. */
export const adminPages: readonly AreaPage[] = [
  {
    path: 'dashboard',
    link: { label: 'Dashboard', icon: IconLayoutDashboard },
    load: () => import('../../features/composed/dashboards/admin-dashboard.page.tsx'),
  },
  {
    path: 'classes',
    link: { label: 'Subjects', icon: IconBooks },
    load: () => import('../../features/subjects/admin-subjects.page.tsx'),
  },
  {
    path: 'classes/$subjectId',
    load: () => import('../../features/subjects/subject/subject.page.tsx'),
  },
  {
    path: 'students',
    link: { label: 'Students', icon: IconUsers },
    load: () => import('../../features/people/admin-students.page.tsx'),
  },
  {
    path: 'students/$studentId',
    load: () => import('../../features/composed/records/student-record.page.tsx'),
  },
  {
    path: 'students/$studentId/attendance',
    load: () => import('../../features/composed/records/student-attendance.page.tsx'),
  },
  {
    path: 'students/$studentId/performance',
    load: () => import('../../features/composed/records/student-performance.page.tsx'),
  },
  {
    path: 'students/$studentId/performance/$termId',
    load: () => import('../../features/composed/records/student-result-sheet.page.tsx'),
  },
  {
    path: 'teachers',
    link: { label: 'Teachers', icon: IconSchool },
    load: () => import('../../features/people/admin-teachers.page.tsx'),
  },
  {
    path: 'teachers/$teacherId',
    load: () => import('../../features/composed/records/faculty-record.page.tsx'),
  },
  {
    path: 'communication',
    link: { label: 'Announcement', icon: IconSpeakerphone },
    load: () => import('../../features/announcements/admin-announcements.page.tsx'),
  },
  {
    path: 'terms',
    link: { label: 'Terms', icon: IconCalendarTime, secondary: true },
    load: () => import('../../features/subjects/terms/terms.page.tsx'),
  },
  { path: 'terms/$termId', load: () => import('../../features/subjects/terms/term.page.tsx') },
  {
    path: 'terms/$termId/close',
    load: () => import('../../features/subjects/closing/close-term.page.tsx'),
  },
  {
    path: 'corrections',
    link: { label: 'Corrections', icon: IconUserEdit, secondary: true, badge: OpenCountBadge },
    load: () => import('../../features/corrections/admin-corrections.page.tsx'),
  },
  {
    path: 'attendance',
    link: { label: 'Attendance', icon: IconCalendarCheck, secondary: true },
    load: () => import('../../features/attendance/admin/admin-attendance.page.tsx'),
  },
  {
    path: 'attendance/$subjectId/sheet',
    load: () => import('../../features/attendance/admin/sheet.page.tsx'),
  },
  {
    path: 'attendance/$subjectId/$date',
    load: () => import('../../features/attendance/admin/correct-attendance.page.tsx'),
  },
  {
    path: 'attendance/$subjectId/$date/print',
    load: () => import('../../features/attendance/admin/print-roster.page.tsx'),
  },
  {
    path: 'assignments',
    link: { label: 'Assignments', icon: IconClipboardText, secondary: true },
    load: () => import('../../features/assignments/assignments.page.tsx'),
  },
  {
    path: 'assignments/$assignmentId',
    load: () => import('../../features/assignments/manage/assignment.page.tsx'),
  },
  {
    path: 'assignments/$assignmentId/$studentEmail',
    load: () => import('../../features/assignments/work/work.page.tsx'),
  },
  {
    path: 'exams',
    link: { label: 'Exams', icon: IconFileCertificate, secondary: true },
    load: () => import('../../features/exams/exams.page.tsx'),
  },
  { path: 'exams/$examId', load: () => import('../../features/exams/exam/exam.page.tsx') },
  {
    path: 'performance',
    link: { label: 'Performance', icon: IconChartLine, secondary: true },
    load: () => import('../../features/performance/admin-performance.page.tsx'),
  },
  {
    path: 'library',
    link: { label: 'Library', icon: IconBook2, secondary: true },
    load: () => import('../../features/library/desk/admin-library.page.tsx'),
  },
  {
    path: 'library/import',
    load: () => import('../../features/library/import/import-books.page.tsx'),
  },
  {
    path: 'events',
    link: { label: 'Events', icon: IconCalendarEvent, secondary: true },
    load: () => import('../../features/composed/calendar/admin-calendar.page.tsx'),
  },
  {
    path: 'administrators',
    link: { label: 'Administrators', icon: IconShieldLock, secondary: true },
    load: () => import('../../features/accounts/administrators.page.tsx'),
  },
  {
    path: 'people/$personId/account',
    load: () => import('../../features/accounts/person-account.page.tsx'),
  },
  {
    path: 'security',
    link: { label: 'Security', icon: IconFingerprint, secondary: true },
    load: () => import('../../features/identity/security/security.page.tsx'),
  },
  {
    path: 'settings',
    link: { label: 'Settings', icon: IconSettings, secondary: true },
    load: () => import('../../features/composed/admin-settings.page.tsx'),
  },
];
