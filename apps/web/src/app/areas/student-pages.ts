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
    label: 'Dashboard',
    icon: IconLayoutDashboard,
    load: () => import('../dashboards/student-dashboard.page.tsx'),
  },
  {
    path: 'attendance',
    label: 'Attendance',
    icon: IconCalendarCheck,
    load: () => import('../../features/attendance/student-attendance.page.tsx'),
  },
  {
    path: 'communication',
    label: 'Announcement',
    icon: IconSpeakerphone,
    load: () => import('../../features/announcements/announcements.page.tsx'),
  },
  {
    path: 'settings',
    label: 'Profile',
    icon: IconUserCircle,
    load: () => import('../../features/profiles/student-profile.page.tsx'),
  },
  {
    path: 'assignments',
    label: 'Assignments',
    icon: IconClipboardText,
    quiet: true,
    load: () => import('../../features/assignments/student/student-assignments.page.tsx'),
  },
  {
    icon: IconClipboardText,
    hidden: true,
    path: 'assignments/$assignmentId',
    label: 'Assignment',
    load: () => import('../../features/assignments/student/own-work.page.tsx'),
  },
  {
    path: 'exams',
    label: 'Exams',
    icon: IconFileCertificate,
    quiet: true,
    load: () => import('../../features/exams/student/student-exams.page.tsx'),
  },
  {
    path: 'performance',
    label: 'Performance',
    icon: IconChartLine,
    quiet: true,
    load: () => import('../../features/performance/student-performance.page.tsx'),
  },
  {
    path: 'performance/$termId',
    label: 'Result sheet',
    icon: IconChartLine,
    hidden: true,
    load: () => import('../../features/performance/result-sheet.page.tsx'),
  },
  {
    path: 'library',
    label: 'Library',
    icon: IconBook2,
    quiet: true,
    load: () => import('../../features/library/reader/reader-library.page.tsx'),
  },
  {
    path: 'events',
    label: 'Events',
    icon: IconCalendarEvent,
    quiet: true,
    load: () => import('../calendar/own-calendar.page.tsx'),
  },
  {
    path: 'security',
    label: 'Security',
    icon: IconFingerprint,
    quiet: true,
    load: () => import('../../features/identity/security/security.page.tsx'),
  },
];
