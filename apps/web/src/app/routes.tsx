import type { Role } from '@campus/contract';
import type { ComponentType } from 'react';
import {
  IconBook2,
  IconBooks,
  IconCalendarCheck,
  IconCalendarEvent,
  IconCalendarTime,
  IconChalkboard,
  IconChartLine,
  IconFileCertificate,
  IconKey,
  IconLayoutDashboard,
  IconSchool,
  IconSettings,
  IconShieldLock,
  IconSpeakerphone,
  IconUserCircle,
  IconUserCog,
  IconUserEdit,
  IconUsers,
} from '@tabler/icons-react';
import type { Icon } from '@tabler/icons-react';
import { keptAssignmentPages, ownAssignmentPages } from './assignment-pages.ts';
import { OpenCountBadge } from '../features/corrections/open-count-badge.tsx';

export interface AreaPage {
  /** Below the area: `students` of `/admin/students`. */
  readonly path: string;
  /** In the sidebar, and the heading until the page is built. */
  readonly label: string;
  readonly icon: Icon;
  /** In the second, quieter group of the sidebar. */
  readonly quiet?: true;
  /** Not in the sidebar: reached from the page it lies below. */
  readonly hidden?: true;
  /** Beside the label in the sidebar: what waits there. Renders nothing while nothing does. */
  readonly badge?: ComponentType;
  /** The page, in a chunk of its own. Without it the route says that it comes later. */
  readonly load?: () => Promise<{ default: ComponentType }>;
}

