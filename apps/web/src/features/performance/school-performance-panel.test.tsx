import { schoolPerformance } from '@campus/contract';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer, refusal, reply } from '../../testing/fake-server.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { SchoolPerformancePanel } from './school-performance-panel.tsx';

const Dashboard = () => (
  <>
    <h1>Overview</h1>
    <SchoolPerformancePanel />
  </>
);

const nothing = {
  term: null,
  subject: null,
  averageScore: null,
  totalStudents: 0,
  distribution: Array.from({ length: 10 }, () => 0),
};
const values = () => screen.getAllByRole('definition').map((value) => value.textContent);

test('before anything is published there is no average, no student and no individual score', async () => {
  fakeServer({
    'GET /api/performance': () => reply(schoolPerformance.schoolPerformance, nothing),
    'GET /api/performance/students': () =>
      reply(schoolPerformance.listStudentScores, [], { 'x-total-count': '0' }),
  });
  await renderPage(Dashboard);
  await screen.findByText('0');
  expect(values()).toEqual(['N/A', '0']);
  screen.getByText('None');
});

test('the average is shown as a whole number, and the best of the individual list with a link to all of it', async () => {
  fakeServer({
    'GET /api/performance': () =>
      reply(schoolPerformance.schoolPerformance, {
        ...nothing,
        averageScore: 84.6,
        totalStudents: 1200,
      }),
    'GET /api/performance/students': () =>
      reply(
        schoolPerformance.listStudentScores,
        [
          {
            studentId: '1',
            studentName: 'Ada Lovelace',
            studentEmail: 'ada@example.edu',
            studentRollNo: null,
            score: 97.5,
            letter: 'A',
            results: 2,
            absent: 0,
          },
        ],
        {
          'x-total-count': '1200',
        },
      ),
  });
  await renderPage(Dashboard);
  await screen.findByText('Ada Lovelace');
  expect(values()).toEqual(['85', '1,200']);
  expect(screen.getByRole('link', { name: 'All 1,200' }).getAttribute('href')).toBe(
    '/admin/performance',
  );
});

test('what could not be loaded stays N/A and can be tried again', async () => {
  let down = true;
  fakeServer({
    'GET /api/performance': () =>
      down
        ? refusal({ message: 'No.', error: 'forbidden' })
        : reply(schoolPerformance.schoolPerformance, {
            ...nothing,
            averageScore: 85,
            totalStudents: 100,
          }),
    'GET /api/performance/students': () =>
      reply(schoolPerformance.listStudentScores, [], { 'x-total-count': '0' }),
  });
  await renderPage(Dashboard);
  await screen.findByText(/The school’s performance could not be loaded/);
  expect(values()).toEqual(['N/A', 'N/A']);
  down = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('100');
});
