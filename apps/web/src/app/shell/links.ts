import type { Role } from '@campus/contract';
import {
  type Icon,
  IconBook2,
  IconBooks,
  IconCalendarCheck,
  IconCalendarEvent,
  IconCalendarTime,
  IconChalkboard,
  IconChartLine,
  IconClipboardText,
  IconFileCertificate,
  IconFingerprint,
  IconHistory,
  IconHeartbeat,
  IconLayoutDashboard,
  IconReportAnalytics,
  IconSchool,
  IconSettings,
  IconShieldLock,
  IconSpeakerphone,
  IconUserCircle,
  IconUserCog,
  IconUserEdit,
  IconUsers,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { OpenCountBadge } from '../../features/corrections/open-count-badge.tsx';

export interface AreaLink {
  /** The path below the area: `students` of `/admin/students`. */
  readonly path: string;
  readonly label: string;
  readonly icon: Icon;
  /** Shown next to the label: what is waiting there. Renders nothing if nothing is. */
  readonly badge?: ComponentType;
}

const dashboard = { path: 'dashboard', label: 'Dashboard', icon: IconLayoutDashboard };
const students = { path: 'students', label: 'Students', icon: IconUsers };
const teachers = { path: 'teachers', label: 'Teachers', icon: IconSchool };
const attendance = { path: 'attendance', label: 'Attendance', icon: IconCalendarCheck };
const announcement = { path: 'communication', label: 'Announcement', icon: IconSpeakerphone };
const shared = [
  { path: 'assignments', label: 'Assignments', icon: IconClipboardText },
  { path: 'exams', label: 'Exams', icon: IconFileCertificate },
  { path: 'performance', label: 'Performance', icon: IconChartLine },
  { path: 'library', label: 'Library', icon: IconBook2 },
  { path: 'events', label: 'Events', icon: IconCalendarEvent },
];
const security = { path: 'security', label: 'Security', icon: IconFingerprint };

interface AreaLinks {
  readonly first: readonly AreaLink[];
  /** In smaller letters. */
  readonly second: readonly AreaLink[];
}

/** The two groups of the sidebar. Pages without a link are reached from other pages. */
export const links: Readonly<Record<Role, AreaLinks>> = {
  admin: {
    first: [
      dashboard,
      { path: 'classes', label: 'Subjects', icon: IconBooks },
      students,
      teachers,
      announcement,
    ],
    second: [
      { path: 'terms', label: 'Terms', icon: IconCalendarTime },
      { path: 'corrections', label: 'Corrections', icon: IconUserEdit, badge: OpenCountBadge },
      attendance,
      ...shared,
      { path: 'administrators', label: 'Administrators', icon: IconShieldLock },
      { path: 'reports', label: 'Reports', icon: IconReportAnalytics },
      { path: 'audit', label: 'Audit', icon: IconHistory },
      { path: 'system', label: 'System', icon: IconHeartbeat },
      security,
      { path: 'settings', label: 'Settings', icon: IconSettings },
    ],
  },
  student: {
    first: [
      dashboard,
      attendance,
      announcement,
      { path: 'settings', label: 'Profile', icon: IconUserCircle },
    ],
    second: [...shared, security],
  },
  teacher: {
    first: [
      dashboard,
      students,
      attendance,
      announcement,
      { path: 'settings', label: 'Settings & Profile', icon: IconUserCog },
    ],
    second: [
      { path: 'classes', label: 'Classes', icon: IconChalkboard },
      teachers,
      ...shared,
      security,
    ],
  },
};
