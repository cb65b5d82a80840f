import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeEach, vi } from 'vitest';

// Nothing here is timed: what never appears fails after this long, also on a machine that is busy.
configure({ asyncUtilTimeout: 60_000 });

/** What jsdom lacks and Mantine asks for. */
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

beforeEach(() => {
  window.matchMedia = media;
  window.ResizeObserver = Observer;
  Element.prototype.scrollIntoView = () => undefined;
  window.scrollTo = () => undefined;
});

afterEach(() => {
  cleanup();
  if (vi.isFakeTimers()) {
    // jsdom draws by an interval: one that a test's clock would keep is never followed by another.
    vi.advanceTimersByTime(20);
    vi.useRealTimers();
  }
  // What a form has yet to keep is kept now, not in the test after.
  window.dispatchEvent(new Event('pagehide'));
  localStorage.clear();
  window.history.replaceState(null, '', '/');
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

// Files share the libraries and the window, not what modules of ours keep or what a file mocks.
afterAll(() => void vi.resetModules());