/** Every route behind the sign-in, in the order of the sidebars. A new page is plugged in here. */
export const areas: Readonly<Record<Role, readonly AreaPage[]>> = {
  admin: [
    {
      path: 'dashboard',
      label: 'Dashboard',
      icon: IconLayoutDashboard,
      load: () => import('./dashboards/admin-dashboard.page.tsx'),
    },
    {
      path: 'classes',
      label: 'Subjects',
      icon: IconBooks,
      load: () => import('../features/subjects/admin-subjects.page.tsx'),
    },
    {
      path: 'classes/$subjectId',
      label: 'Subject',
      icon: IconBooks,
      hidden: true,
      load: () => import('../features/subjects/subject/subject.page.tsx'),
    },
    {
      path: 'students',
      label: 'Students',
      icon: IconUsers,
      load: () => import('../features/people/admin-students.page.tsx'),
    },
    {
      path: 'students/$studentId',
      label: 'Student',
      icon: IconUsers,
      hidden: true,
      load: () => import('./records/student-record.page.tsx'),
    },
    {
      path: 'students/$studentId/attendance',
      label: 'Attendance',
      icon: IconUsers,
      hidden: true,
      load: () => import('./records/student-attendance.page.tsx'),
    },
    {
      path: 'students/$studentId/performance',
      label: 'Performance',
      icon: IconUsers,
      hidden: true,
      load: () => import('./records/student-performance.page.tsx'),
    },
    {
      path: 'students/$studentId/performance/$termId',
      label: 'Result sheet',
      icon: IconUsers,
      hidden: true,
      load: () => import('./records/student-result-sheet.page.tsx'),
    },
    {
      path: 'teachers',
      label: 'Teachers',
      icon: IconSchool,
      load: () => import('../features/people/admin-teachers.page.tsx'),
    },
    {
      path: 'teachers/$teacherId',
      label: 'Teacher',
      icon: IconSchool,
      hidden: true,
      load: () => import('./records/faculty-record.page.tsx'),
    },
    {
      path: 'communication',
      label: 'Announcement',
      icon: IconSpeakerphone,
      load: () => import('../features/announcements/admin-announcements.page.tsx'),
    },
    {
      path: 'terms',
      label: 'Terms',
      icon: IconCalendarTime,
      quiet: true,
      load: () => import('../features/subjects/terms/terms.page.tsx'),
    },
    {
      path: 'terms/$termId',
      label: 'Term',
      icon: IconCalendarTime,
      hidden: true,
      load: () => import('../features/subjects/terms/term.page.tsx'),
    },
    {
      path: 'terms/$termId/close',
      label: 'Close Term',
      icon: IconCalendarTime,
      hidden: true,
      load: () => import('../features/subjects/closing/close-term.page.tsx'),
    },
    {
      path: 'corrections',
      label: 'Corrections',
      icon: IconUserEdit,
      quiet: true,
      badge: OpenCountBadge,
      load: () => import('../features/corrections/admin-corrections.page.tsx'),
    },
    {
      path: 'attendance',
      label: 'Attendance',
      icon: IconCalendarCheck,
      quiet: true,
      load: () => import('../features/attendance/office/admin-attendance.page.tsx'),
    },
    {
      path: 'attendance/$subjectId/sheet',
      label: 'Attendance Sheet',
      icon: IconCalendarCheck,
      hidden: true,
      load: () => import('../features/attendance/office/sheet.page.tsx'),
    },
    {
      path: 'attendance/$subjectId/$date',
      label: 'Correct Attendance',
      icon: IconCalendarCheck,
      hidden: true,
      load: () => import('../features/attendance/office/correct-attendance.page.tsx'),
    },
    {
      path: 'attendance/$subjectId/$date/print',
      label: 'Roster',
      icon: IconCalendarCheck,
      hidden: true,
      load: () => import('../features/attendance/office/print-roster.page.tsx'),
    },
    ...keptAssignmentPages,
    {
      path: 'exams',
      label: 'Exams',
      icon: IconFileCertificate,
      quiet: true,
      load: () => import('../features/exams/exams.page.tsx'),
    },
    {
      path: 'exams/$examId',
      label: 'Exam',
      icon: IconFileCertificate,
      hidden: true,
      load: () => import('../features/exams/exam/exam.page.tsx'),
    },
    {
      path: 'performance',
      label: 'Performance',
      icon: IconChartLine,
      quiet: true,
      load: () => import('../features/performance/admin-performance.page.tsx'),
    },
    {
      path: 'library',
      label: 'Library',
      icon: IconBook2,
      quiet: true,
      load: () => import('../features/library/desk/admin-library.page.tsx'),
    },
    {
      path: 'events',
      label: 'Events',
      icon: IconCalendarEvent,
      quiet: true,
      load: () => import('./calendar/admin-calendar.page.tsx'),
    },
    {
      path: 'administrators',
      label: 'Administrators',
      icon: IconShieldLock,
      quiet: true,
      load: () => import('../features/accounts/administrators.page.tsx'),
    },
    {
      path: 'people/$personId/account',
      label: 'Account',
      icon: IconUserCircle,
      hidden: true,
      load: () => import('../features/accounts/person-account.page.tsx'),
    },
    {
      path: 'password',
      label: 'Password',
      icon: IconKey,
      quiet: true,
      load: () => import('../features/identity/change-password/admin-password.page.tsx'),
    },
    {
      path: 'settings',
      label: 'Settings',
      icon: IconSettings,
      quiet: true,
      load: () => import('./settings/admin-settings.page.tsx'),
    },
  ],
  student: [
    {
      path: 'dashboard',
      label: 'Dashboard',
      icon: IconLayoutDashboard,
      load: () => import('./dashboards/student-dashboard.page.tsx'),
    },
    {
      path: 'attendance',
      label: 'Attendance',
      icon: IconCalendarCheck,
      load: () => import('../features/attendance/student-attendance.page.tsx'),
    },
    {
      path: 'communication',
      label: 'Announcement',
      icon: IconSpeakerphone,
      load: () => import('../features/announcements/announcements.page.tsx'),
    },
    {
      path: 'settings',
      label: 'Profile',
      icon: IconUserCircle,
      load: () => import('./profiles/student-settings.page.tsx'),
    },
    ...ownAssignmentPages,
    {
      path: 'exams',
      label: 'Exams',
      icon: IconFileCertificate,
      quiet: true,
      load: () => import('../features/exams/student/student-exams.page.tsx'),
    },
    {
      path: 'performance',
      label: 'Performance',
      icon: IconChartLine,
      quiet: true,
      load: () => import('../features/performance/student-performance.page.tsx'),
    },
    {
      path: 'performance/$termId',
      label: 'Result sheet',
      icon: IconChartLine,
      hidden: true,
      load: () => import('../features/performance/result-sheet.page.tsx'),
    },
    {
      path: 'library',
      label: 'Library',
      icon: IconBook2,
      quiet: true,
      load: () => import('../features/library/reader/reader-library.page.tsx'),
    },
    {
      path: 'events',
      label: 'Events',
      icon: IconCalendarEvent,
      quiet: true,
      load: () => import('./calendar/student-calendar.page.tsx'),
    },
  ],
  teacher: [
    {
      path: 'dashboard',
      label: 'Dashboard',
      icon: IconLayoutDashboard,
      load: () => import('./dashboards/teacher-dashboard.page.tsx'),
    },
    {
      path: 'students',
      label: 'Students',
      icon: IconUsers,
      load: () => import('./profiles/teacher-students.page.tsx'),
    },
    {
      path: 'attendance',
      label: 'Attendance',
      icon: IconCalendarCheck,
      load: () => import('../features/attendance/mark-attendance.page.tsx'),
    },
    {
      path: 'communication',
      label: 'Announcement',
      icon: IconSpeakerphone,
      load: () => import('../features/announcements/announcements.page.tsx'),
    },
    {
      path: 'settings',
      label: 'Settings & Profile',
      icon: IconUserCog,
      load: () => import('./profiles/teacher-settings.page.tsx'),
    },
    {
      path: 'classes',
      label: 'Classes',
      icon: IconChalkboard,
      quiet: true,
      load: () => import('./calendar/teacher-classes.page.tsx'),
    },
    {
      path: 'teachers',
      label: 'Teachers',
      icon: IconSchool,
      quiet: true,
      load: () => import('../features/profiles/directory/directory.page.tsx'),
    },
    ...keptAssignmentPages,
    {
      path: 'exams',
      label: 'Exams',
      icon: IconFileCertificate,
      quiet: true,
      load: () => import('../features/exams/exams.page.tsx'),
    },
    {
      path: 'exams/$examId',
      label: 'Exam',
      icon: IconFileCertificate,
      hidden: true,
      load: () => import('../features/exams/exam/exam.page.tsx'),
    },
    {
      path: 'performance',
      label: 'Performance',
      icon: IconChartLine,
      quiet: true,
      load: () => import('../features/performance/teacher-performance.page.tsx'),
    },
    {
      path: 'library',
      label: 'Library',
      icon: IconBook2,
      quiet: true,
      load: () => import('../features/library/reader/reader-library.page.tsx'),
    },
    {
      path: 'events',
      label: 'Events',
      icon: IconCalendarEvent,
      quiet: true,
      load: () => import('./calendar/teacher-calendar.page.tsx'),
    },
  ],
};
