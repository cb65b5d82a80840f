import { announcements } from '@campus/contract';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import AdminAnnouncementsPage from '../features/announcements/admin-announcements.page.tsx';
import { fakeServer, reply } from '../testing/fake-server.ts';
import { renderPage } from '../testing/render-page.tsx';
import { draftName, saveUnsent, listUnsent } from './unsent.ts';

const ruth = 'admin@example.edu';
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Message/ });
const offer = () =>
  screen.queryByText(/^You began this on .+, \d\d:\d\d\. Keep it or start again\.$/);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const open = async () => {
  cleanup();
  await renderPage(AdminAnnouncementsPage);
};
/** Simulates another tab of this browser that keeps or drops something in the same form. */
const elsewhere = (change: () => void) =>
  act(() => {
    change();
    const key = `campus-unsent:${ruth}:${draftName('announcement')}`;
    window.dispatchEvent(new StorageEvent('storage', { key }));
  });

beforeEach(async () => {
  fakeServer({
    'GET /api/all/announcement': () =>
      reply(announcements.listAnnouncements, [], { 'x-total-count': '0' }),
    'POST /api/admin/announcement': () =>
      reply(announcements.sendAnnouncement, {
        id: '1',
        title: 'General Announcement',
        message: 'Hello',
        createdAt: '2026-11-20T12:00:00.000Z',
      }),
  });
  await open();
});
afterEach(() => vi.restoreAllMocks());

it('offers to restore what was typed, or to discard it with one button', async () => {
  await userEvent.type(field(), 'The library is closed');
  await waitFor(() => expect(listUnsent(ruth)).toEqual(['form:announcement']));
  await open();
  expect(field().value).toBe('The library is closed');
  expect(offer()).not.toBeNull();
  await press('Keep it');
  expect(offer()).toBeNull();
  expect(document.activeElement).toBe(field());
  await open();
  await press('Start again');
  expect(field().value).toBe('');
  expect(document.activeElement).toBe(field());
  expect(listUnsent(ruth)).toEqual([]);
});

it('forgets it once it is sent, or deleted by hand', async () => {
  await userEvent.type(field(), 'Hello');
  await waitFor(() => expect(listUnsent(ruth)).toHaveLength(1));
  await userEvent.clear(field());
  await waitFor(() => expect(listUnsent(ruth)).toEqual([]));
  await userEvent.type(field(), 'Hello');
  await press('Send Announcement');
  await waitFor(() => expect(field().value).toBe(''));
  expect(listUnsent(ruth)).toEqual([]);
});

it('overwrites what is typed in another tab only when told to', async () => {
  await userEvent.type(field(), 'Here');
  elsewhere(() => saveUnsent(ruth, draftName('announcement'), { begun: '', typed: {} }));
  expect(screen.getByText(/You are editing this in another tab/)).toBeDefined();
  const there = localStorage.getItem(`campus-unsent:${ruth}:form:announcement`);
  await userEvent.type(field(), ' and now');
  listUnsent(ruth);
  expect(localStorage.getItem(`campus-unsent:${ruth}:form:announcement`)).toBe(there);
  await press('Keep this one');
  await open();
  expect(field().value).toBe('Here and now');
});

it('does not show it to another person on this device', async () => {
  await userEvent.type(field(), 'For one pair of eyes');
  await waitFor(() => expect(listUnsent(ruth)).toHaveLength(1));
  cleanup();
  await renderPage(AdminAnnouncementsPage, '/', {
    email: 'mina@example.edu',
    role: 'admin',
    name: 'Mina Sato',
  });
  expect(field().value).toBe('');
  expect(offer()).toBeNull();
});

it('keeps working on a device whose storage is full', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await userEvent.type(field(), 'Typed all the same');
  expect(listUnsent(ruth)).toEqual([]);
  expect(field().value).toBe('Typed all the same');
});
