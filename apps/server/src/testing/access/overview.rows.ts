import { capitalise } from '@campus/contract';
import { closed, open, own, type Row } from './row.ts';

export const overviewRows: readonly Row[] = [
  {
    id: 'search.find',
    admin: 200,
    teacher: open,
    student: open,
    request: () => ({ path: '/api/search?search=student' }),
  },
  {
    id: 'overview.campus',
    admin: 200,
    teacher: open,
    student: open,
    request: () => ({ path: '/api/campus' }),
  },
  ...['students', 'faculty', 'classes'].map((what): Row => ({
    id: `overview.count${capitalise(what)}`,
    admin: 200,
    teacher: open,
    student: closed,
    request: () => ({ path: `/api/AdminDashboard/${what}/count` }),
  })),
  {
    id: 'overview.teacherOverview',
    admin: 200,
    teacher: own,
    student: closed,
    request: ({ teacher }) => ({ path: `/api/faculty/${teacher.email}/overview` }),
  },
  {
    id: 'overview.studentOverview',
    admin: 200,
    teacher: closed,
    student: own,
    request: ({ student }) => ({ path: `/api/students/${student.email}/overview` }),
  },
  {
    id: 'overview.adminOverview',
    admin: 200,
    teacher: closed,
    student: closed,
    request: () => ({ path: '/api/overview' }),
  },
  {
    id: 'overview.listStudentEnrolments',
    admin: 200,
    teacher: closed,
    student: own,
    request: ({ student }) => ({ path: `/api/students/${student.email}/enrolments` }),
  },
];
