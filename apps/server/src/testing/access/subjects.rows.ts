import { closed, counter, fresh, type Row } from './row.ts';

export const subjectsRows: readonly Row[] = [
  {
    id: 'subjects.list',
    admin: 200,
    teacher: closed,
    student: closed,
    request: () => ({ path: '/api/enrollments' }),
  },
  {
    id: 'subjects.createForAll',
    admin: 201,
    teacher: closed,
    student: closed,
    request: ({ teacher }) => ({
      path: '/api/enrollments/create-for-all',
      body: { subjectName: 'New', subjectCode: fresh(), credits: 1, emailId: teacher.email },
    }),
  },
  {
    id: 'subjects.read',
    admin: 200,
    teacher: closed,
    student: closed,
    request: ({ subject }) => ({ path: `/api/subjects/${subject}` }),
  },
  {
    id: 'subjects.change',
    admin: 200,
    teacher: closed,
    student: closed,
    request: ({ subject }) => ({ path: `/api/subjects/${subject}`, body: { credits: 3 } }),
  },
  {
    id: 'subjects.enrolments',
    admin: 200,
    teacher: closed,
    student: closed,
    request: ({ subject }) => ({ path: `/api/subjects/${subject}/enrolments` }),
  },
  {
    id: 'subjects.addEnrolment',
    admin: 201,
    teacher: closed,
    student: closed,
    request: ({ subject, newcomer }) => ({
      path: `/api/subjects/${subject}/enrolments`,
      body: { studentEmail: newcomer.email, fromOn: '2026-03-11' },
    }),
  },
  {
    id: 'subjects.dropEnrolment',
    admin: 200,
    teacher: closed,
    student: closed,
    request: ({ enrolment }) => ({
      path: `/api/enrolments/${enrolment}/drop`,
      body: { lastDay: '2026-03-12' },
    }),
  },
  {
    id: 'terms.list',
    admin: 200,
    teacher: closed,
    student: closed,
    request: () => ({ path: '/api/terms' }),
  },
  {
    id: 'terms.create',
    admin: 201,
    teacher: closed,
    student: closed,
    request: () => {
      const year = 2030 + counter();
      return {
        path: '/api/terms',
        body: { name: fresh(), startsOn: `${year}-01-01`, endsOn: `${year}-06-30` },
      };
    },
  },
  {
    id: 'terms.change',
    admin: 200,
    teacher: closed,
    student: closed,
    request: ({ term }) => ({ path: `/api/terms/${term}`, body: { name: fresh() } }),
  },
  {
    // The open term again: that is allowed, and nothing happens.
    id: 'terms.open',
    admin: 200,
    teacher: closed,
    student: closed,
    request: ({ term }) => ({ path: `/api/terms/${term}/open`, body: {} }),
  },
  {
    id: 'terms.subjects',
    admin: 200,
    teacher: closed,
    student: closed,
    request: ({ term }) => ({ path: `/api/terms/${term}/subjects` }),
  },
  {
    id: 'terms.close',
    admin: 200,
    teacher: closed,
    student: closed,
    request: ({ term }) => ({
      path: `/api/terms/${term}/close?dryRun=true`,
      body: {
        next: { name: 'Next', startsOn: '2027-01-01', endsOn: '2027-06-30' },
        promote: { semester: true, year: true },
        carrySubjects: 'all',
      },
    }),
  },
];
