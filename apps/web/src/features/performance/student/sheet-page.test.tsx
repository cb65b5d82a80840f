import { schoolPerformance } from '@campus/contract';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { campusReply, fakeServer, reply } from '../../../testing/fake-server.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { SheetPage } from './sheet-page.tsx';

const sums = { credits: 0, marks: 0, maxMarks: 0, score: null, gradePointAverage: null };
const term = { id: '1', name: 'Autumn', absentCountsZero: false };

it('is dated by the day on campus, whatever the computer says, and leads to its subjects', async () => {
  fakeServer({
    'GET /api/campus': () => campusReply({ today: '2020-02-29' }),
    'GET /api/performance/student/ada%40example.edu/terms/1': () =>
      reply(schoolPerformance.resultSheet, {
        student: {
          id: '7',
          name: 'Ada',
          email: 'ada@example.edu',
          univId: null,
          rollNo: null,
          course: null,
          branch: null,
          semester: null,
        },
        term: { ...term, startsOn: '2020-01-01', endsOn: '2020-06-30' },
        subjects: [
          {
            id: '9',
            subjectName: 'Optics',
            subjectCode: 'PH9',
            credits: 4,
            exams: [],
            marks: 0,
            maxMarks: 0,
            percent: null,
            letter: null,
            points: null,
            attendancePercentage: null,
          },
        ],
        ...sums,
        terms: [],
        allTerms: sums,
        gradingScale: [],
      }),
  });
  await renderPage(() => <SheetPage email="ada@example.edu" termId="1" back={null} />);
  expect(await screen.findByText(/Printed 29 Feb 2020/)).toBeDefined();
  const subject = screen.getByRole('link', { name: 'Optics (PH9)' });
  expect(subject.getAttribute('href')).toBe('/admin/classes/9');
});
