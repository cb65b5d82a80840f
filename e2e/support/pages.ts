import type { Browser, BrowserContextOptions, Page, ViewportSize } from '@playwright/test';
import { watchFocus } from './focus-watch.ts';

interface Appearance {
  readonly colorScheme?: 'light' | 'dark';
  readonly viewport: ViewportSize | null;
}

const empty = {
  contentType: 'text/html',
  // The same headers as Campus's pages; otherwise it would get another process.
  headers: { 'cross-origin-opener-policy': 'same-origin', 'origin-agent-cluster': '?1' },
  body: '<!doctype html><title>Empty</title>',
};

/** Goes to an address of Campus where no script runs and the browser's storage is accessible. */
export const leaveForEmptyPage = async (page: Page): Promise<void> => {
  await page.route('**/empty', (route) => route.fulfill(empty), { times: 1 });
  await page.goto('/empty');
};

/** A page in a browser context of its own, which watches the focus. */
export const openPage = async (browser: Browser, options: BrowserContextOptions = {}) => {
  const page = await (await browser.newContext(options)).newPage();
  await page.addInitScript(watchFocus);
  return page;
};

/**
 * Pages reused by one test after the other, each in its own browser context. A new context starts processes,
 * opens a window and has an empty cache: the first page costs three times the processor time of later ones.
 * So a page is reused unless a test closes it.
 */
export const createPagePool = (browser: Browser) => {
  const free: Page[] = [];

  const fresh = async (): Promise<Page> => {
    const page = await openPage(browser);
    await leaveForEmptyPage(page);
    return page;
  };

  return {
    take: async ({ colorScheme = 'light', viewport }: Appearance): Promise<Page> => {
      const page = free.pop() ?? (await fresh());
      await page.emulateMedia({ media: null, colorScheme, reducedMotion: 'reduce' });
      if (viewport) await page.setViewportSize(viewport);
      return page;
    },

    /** Clears what a test has left behind and keeps the page for the next one. */
    release: async (page: Page): Promise<void> => {
      // Some tests close it on purpose.
      if (page.isClosed()) return;
      const context = page.context();
      for (const event of ['console', 'pageerror', 'request', 'response'])
        page.removeAllListeners(event);
      for (const other of context.pages()) if (other !== page) await other.close();
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await context.setOffline(false);
      await page.mouse.move(-1, -1);
      await leaveForEmptyPage(page);
      await context.clearCookies();
      await page.evaluate(async () => {
        localStorage.clear();
        sessionStorage.clear();
        for (const { name = '' } of await indexedDB.databases()) indexedDB.deleteDatabase(name);
      });
      free.push(page);
    },
  };
};
