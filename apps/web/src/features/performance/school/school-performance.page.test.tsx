import { schoolPerformance } from '@campus/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { fakeServer, refusal, reply } from '../../../testing/fake-server.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import SchoolPerformancePage from './school-performance.page.tsx';

/** Draws nothing: the browser tests cover that. */
vi.mock('../../../ui/chart/chart.tsx', () => ({ BarChart: () => null }));

const autumn = { id: '2', name: 'Autumn' };
const spring = { id: '1', name: 'Spring' };
const subject = (id: string, subjectName: string) => ({ id, subjectName, subjectCode: `S${id}` });
const results = (term: typeof autumn) =>
  reply(schoolPerformance.schoolPerformance, {
    term,
    subject: null,
    averageScore: null,
    totalStudents: 0,
    distribution: Array.from({ length: 10 }, () => 0),
  });

it('shows the chosen term, with its subjects, before its results are there', async () => {
  const ofSpring = Promise.withResolvers<Response>();
  fakeServer({
    'GET /api/performance': ({ path }) =>
      path.includes('termId=1') ? ofSpring.promise : results(autumn),
    'GET /api/performance/terms': () =>
      reply(schoolPerformance.performanceTerms, [
        { ...autumn, absentCountsZero: false },
        { ...spring, absentCountsZero: false },
      ]),
    'GET /api/performance/subjects': ({ path }) =>
      reply(schoolPerformance.performanceSubjects, [
        path.includes('termId=1') ? subject('9', 'Physics') : subject('8', 'Law'),
      ]),
  });
  await renderPage(SchoolPerformancePage);
  const term = await screen.findByLabelText<HTMLSelectElement>('Term');
  await screen.findByText('Law (S8)');
  await userEvent.selectOptions(term, 'Spring');
  await waitFor(() => expect(screen.queryByText('Law (S8)')).toBeNull());
  expect(await screen.findByText('Physics (S9)')).toBeDefined();
  expect(term.selectedOptions[0]?.textContent).toBe('Spring');
  ofSpring.resolve(results(spring));
});

it('says when the subjects of the term could not be loaded, and tries again', async () => {
  let down = true;
  fakeServer({
    'GET /api/performance': () => results(autumn),
    'GET /api/performance/terms': () =>
      reply(schoolPerformance.performanceTerms, [{ ...autumn, absentCountsZero: false }]),
    'GET /api/performance/subjects': () =>
      down
        ? refusal({ message: 'No.', error: 'forbidden' })
        : reply(schoolPerformance.performanceSubjects, [subject('8', 'Law')]),
  });
  await renderPage(SchoolPerformancePage);
  const note = await screen.findByText(/The subjects could not be loaded/);
  down = false;
  await userEvent.click(within(note).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Law (S8)')).toBeDefined();
  expect(screen.queryByText(/The subjects could not be loaded/)).toBeNull();
});
