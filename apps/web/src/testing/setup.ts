import { format } from 'node:util';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeEach, vi } from 'vitest';

// Generous, for a busy machine: no test depends on time.
configure({ asyncUtilTimeout: 60_000 });

/** What jsdom lacks and Mantine needs. */
const media = (query: string) => ({
  matches: false,
  media: query,
  onchange: null,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  addListener: () => undefined,
  removeListener: () => undefined,
  dispatchEvent: () => false,
});

class Observer {
  observe = (): void => undefined;
  unobserve = (): void => undefined;
  disconnect = (): void => undefined;
}

/** What React has complained about, such as elements where HTML does not allow them. jsdom does not know <search>. */
let complaints: string[] = [];

beforeEach(() => {
  complaints = [];
  vi.spyOn(console, 'error').mockImplementation((...said: unknown[]) => {
    const complaint = format(...said);
    if (!complaint.startsWith('The tag <search> is unrecognized')) complaints.push(complaint);
  });
  window.matchMedia = media;
  window.ResizeObserver = Observer;
  Element.prototype.scrollIntoView = () => undefined;
  window.scrollTo = () => undefined;
});

afterEach(() => {
  cleanup();
  if (vi.isFakeTimers()) {
    // jsdom draws frames by an interval. If it was started with fake timers, it must run once more or never runs again.
    vi.advanceTimersByTime(20);
    vi.useRealTimers();
  }
  // Makes forms store pending drafts now and not during the next test.
  window.dispatchEvent(new Event('pagehide'));
  localStorage.clear();
  window.history.replaceState(null, '', '/');
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  if (complaints.length > 0) throw new Error(complaints.join('\n'));
});

// Test files share libraries and the window, but neither the state nor the mocks of our modules.
afterAll(() => void vi.resetModules());
