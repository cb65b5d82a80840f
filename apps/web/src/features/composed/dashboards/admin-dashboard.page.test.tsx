import { events, overview } from '@campus/contract';
import { screen, within } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { DutyContext } from '../../../lib/may-call.tsx';
import { campusReply, fakeServer, reply } from '../../../testing/fake-server.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import AdminDashboardPage from './admin-dashboard.page.tsx';

it('has a panel of the next events even if everything else cannot be loaded', async () => {
  fakeServer({
    'GET /api/events': () =>
      reply(events.listEvents, {
        today: '2026-11-20',
        timeZone: 'UTC',
        entries: [
          {
            source: 'event',
            id: '1',
            kind: 'holiday',
            title: 'Founders’ Day',
            startsOn: '2026-11-24',
            endsOn: '2026-11-24',
            startTime: null,
            endTime: null,
            startsAt: null,
            endsAt: null,
            place: 'North lawn',
            note: null,
            audience: null,
            version: 1,
          },
        ],
      }),
  });
  await renderPage(AdminDashboardPage);
  const next = within(await screen.findByRole('list', { name: 'Next events' }));
  expect(next.getByText('Founders’ Day')).toBeDefined();
  expect(next.getByText('Holiday · 24 Nov 2026 · North lawn')).toBeDefined();
});

it('says nothing of mails to a registrar, who cannot open the page about them', async () => {
  fakeServer({
    'GET /api/overview': () =>
      reply(overview.adminOverview, {
        classes: [],
        classesNotTaken: 0,
        mailsFailing: 3,
        requestsWaiting: 0,
      }),
  });
  await renderPage(() => (
    <DutyContext value="registrar">
      <AdminDashboardPage />
    </DutyContext>
  ));
  const waiting = await screen.findByText('No request waits.');
  expect(waiting).toBeDefined();
  expect(screen.queryByText(/mail/i)).toBeNull();
});

it('shows the day that has begun on campus, on a page left open and in view', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const answers = { 'GET /api/campus': () => campusReply({ today: '2026-11-20' }) };
  fakeServer(answers);
  await renderPage(AdminDashboardPage);
  await screen.findByText('Friday, 20 November 2026');
  answers['GET /api/campus'] = () => campusReply({ today: '2026-11-21' });
  vi.advanceTimersByTime(5 * 60_000);
  expect(await screen.findByText('Saturday, 21 November 2026')).toBeDefined();
});
