import { closed, open, own, type Row } from './row.ts';

export const performanceRows: readonly Row[] = [
  {
    id: 'schoolPerformance.performanceTerms',
    admin: 200,
    teacher: open,
    student: closed,
    ofSection: open,
    request: () => ({ path: '/api/performance/terms' }),
  },
  {
    id: 'schoolPerformance.performanceSubjects',
    admin: 200,
    teacher: open,
    student: closed,
    ofSection: open,
    request: ({ term }) => ({ path: `/api/performance/subjects?termId=${term}` }),
  },
  {
    id: 'schoolPerformance.performanceChoices',
    admin: 200,
    teacher: open,
    student: closed,
    ofSection: open,
    request: () => ({ path: '/api/performance/choices' }),
  },
  {
    id: 'schoolPerformance.schoolPerformance',
    admin: 200,
    teacher: own,
    student: closed,
    ofSection: open,
    request: ({ subject }) => ({ path: `/api/performance?subjectId=${subject}` }),
  },
  {
    id: 'schoolPerformance.listStudentScores',
    admin: 200,
    teacher: own,
    student: closed,
    ofSection: open,
    request: ({ subject }) => ({
      path: `/api/performance/students?subjectId=${subject}&limit=10`,
    }),
  },
  {
    id: 'schoolPerformance.listDecliningStudents',
    admin: 200,
    teacher: own,
    student: closed,
    ofSection: open,
    request: ({ subject }) => ({ path: `/api/performance/fallen?subjectId=${subject}` }),
  },
  {
    id: 'schoolPerformance.monthlyMarks',
    admin: 200,
    teacher: closed,
    student: own,
    request: ({ student }) => ({ path: `/api/performance/student/${student.email}` }),
  },
  {
    id: 'schoolPerformance.resultSheet',
    admin: 200,
    teacher: closed,
    student: own,
    request: ({ student, term }) => ({
      path: `/api/performance/student/${student.email}/terms/${term}`,
    }),
  },
  {
    id: 'schoolPerformance.listResultSheets',
    admin: 200,
    teacher: closed,
    student: closed,
    request: ({ subject }) => ({ path: `/api/performance/subjects/${subject}/sheets` }),
  },
  {
    id: 'gradingScales.readGradingScale',
    admin: 200,
    teacher: open,
    student: open,
    request: () => ({ path: '/api/grading-scale' }),
  },
  {
    id: 'gradingScales.setGradingScale',
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
    id: 'gradingScales.gradingScaleHistory',
    admin: 200,
    teacher: closed,
    student: closed,
    request: () => ({ path: '/api/grading-scale/history' }),
  },
];
