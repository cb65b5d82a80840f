import { people, reports } from '@campus/contract';
import { screen } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { campusReply, fakeServer, reply } from '../../testing/fake-server.ts';
import { renderPage } from '../../testing/render-page.tsx';
import ReportsPage from './reports.page.tsx';

it('shows the times of a column in UTC, as its head says, whatever the clock of the computer', async () => {
  vi.stubEnv('TZ', 'Asia/Kolkata');
  onTestFinished(() => void vi.unstubAllEnvs());
  const summary = {
    id: 'accounts-never-used',
    title: 'Accounts never used',
    sentence: 'People who have never signed in.',
    filters: [],
  };
  const day = '2026-11-20';
  fakeServer({
    'GET /api/campus': () => campusReply(),
    'GET /api/reports': () => reply(reports.listReports, [summary]),
    'GET /api/reports/accounts-never-used': () =>
      reply(reports.readReport, {
        ...summary,
        asked: { day, from: day, to: day, below: 75 },
        columns: [
          { head: 'Name', type: 'text' },
          { head: 'Added (UTC)', type: 'instant' },
        ],
        rows: [['Ada Lovelace', '2026-11-20T20:30:00.000Z']],
        total: 1,
        sums: [],
      }),
  });
  await renderPage(ReportsPage);
  expect(await screen.findByText('20 Nov 2026, 20:30')).toBeDefined();
});

it('names the programme that the rows are filtered by, also when nobody is in it any more', async () => {
  const summary = {
    id: 'overdue',
    title: 'Overdue books',
    sentence: 'Loans that are overdue.',
    filters: ['course' as const],
  };
  const day = '2026-11-20';
  fakeServer({
    'GET /api/campus': () => campusReply(),
    'GET /api/reports': () => reply(reports.listReports, [summary]),
    'GET /api/people/students/filters': () =>
      reply(people.studentFilters, {
        courses: ['B.Sc Physics'],
        branches: [],
        semesters: [],
        years: [],
      }),
    'GET /api/reports/overdue': () =>
      reply(reports.readReport, {
        ...summary,
        asked: { day, from: day, to: day, below: 75 },
        columns: [{ head: 'Name', type: 'text' }],
        rows: [],
        total: 0,
        sums: [],
      }),
  });
  await renderPage(ReportsPage, '/?course=B.Sc+Alchemy');
  await screen.findByText('Nothing fits these filters.');
  await screen.findByRole('option', { name: 'B.Sc Physics' });
  expect(screen.getByLabelText<HTMLSelectElement>('Programme').value).toBe('B.Sc Alchemy');
});

it('writes N/A where there is no value, as the other lists do', async () => {
  const summary = {
    id: 'rolls-not-taken',
    title: 'Rolls not taken',
    sentence: 'Days on which nobody marked a class.',
    filters: [],
  };
  const day = '2026-11-20';
  fakeServer({
    'GET /api/campus': () => campusReply(),
    'GET /api/reports': () => reply(reports.listReports, [summary]),
    'GET /api/reports/rolls-not-taken': () =>
      reply(reports.readReport, {
        ...summary,
        asked: { day, from: day, to: day, below: 75 },
        columns: [
          { head: 'Subject', type: 'text' },
          { head: 'Section', type: 'text' },
        ],
        rows: [['Data Structures', null]],
        total: 1,
        sums: [],
      }),
  });
  await renderPage(ReportsPage);
  expect(await screen.findByRole('row', { name: 'Data Structures N/A' })).toBeDefined();
});
