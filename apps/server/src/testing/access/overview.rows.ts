import { closed, open, type Row } from './row.ts';

export const overviewRows: readonly Row[] = [
  {
    id: 'overview.campus',
    admin: 200,
    teacher: open,
    student: open,
    request: () => ({ path: '/api/campus' }),
  },
  ...['students', 'faculty', 'classes'].map((what): Row => ({
    id: `overview.count${what[0]?.toUpperCase()}${what.slice(1)}`,
    admin: 200,
    teacher: open,
    student: closed,
    request: () => ({ path: `/api/AdminDashboard/${what}/count` }),
  })),
];
