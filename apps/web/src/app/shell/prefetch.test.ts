import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { usePrefetchPages } from './prefetch.ts';

const fetched: string[] = [];

vi.mock('../pages.ts', () => {
  const load = (path: string) => async () => {
    fetched.push(path);
    if (path === 'broken') throw new Error('not reached');
  };
  const paths = ['one', 'broken', 'students'];
  return { pages: { teacher: Object.fromEntries(paths.map((path) => [path, load(path)])) } };
});
vi.mock('./links.ts', () => ({
  links: { teacher: { first: [{ path: 'broken' }], second: [{ path: 'students' }] } },
}));

const connect = (connection: object | undefined) =>
  Object.defineProperty(navigator, 'connection', { value: connection, configurable: true });

beforeEach(() => {
  fetched.length = 0;
  vi.useFakeTimers();
});
afterEach(() => {
  connect(undefined);
});

it('prefetches the pages of the sidebar once the person moves, even if one of them fails', async () => {
  renderHook(() => usePrefetchPages('teacher'));
  expect(fetched).toEqual([]);
  window.dispatchEvent(new Event('pointermove'));
  window.dispatchEvent(new Event('keydown'));
  await vi.runAllTimersAsync();
  expect(fetched).toEqual(['broken', 'students']);
});

it('does not prefetch while the person keeps pressing keys', async () => {
  renderHook(() => usePrefetchPages('teacher'));
  for (let key = 0; key < 20; key += 1) {
    window.dispatchEvent(new Event('keydown'));
    await vi.advanceTimersByTimeAsync(500);
  }
  expect(fetched).toEqual([]);
  await vi.runAllTimersAsync();
  expect(fetched).toEqual(['broken', 'students']);
});

it.each([{ saveData: true }, { effectiveType: '3g' }])(
  'does not prefetch pages on an expensive connection: %o',
  async (connection) => {
    connect(connection);
    const listen = vi.spyOn(window, 'addEventListener');
    renderHook(() => usePrefetchPages('teacher'));
    expect(listen.mock.calls.map(([sign]) => sign)).not.toContain('pointermove');
    listen.mockRestore();
  },
);
