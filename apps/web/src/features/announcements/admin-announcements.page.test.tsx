import { announcements } from '@campus/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer, reply } from '../../testing/fake-server.ts';
import { renderPage } from '../../testing/render-page.tsx';
import AdminAnnouncementsPage from './admin-announcements.page.tsx';

it('gives the focus to the list when the announcement it was on is gone', async () => {
  const pinned = ['1', '2'].map((id) => ({
    id,
    title: `Title ${id}`,
    message: `Text ${id}`,
    createdAt: '2026-11-18T09:00:00.000Z',
  }));
  fakeServer({
    'GET /api/all/announcement': () =>
      reply(announcements.listAnnouncements, pinned, { 'x-total-count': String(pinned.length) }),
    'DELETE /api/delete/Announcement/1': () => {
      pinned.shift();
      return reply(announcements.deleteAnnouncement, undefined);
    },
  });
  await renderPage(AdminAnnouncementsPage);
  const [first] = await screen.findAllByRole('button', { name: 'Delete' });
  if (!first) throw new Error('There is nothing to delete.');
  first.focus();
  fireEvent.click(first);
  await waitFor(() => expect(screen.queryByText('Text 1')).toBeNull());
  await waitFor(() => expect(document.activeElement).not.toBe(document.body));
  expect(document.activeElement?.contains(screen.getByText('Text 2'))).toBe(true);
});
