import type { Browser, Page, ViewportSize } from '@playwright/test';
import { watchFocus } from './focus-watch.ts';

interface Look {
  readonly colorScheme?: 'light' | 'dark';
  readonly viewport: ViewportSize | null;
}

const empty = {
  contentType: 'text/html',
  // As on the pages of Campus: others would be in another process.
  headers: { 'cross-origin-opener-policy': 'same-origin', 'origin-agent-cluster': '?1' },
  body: '<!doctype html><title>Empty</title>',
};

/** To an address of Campus where no script runs and what the browser has stored can be reached. */
export const leaveForEmptyPage = async (page: Page): Promise<void> => {
  await page.route('**/empty', (route) => route.fulfill(empty), { times: 1 });
  await page.goto('/empty');
};

/**
 * Pages that one test after the other works on, each in a browser context of its own. A new context starts
 * processes, opens a window and has nothing in its cache: the first look at a page costs three times the
 * processor time of a later one. So a page is kept as long as tests leave it open.
 */
export const keptPages = (browser: Browser) => {
  const free: Page[] = [];

  const fresh = async (): Promise<Page> => {
    const page = await (await browser.newContext()).newPage();
    await page.addInitScript(watchFocus);
    await leaveForEmptyPage(page);
    return page;
  };

  return {
    take: async ({ colorScheme = 'light', viewport }: Look): Promise<Page> => {
      const page = free.pop() ?? (await fresh());
      await page.emulateMedia({ media: null, colorScheme, reducedMotion: 'reduce' });
      if (viewport) await page.setViewportSize(viewport);
      return page;
    },

    /** Clears what a test has left behind, and keeps the page for the next one. */
    giveBack: async (page: Page): Promise<void> => {
      // By a test that is about that.
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
      await page.evaluate(() => {
        localStorage.clear();
        sessionStorage.clear();
      });
      free.push(page);
    },
  };
};
