import { announcements } from '@campus/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer, reply } from '../../testing/fake-server.ts';
import { renderPage } from '../../testing/render-page.tsx';
import AdminAnnouncementsPage from './admin-announcements.page.tsx';

/** A server with these announcements, each of which can be deleted. */
const serverWith = (...ids: readonly string[]) => {
  let pinned = ids.map((id) => ({
    id,
    title: `Title ${id}`,
    message: `Text ${id}`,
    createdAt: '2026-11-18T09:00:00.000Z',
  }));
  const remove = (gone: string) => () => {
    pinned = pinned.filter(({ id }) => id !== gone);
    return reply(announcements.deleteAnnouncement, undefined);
  };
  return fakeServer({
    'GET /api/all/announcement': () =>
      reply(announcements.listAnnouncements, pinned, { 'x-total-count': String(pinned.length) }),
    ...Object.fromEntries(ids.map((id) => [`DELETE /api/delete/Announcement/${id}`, remove(id)])),
  });
};

it('gives the focus to the list when the announcement it was on is gone', async () => {
  serverWith('1', '2');
  await renderPage(AdminAnnouncementsPage);
  const [first] = await screen.findAllByRole('button', { name: 'Delete' });
  if (!first) throw new Error('There is nothing to delete.');
  first.focus();
  fireEvent.click(first);
  await waitFor(() => expect(screen.queryByText('Text 1')).toBeNull());
  await waitFor(() => expect(document.activeElement).not.toBe(document.body));
  expect(document.activeElement?.contains(screen.getByText('Text 2'))).toBe(true);
});

it('says that an announcement may have been sent when the reply was lost, and lists it', async () => {
  const sent: Parameters<typeof reply<typeof announcements.listAnnouncements>>[1][number][] = [];
  fakeServer({
    'GET /api/all/announcement': () => reply(announcements.listAnnouncements, sent),
    'POST /api/admin/announcement': () => {
      const createdAt = '2026-11-20T09:00:00.000Z';
      sent.push({ id: '1', title: 'General Announcement', message: 'No classes', createdAt });
      throw new TypeError('Failed to fetch');
    },
  });
  await renderPage(AdminAnnouncementsPage);
  fireEvent.change(screen.getByLabelText(/^Message/), { target: { value: 'No classes' } });
  fireEvent.click(screen.getByRole('button', { name: 'Send Announcement' }));
  expect(
    await screen.findByText(
      /^Campus did not answer. Check whether this was done before you try again/,
    ),
  ).toBeDefined();
  expect(await screen.findByText('General Announcement')).toBeDefined();
});

it('leaves the next announcement alone when Delete was double-clicked', async () => {
  const seen = serverWith('1', '2', '3');
  await renderPage(AdminAnnouncementsPage);
  const deleteButtons = () => screen.findAllByRole('button', { name: 'Delete' });
  fireEvent.click((await deleteButtons())[0]!, { detail: 1 });
  await waitFor(() => expect(screen.queryByText('Text 1')).toBeNull());
  const [next, last] = await deleteButtons();
  fireEvent.click(next!, { detail: 2 });
  fireEvent.click(last!, { detail: 1 });
  await waitFor(() => expect(screen.queryByText('Text 3')).toBeNull());
  expect(seen.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual([
    '/api/delete/Announcement/1',
    '/api/delete/Announcement/3',
  ]);
});
