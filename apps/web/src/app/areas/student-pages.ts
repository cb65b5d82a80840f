import {
  IconBook2,
  IconCalendarCheck,
  IconCalendarEvent,
  IconChartLine,
  IconClipboardText,
  IconFileCertificate,
  IconFingerprint,
  IconLayoutDashboard,
  IconSpeakerphone,
  IconUserCircle,
} from '@tabler/icons-react';
import type { AreaPage } from './area-page.ts';

/** In the order of the sidebar. Written out: the build reads from here what each page needs. */
export const studentPages: readonly AreaPage[] = [
  {
    path: 'dashboard',
    link: { label: 'Dashboard', icon: IconLayoutDashboard },
    load: () => import('../../features/composed/dashboards/student-dashboard.page.tsx'),
  },
  {
    path: 'attendance',
    link: { label: 'Attendance', icon: IconCalendarCheck },
    load: () => import('../../features/attendance/student/student-attendance.page.tsx'),
  },
  {
    path: 'communication',
    link: { label: 'Announcement', icon: IconSpeakerphone },
    load: () => import('../../features/announcements/announcements.page.tsx'),
  },
  {
    path: 'settings',
    link: { label: 'Profile', icon: IconUserCircle },
    load: () => import('../../features/profiles/student-profile.page.tsx'),
  },
  {
    path: 'assignments',
    link: { label: 'Assignments', icon: IconClipboardText, secondary: true },
    load: () => import('../../features/assignments/student/student-assignments.page.tsx'),
  },
  {
    path: 'assignments/$assignmentId',
    load: () => import('../../features/assignments/student/own-work.page.tsx'),
  },
  {
    path: 'exams',
    link: { label: 'Exams', icon: IconFileCertificate, secondary: true },
    load: () => import('../../features/exams/student/student-exams.page.tsx'),
  },
  {
    path: 'performance',
    link: { label: 'Performance', icon: IconChartLine, secondary: true },
    load: () => import('../../features/performance/student-performance.page.tsx'),
  },
  {
    path: 'performance/$termId',
    load: () => import('../../features/performance/result-sheet.page.tsx'),
  },
  {
    path: 'library',
    link: { label: 'Library', icon: IconBook2, secondary: true },
    load: () => import('../../features/library/reader/reader-library.page.tsx'),
  },
  {
    path: 'events',
    link: { label: 'Events', icon: IconCalendarEvent, secondary: true },
    load: () => import('../../features/composed/calendar/own-calendar.page.tsx'),
  },
  {
    path: 'security',
    link: { label: 'Security', icon: IconFingerprint, secondary: true },
    load: () => import('../../features/identity/security/security.page.tsx'),
  },
];
