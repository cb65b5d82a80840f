import {
  IconBook2,
  IconCalendarCheck,
  IconCalendarEvent,
  IconChalkboard,
  IconChartLine,
  IconClipboardText,
  IconFileCertificate,
  IconFingerprint,
  IconLayoutDashboard,
  IconSchool,
  IconSpeakerphone,
  IconUserCog,
  IconUsers,
} from '@tabler/icons-react';
import type { AreaPage } from './area-page.ts';

/** In the order of the sidebar. Written out: the build reads from here what each page needs. */
export const teacherPages: readonly AreaPage[] = [
  {
    path: 'dashboard',
    link: { label: 'Dashboard', icon: IconLayoutDashboard },
    load: () => import('../../features/composed/dashboards/teacher-dashboard.page.tsx'),
  },
  {
    path: 'students',
    link: { label: 'Students', icon: IconUsers },
    load: () => import('../../features/composed/teacher-students.page.tsx'),
  },
  {
    path: 'attendance',
    link: { label: 'Attendance', icon: IconCalendarCheck },
    load: () => import('../../features/attendance/mark-attendance.page.tsx'),
  },
  {
    path: 'communication',
    link: { label: 'Announcement', icon: IconSpeakerphone },
    load: () => import('../../features/announcements/announcements.page.tsx'),
  },
  {
    path: 'settings',
    link: { label: 'Settings & Profile', icon: IconUserCog },
    load: () => import('../../features/profiles/teacher-profile.page.tsx'),
  },
  {
    path: 'classes',
    link: { label: 'Classes', icon: IconChalkboard, secondary: true },
    load: () => import('../../features/calendar/class-info/teacher-classes.page.tsx'),
  },
  {
    path: 'teachers',
    link: { label: 'Teachers', icon: IconSchool, secondary: true },
    load: () => import('../../features/profiles/directory/directory.page.tsx'),
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
    load: () => import('../../features/performance/teacher-performance.page.tsx'),
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
