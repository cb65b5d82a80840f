import { IconClipboardText } from '@tabler/icons-react';
import type { AreaPage } from './routes.tsx';

const below = { icon: IconClipboardText, hidden: true } as const;

/** Of whoever keeps assignments: all, one, and one student's work on it. */
export const keptAssignmentPages: readonly AreaPage[] = [
  {
    path: 'assignments',
    label: 'Assignments',
    icon: IconClipboardText,
    quiet: true,
    load: () => import('../features/assignments/assignments.page.tsx'),
  },
  {
    ...below,
    path: 'assignments/$assignmentId',
    label: 'Assignment',
    load: () => import('../features/assignments/kept/assignment.page.tsx'),
  },
  {
    ...below,
    path: 'assignments/$assignmentId/$studentEmail',
    label: 'Work',
    load: () => import('../features/assignments/work/work.page.tsx'),
  },
];

/** Of a student: all, and one with what was handed in. */
export const ownAssignmentPages: readonly AreaPage[] = [
  {
    path: 'assignments',
    label: 'Assignments',
    icon: IconClipboardText,
    quiet: true,
    load: () => import('../features/assignments/student/student-assignments.page.tsx'),
  },
  {
    ...below,
    path: 'assignments/$assignmentId',
    label: 'Assignment',
    load: () => import('../features/assignments/student/own-work.page.tsx'),
  },
];
