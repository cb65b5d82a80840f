import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import * as leave from '../../lib/navigation.ts';
import { endSession, onSessionEnd } from '../../lib/session-end.ts';
import { beginSignOut, clearSession, saveSession } from '../../lib/session.ts';
import { tokenFor } from '../../testing/fake-server.ts';
import { SessionGuard } from './session-guard.tsx';

vi.mock('../../lib/navigation.ts', async (original) => ({
  ...(await original<typeof leave>()),
  navigateTo: vi.fn<(path: string) => void>(),
}));

const signIn = (email: string, serial = 0) =>
  saveSession({ token: tokenFor(email, 900, serial), role: 'teacher', email, name: 'Ada' });

/** Simulates a change made in another tab. */
const fromAnotherTab = (change: () => void) =>
  act(() => {
    change();
    window.dispatchEvent(new StorageEvent('storage'));
  });

let stopHolding = () => undefined as unknown;

beforeEach(() => {
  vi.mocked(leave.navigateTo).mockClear();
  signIn('ada@example.edu');
  render(
    <MantineProvider env="test">
      <SessionGuard />
    </MantineProvider>,
  );
});

afterEach(() => stopHolding());

it('keeps unsaved work on screen until the person has signed in in another tab', async () => {
  stopHolding = onSessionEnd(() => 'hold');
  act(endSession);
  await screen.findByRole('dialog', { name: 'Your session has ended' });
  expect(screen.getByRole('link', { name: /new tab/ }).getAttribute('href')).toBe('/signin');
  fromAnotherTab(() => signIn('ada@example.edu', 1));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(leave.navigateTo).not.toHaveBeenCalled();
});

it('leaves the page when the person signs out in another tab', () => {
  fromAnotherTab(clearSession);
  expect(leave.navigateTo).toHaveBeenCalledExactlyOnceWith('/signin?next=%2F');
});

it('shows nothing of one person to the next who signs in in another tab', () => {
  fromAnotherTab(() => signIn('eve@example.edu'));
  expect(leave.navigateTo).toHaveBeenCalledExactlyOnceWith('/teacher/dashboard');
});

it('loads anew a page from before a sign-out that the browser restores once the person is back', () => {
  window.history.replaceState(null, '', '/teacher/dashboard?page=2#calendar');
  beginSignOut();
  fireEvent(window, new Event('pageshow'));
  expect(leave.navigateTo).toHaveBeenCalledExactlyOnceWith('/teacher/dashboard?page=2');
});
