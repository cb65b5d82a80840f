import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { campusReply, fakeServer, identityReply, refusal } from '../../../testing/fake-server.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import SecurityPage from './security.page.tsx';

const at = { since: '2026-11-20T10:00:00.000Z', lastUsed: '2026-11-22T10:00:00.000Z' };
const here = { ...at, id: '1', here: true, userAgent: 'Firefox/145.0 Linux', network: '' };
const away = {
  ...at,
  id: '2',
  here: false,
  userAgent: 'Windows Firefox/145.0',
  network: '10.0.0.x',
};

const open = async (answers: Parameters<typeof fakeServer>[0] = {}) => {
  const seen = fakeServer({
    'GET /identity/password-rules': () => identityReply('/password-rules', { rules: [] }),
    'GET /identity/sessions': () => identityReply('/sessions', { sessions: [here, away] }),
    'GET /api/campus': () => campusReply(),
    ...answers,
  });
  await renderPage(SecurityPage);
  return { seen, user: userEvent.setup() };
};
const rows = async () => within(await screen.findByRole('list', { name: 'Signed in' }));

describe('where someone is signed in', () => {
  it('is described in words, and this device cannot be ended', async () => {
    await open();
    const [first, second] = (await rows()).getAllByRole('listitem');
    expect(first?.textContent).toMatch(/Firefox on Linux, this one.*Here/);
    expect(within(first!).queryByRole('button')).toBeNull();
    expect(second?.textContent).toMatch(/Firefox on Windows.*10\.0\.0\.x · since .* · used /);
    await screen.findByText('Sessions end automatically after 12 hours');
  });

  it('stays on the list when it could not be ended', async () => {
    const { user } = await open({
      'POST /identity/end-session': () => refusal({ message: 'Not now.', error: 'unavailable' }),
    });
    await user.click((await rows()).getByRole('button', { name: /^End Firefox on Windows/ }));
    const dialog = await screen.findByRole('dialog', { name: 'End this session?' });
    expect(dialog.textContent).toContain('this cannot be undone');
    await user.click(within(dialog).getByRole('button', { name: 'End Session' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect((await rows()).getAllByRole('listitem')).toHaveLength(2);
  });

  it('is this device alone after all others were ended', async () => {
    const { user } = await open({
      'POST /identity/end-other-sessions': () =>
        identityReply('/end-other-sessions', { sessions: [here] }),
    });
    await user.click(await screen.findByRole('button', { name: 'End all others' }));
    await user.click(await screen.findByRole('button', { name: 'End 1 Session' }));
    await waitFor(() => expect(screen.queryByText(/Firefox on Windows/)).toBeNull());
    expect(screen.queryByRole('button', { name: 'End all others' })).toBeNull();
  });
});
