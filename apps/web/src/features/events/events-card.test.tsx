import { type CalendarEntry, events } from '@campus/contract';
import { asDay } from '@campus/contract/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { campusReply, fakeServer, refusal, reply } from '../../testing/fake-server.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { EventsCard } from './events-card.tsx';

const fair: CalendarEntry = {
  source: 'event',
  id: '7',
  kind: 'event',
  title: 'Book fair',
  startsOn: asDay('2031-05-02'),
  endsOn: asDay('2031-05-02'),
  startTime: null,
  endTime: null,
  startsAt: null,
  endsAt: null,
  place: 'Hall',
  note: null,
  audience: { group: 'students', course: null, branch: 'Physics', semester: null, year: 2 },
  version: 3,
};
const campus = { today: '2031-05-02', timezone: 'Pacific/Kiritimati' };
const answers = {
  'GET /api/campus': () => campusReply(campus),
  'GET /api/events': () =>
    reply(events.listEvents, { today: campus.today, timeZone: campus.timezone, entries: [fair] }),
};
const Page = () => (
  <>
    <h1>Events</h1>
    <EventsCard editable />
  </>
);

it('begins with today on campus, whatever this computer says', async () => {
  const seen = fakeServer(answers);
  await renderPage(Page);
  expect(await screen.findByRole('heading', { name: 'May 2031' })).toBeDefined();
  expect(seen.some(({ path }) => path.includes('from=2031-04-28'))).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: 'Next month' }));
  await userEvent.click(screen.getByRole('button', { name: 'Today' }));
  expect(await screen.findByRole('heading', { name: 'May 2031' })).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Add Event' }));
  expect((await screen.findByLabelText<HTMLInputElement>(/^Start Date/)).value).toBe('2031-05-02');
});

it('says that nothing more is in this month, whose earlier entries the list leaves out', async () => {
  const today = '2031-05-20';
  fakeServer({
    'GET /api/campus': () => campusReply({ ...campus, today }),
    'GET /api/events': () =>
      reply(events.listEvents, { today, timeZone: campus.timezone, entries: [fair] }),
  });
  await renderPage(Page);
  await userEvent.click(await screen.findByRole('button', { name: 'List' }));
  expect(await screen.findByText('Nothing more in May 2031.')).toBeDefined();
});

it('an event that someone else has changed keeps what was typed, and sends only that', async () => {
  const sent: unknown[] = [];
  fakeServer({
    ...answers,
    'PATCH /api/events/7': ({ body, ifMatch }) => {
      sent.push([ifMatch, JSON.parse(body)]);
      const changed = { changedBy: 'Ruth Adeyemi', changedAt: '2031-05-01T10:00:00.000Z' };
      const details = [{ field: 'place', before: 'Hall', now: 'Lawn', version: 4, ...changed }];
      return sent.length > 1
        ? reply(events.changeEvent, fair)
        : refusal({ error: 'conflict', message: 'Meanwhile.', details });
    },
  });
  await renderPage(Page);
  await userEvent.click(await screen.findByRole('button', { name: /^Edit.*Book fair/ }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByLabelText<HTMLInputElement>('Branch').value).toBe('Physics');
  const year = dialog.getByLabelText<HTMLInputElement>('Year');
  expect(year.value).toBe('2');
  await userEvent.clear(year);
  await userEvent.type(year, '3');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  const changes = await dialog.findByRole('list', { name: 'Changed meanwhile' });
  expect(changes.textContent).toContain('Place: Hall → Lawn');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  const audience = { group: 'students', course: null, branch: 'Physics', semester: null, year: 3 };
  await waitFor(() =>
    expect(sent).toEqual([
      ['"3"', { audience }],
      ['"4"', { audience }],
    ]),
  );
});

it('an audience that someone else has changed is not set back by whoever changes another part of it', async () => {
  const sent: unknown[] = [];
  const moved = { ...fair, audience: { ...fair.audience!, branch: 'Chemistry' }, version: 4 };
  fakeServer({
    ...answers,
    'GET /api/events': () =>
      reply(events.listEvents, {
        today: campus.today,
        timeZone: campus.timezone,
        entries: [sent.length > 0 ? moved : fair],
      }),
    'PATCH /api/events/7': ({ body, ifMatch }) => {
      sent.push([ifMatch, JSON.parse(body)]);
      const changed = { changedBy: 'Ruth Adeyemi', changedAt: '2031-05-01T10:00:00.000Z' };
      const [before, now] = ['Students: Physics, year 2', 'Students: Chemistry, year 2'];
      const details = [{ field: 'audience', before, now, version: 4, ...changed }];
      return sent.length > 1
        ? reply(events.changeEvent, moved)
        : refusal({ error: 'conflict', message: 'Meanwhile.', details });
    },
  });
  await renderPage(Page);
  await userEvent.click(await screen.findByRole('button', { name: /^Edit.*Book fair/ }));
  const dialog = within(await screen.findByRole('dialog'));
  const year = dialog.getByLabelText<HTMLInputElement>('Year');
  await userEvent.clear(year);
  await userEvent.type(year, '3');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText(/^Meanwhile\..*save again to store yours/)).toBeDefined();
  expect(dialog.getByLabelText<HTMLInputElement>('Branch').value).toBe('Chemistry');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  const audience = { group: 'students', course: null, branch: 'Chemistry', semester: null };
  await waitFor(() => expect(sent[1]).toEqual(['"4"', { audience: { ...audience, year: 3 } }]));
});

it('shows administrators who did what to events', async () => {
  fakeServer({
    ...answers,
    'GET /api/event-history': () =>
      reply(
        events.eventsHistory,
        [
          {
            eventId: '7',
            title: 'Book fair',
            what: 'changed',
            changes: [{ field: 'startsOn', from: '2031-05-01', to: '2031-05-02' }],
            changedBy: 'Ruth Adeyemi',
            changedAt: '2031-04-30T10:00:00.000Z',
          },
        ],
        { 'x-total-count': '1' },
      ),
  });
  await renderPage(Page);
  await userEvent.click(await screen.findByRole('button', { name: 'History' }));
  expect(await screen.findByText('Changed: Book fair')).toBeDefined();
  expect(screen.getByText('Start Date: 1 May 2031 became 2 May 2031')).toBeDefined();
});
