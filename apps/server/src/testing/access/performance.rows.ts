import { closed, open, own, type Row } from './row.ts';

export const performanceRows: readonly Row[] = [
  {
    id: 'performance.choices',
    admin: 200,
    teacher: open,
    student: closed,
    request: () => ({ path: '/api/performance/choices' }),
  },
  {
    id: 'performance.school',
    admin: 200,
    teacher: own,
    student: closed,
    request: ({ subject }) => ({ path: `/api/performance?subjectId=${subject}` }),
  },
  {
    id: 'performance.students',
    admin: 200,
    teacher: own,
    student: closed,
    request: ({ subject }) => ({
      path: `/api/performance/students?subjectId=${subject}&limit=10`,
    }),
  },
  {
    id: 'performance.fallen',
    admin: 200,
    teacher: own,
    student: closed,
    request: ({ subject }) => ({ path: `/api/performance/fallen?subjectId=${subject}` }),
  },
  {
    id: 'performance.monthlyMarks',
    admin: 200,
    teacher: closed,
    student: own,
    request: ({ student }) => ({ path: `/api/performance/student/${student.email}` }),
  },
  {
    id: 'resultSheet.read',
    admin: 200,
    teacher: closed,
    student: own,
    request: ({ student, term }) => ({
      path: `/api/performance/student/${student.email}/terms/${term}`,
    }),
  },
  {
    id: 'gradingScale.read',
    admin: 200,
    teacher: open,
    student: open,
    request: () => ({ path: '/api/grading-scale' }),
  },
  {
    id: 'gradingScale.set',
    admin: 200,
    teacher: closed,
    student: closed,
    request: () => ({
      path: '/api/grading-scale',
      body: {
        grades: [
          { letter: 'Pass', fromPercent: 40, points: 1 },
          { letter: 'Fail', fromPercent: 0, points: 0 },
        ],
      },
    }),
  },
  {
    id: 'gradingScale.history',
    admin: 200,
    teacher: closed,
    student: closed,
    request: () => ({ path: '/api/grading-scale/history' }),
  },
];
