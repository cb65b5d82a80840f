import { announcements } from '@campus/contract';
import { focusManager } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeServer, reply } from '../../testing/fake-server.ts';
import { renderPage } from '../../testing/render-page.tsx';
import AnnouncementsPage from './announcements.page.tsx';

const announcement = (id: number, message: string) => ({
  id: String(id),
  title: `Title ${id}`,
  message,
  createdAt: '2026-11-18T09:00:00.000Z',
});

/** A server with this many announcements; `pin` adds one. */
const board = (count: number) => {
  const pinned = Array.from({ length: count }, (_, at) => announcement(count - at, `Text ${at}`));
  const seen = fakeServer({
    'GET /api/all/announcement': ({ path }) => {
      const asked = new URL(path, 'http://campus').searchParams;
      const from = Number(asked.get('cursor'));
      // No request gets more than the server's maximum.
      const to = from + Math.min(Number(asked.get('limit')), 20);
      return reply(announcements.listAnnouncements, pinned.slice(from, to), {
        'x-total-count': String(pinned.length),
        ...(to < pinned.length && { link: `</all?cursor=${to}>; rel="next"` }),
      });
    },
  });
  return { seen, pin: (message: string) => pinned.unshift(announcement(999, message)) };
};
const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => {
  focusManager.setFocused(undefined);
});

it('shows a new announcement within half a minute without any action', async () => {
  const { pin } = board(1);
  await renderPage(AnnouncementsPage);
  expect(await screen.findByText('Text 0')).toBeDefined();
  pin('Tea at four.');
  await pass(30);
  expect(screen.getByText('Tea at four.')).toBeDefined();
});

it('requests nothing while the page is hidden, and refreshes at once when it is visible again', async () => {
  const { seen, pin } = board(1);
  await renderPage(AnnouncementsPage);
  await screen.findByText('Text 0');
  act(() => focusManager.setFocused(false));
  pin('Tea at four.');
  await pass(300);
  expect(seen).toHaveLength(1);
  act(() => focusManager.setFocused(true));
  expect(await screen.findByText('Tea at four.')).toBeDefined();
});

it('keeps a failure and its button in place while the list is asked for again', async () => {
  fakeServer({});
  await renderPage(AnnouncementsPage);
  const failure = await screen.findByRole('alert');
  const again = screen.getByRole('button', { name: 'Try again' });
  const answer = Promise.withResolvers<Response>();
  fakeServer({ 'GET /api/all/announcement': () => answer.promise });
  await pass(21);
  expect(failure.isConnected).toBe(true);
  expect(failure.textContent).toContain('Failed to load announcements');
  act(() => {
    again.focus();
    again.click();
  });
  expect(again.textContent).toBe('Trying again...');
  expect(document.activeElement).toBe(again);
  answer.resolve(
    reply(announcements.listAnnouncements, [announcement(1, 'Text 0')], { 'x-total-count': '1' }),
  );
  expect(await screen.findByText('Text 0')).toBeDefined();
});

it('shows markup and line breaks as they were written', async () => {
  const { pin } = board(0);
  pin('<img src=x onerror=alert(1)>\n  Two lines');
  await renderPage(AnnouncementsPage);
  const message = await screen.findByText(/Two lines/);
  expect(message.textContent).toBe('<img src=x onerror=alert(1)>\n  Two lines');
  expect(document.querySelector('img')).toBeNull();
});

it('leads to earlier ones, until there are none, however many a request may get', async () => {
  board(45);
  await renderPage(AnnouncementsPage);
  const items = () => screen.getAllByRole('listitem').length;
  for (const shown of [20, 40]) {
    const more = await screen.findByRole('button', { name: 'Show earlier announcements' });
    expect(items()).toBe(shown);
    act(() => more.click());
    await waitFor(() => expect(items()).toBeGreaterThan(shown));
  }
  expect(items()).toBe(45);
  expect(screen.queryByRole('button', { name: 'Show earlier announcements' })).toBeNull();
});
