import { closed, own, type Row } from './row.ts';

export const attendanceRows: readonly Row[] = [
  {
    id: 'attendance.facultySubjects',
    admin: 200,
    teacher: own,
    student: closed,
    request: ({ teacher }) => ({ path: `/api/attendance/faculty/${teacher.email}/subjects` }),
  },
  {
    id: 'attendance.roster',
    admin: 200,
    teacher: own,
    student: closed,
    request: ({ subject }) => ({ path: `/api/attendance/subject/${subject}/date/2026-03-11` }),
  },
  {
    id: 'attendance.classHistory',
    admin: 200,
    teacher: own,
    student: closed,
    request: ({ subject }) => ({
      path: `/api/attendance/subject/${subject}/date/2026-03-11/history`,
    }),
  },
  {
    id: 'attendance.attendanceSheet',
    admin: 200,
    teacher: own,
    student: closed,
    request: ({ subject }) => ({ path: `/api/attendance/subject/${subject}/sheet` }),
  },
  {
    id: 'attendance.dayOverview',
    admin: 200,
    teacher: closed,
    student: closed,
    request: () => ({ path: '/api/attendance/day/2026-03-11' }),
  },
  {
    id: 'attendance.listLowAttendance',
    admin: 200,
    teacher: closed,
    student: closed,
    request: () => ({ path: '/api/attendance/low?below=80&limit=10' }),
  },
  {
    id: 'attendance.subjectStats',
    admin: 200,
    teacher: own,
    student: closed,
    request: ({ subject }) => ({ path: `/api/attendance/stats/subject/${subject}` }),
  },
  {
    id: 'attendance.submitAttendance',
    admin: 200,
    teacher: own,
    student: closed,
    request: ({ subject, teacher, student }) => ({
      path: '/api/attendance/bulk',
      body: {
        facultyEmail: teacher.email,
        subjectId: subject,
        date: '2026-03-11',
        studentAttendances: [{ studentEmail: student.email, present: true, remarks: null }],
      },
    }),
  },
  {
    id: 'attendance.studentSubjects',
    admin: 200,
    teacher: closed,
    student: own,
    request: ({ student }) => ({ path: `/api/attendance/student/${student.email}/subjects` }),
  },
  {
    id: 'attendance.studentRecords',
    admin: 200,
    teacher: closed,
    student: own,
    request: ({ student }) => ({ path: `/api/attendance/student/${student.email}` }),
  },
  {
    id: 'attendance.studentSubjectRecords',
    admin: 200,
    teacher: closed,
    student: own,
    request: ({ student, subject }) => ({
      path: `/api/attendance/student/${student.email}/subject/${subject}`,
    }),
  },
  {
    id: 'attendance.studentPercentages',
    admin: 200,
    teacher: closed,
    student: own,
    request: ({ student }) => ({ path: `/api/attendance/student/${student.email}/percentages` }),
  },
  {
    id: 'attendance.studentSummary',
    admin: 200,
    teacher: closed,
    student: own,
    request: ({ student }) => ({ path: `/api/students/${student.email}/attendance-summary` }),
  },
];
