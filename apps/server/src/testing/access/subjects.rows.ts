import { closed, fresh, type Row } from './row.ts';

let terms = 0;

export const subjectsRows: readonly Row[] = [
  {
    id: 'subjects.listEnrollments',
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
    id: 'subjects.readSubject',
    admin: 200,
    teacher: closed,
    student: closed,
    request: ({ subject }) => ({ path: `/api/subjects/${subject}` }),
  },
  {
    id: 'subjects.changeSubject',
    admin: 200,
    teacher: closed,
    student: closed,
    request: ({ subject }) => ({ path: `/api/subjects/${subject}`, body: { credits: 3 } }),
  },
  {
    id: 'subjects.listSubjectEnrolments',
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
    id: 'terms.listTerms',
    admin: 200,
    teacher: closed,
    student: closed,
    request: () => ({ path: '/api/terms' }),
  },
  {
    id: 'terms.createTerm',
    admin: 201,
    teacher: closed,
    student: closed,
    request: () => {
      // Terms must not overlap, nor end after 2199.
      const year = 2030 + (terms++ % 150);
      return {
        path: '/api/terms',
        body: { name: fresh(), startsOn: `${year}-01-01`, endsOn: `${year}-06-30` },
      };
    },
  },
  {
    id: 'terms.changeTerm',
    admin: 200,
    teacher: closed,
    student: closed,
    request: ({ term }) => ({ path: `/api/terms/${term}`, body: { name: fresh() } }),
  },
  {
    // The open term again: that is allowed, and nothing happens.
    id: 'terms.openTerm',
    admin: 200,
    teacher: closed,
    student: closed,
    request: ({ term }) => ({ path: `/api/terms/${term}/open`, body: {} }),
  },
  {
    id: 'terms.termSubjects',
    admin: 200,
    teacher: closed,
    student: closed,
    request: ({ term }) => ({ path: `/api/terms/${term}/subjects` }),
  },
  {
    id: 'terms.closeTerm',
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
