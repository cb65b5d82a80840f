import { attendance, overview } from '@campus/contract';
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { fakeServer, reply } from '../../../testing/fake-server.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import StudentSubjectPage from './student-subject.page.tsx';

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useParams: () => ({ subjectId: '7' }),
}));

const enrolment = {
  id: '1',
  fromOn: '2026-09-01',
  toOn: null,
  subject: { id: '7', subjectName: 'Optics', subjectCode: 'PH1' },
  credits: 3,
  teacherName: 'Meera Nair',
  teacherEmail: 'meera@example.edu',
  alsoTeaching: [],
  section: null,
  students: 12_240,
  term: {
    id: '2',
    name: 'Autumn 2026',
    startsOn: '2026-09-01',
    endsOn: '2026-12-20',
    state: 'open',
  },
} as const;

it.each([
  ['of a subject they attend', true],
  ['and not of one they have left, whose teacher is theirs no more', false],
])('asks for the class information of their teacher: %s', async (_which, ongoing) => {
  const percentage = {
    ...enrolment.subject,
    classes: 4,
    termName: 'Autumn 2026',
    present: 3,
    percentage: 75,
    startDate: '2026-09-02',
    endDate: '2026-09-20',
    ongoing,
    opening: null,
  };
  const seen = fakeServer({
    'GET /api/students/ada%40example.edu/enrolments': () =>
      reply(overview.listStudentEnrolments, [enrolment]),
    'GET /api/attendance/student/ada%40example.edu/percentages': () =>
      reply(attendance.studentPercentages, [percentage]),
  });
  const ada = { email: 'ada@example.edu', role: 'student', name: 'Ada' } as const;
  await renderPage(StudentSubjectPage, '/', ada);
  expect(await screen.findByText('3 of 4')).toBeTruthy();
  expect(screen.getByText('12,240')).toBeTruthy();
  expect(seen.some(({ path }) => path.includes('/class-info/'))).toBe(ongoing);
});
