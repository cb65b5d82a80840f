import { test as base, type Browser, expect, type Page } from '@playwright/test';
import { type RunningCampus, startDemoCampus } from './demo-campus.ts';

/** Of a test whose result cannot differ by the width of the window: it runs once, on the desktop. */
export const anyWidth = { tag: '@any-width' } as const;

export const password = 'campus-demo-1';
export const people = {
  admin: { email: 'admin@example.edu', role: 'admin', name: 'Ruth Adeyemi' },
  teacher: { email: 'teacher@example.edu', role: 'teacher', name: 'Meera Nair' },
  student: { email: 'student@example.edu', role: 'student', name: 'Aarav Mehta' },
} as const;
export type Persona = keyof typeof people;

/** What went wrong on a page beside what the test looks at. */
interface Watch {
  readonly errors: string[];
  readonly refusals: string[];
}

const watch = (page: Page): Watch => {
  const errors: string[] = [];
  const refusals: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    // The browser's own words for an answer of 4xx: counted among the refusals.
    const text = message.text();
    if (message.type() === 'error' && !text.startsWith('Failed to load resource'))
      errors.push(text);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) refusals.push(`${response.status()} ${response.url()}`);
  });
  return { errors, refusals };
};

/** Signs a person in through data: what the sign-in page would leave behind, without its screen. */
const signInThroughData = async (page: Page, persona: Persona, url: string): Promise<void> => {
  const { email, role, name } = people[persona];
  const request = page.context().request;
  const origin = { origin: new URL(url).origin };
  const signedIn = await request.post('/identity/sign-in/email', {
    data: { email, password },
    headers: origin,
  });
  expect(signedIn.status()).toBe(200);
  const { token } = await (await request.get('/identity/token', { headers: origin })).json();
  await page.addInitScript(
    (session) => {
      // Not in frames: the browser's PDF viewer has no storage.
      if (window !== window.top) return;
      // Once per browser: a later sign-out or renewal is not undone by the next page.
      if (localStorage.getItem('userEmail') || sessionStorage.getItem('signed-in')) return;
      sessionStorage.setItem('signed-in', 'yes');
      for (const [key, value] of Object.entries(session)) localStorage.setItem(key, value);
    },
    { authToken: token as string, userRole: role, userEmail: email, userName: name },
  );
};

interface Fixtures {
  /** A browser of its own in which this person is signed in. */
  as: (persona: Persona, options?: Parameters<Browser['newContext']>[0]) => Promise<Page>;
  /** Refusals (4xx, 5xx) that this test brings about on purpose; any other one fails it. */
  readonly expected: { refusals: RegExp[] };
}

interface WorkerFixtures {
  /** As `npm start` serves it, with the demo people in it; a worker that a failed test ended leaves none behind. */
  readonly campus: RunningCampus;
}

/**
 * A test that also fails on what nobody looks at: an error in the console, or a request answered
 * 4xx or 5xx that the test did not announce.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  campus: [
    async ({ browserName: _browserName }, use) => {
      const campus = await startDemoCampus();
      await use(campus);
      await campus.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ campus }, use) => use(campus.origin),
  expected: async ({ browserName: _browserName }, use) => use({ refusals: [] }),
  page: async ({ page, expected }, use) => {
    const watched = watch(page);
    await use(page);
    settle(watched, expected.refusals);
  },
  as: async ({ browser, viewport, hasTouch, campus, expected }, use) => {
    const opened: { page: Page; watched: Watch }[] = [];
    await use(async (persona, options = {}) => {
      const context = await browser.newContext({
        viewport,
        hasTouch,
        baseURL: campus.origin,
        ...options,
      });
      const page = await context.newPage();
      opened.push({ page, watched: watch(page) });
      // A browser that was signed in before still is.
      if (!options.storageState) await signInThroughData(page, persona, campus.origin);
      return page;
    });
    for (const { page, watched } of opened) {
      await page.context().close();
      settle(watched, expected.refusals);
    }
  },
});

const settle = (watched: Watch, allowed: readonly RegExp[]): void => {
  expect(watched.errors).toEqual([]);
  expect(watched.refusals.filter((line) => !allowed.some((one) => one.test(line)))).toEqual([]);
};

/** On a phone the sidebar is behind a button. */
export const openMenu = async (page: Page): Promise<void> => {
  const menu = page.getByRole('button', { name: 'Menu' });
  // The page that was drawn ahead has neither.
  await expect(menu.or(page.getByRole('navigation', { name: 'Main' })).first()).toBeVisible();
  if (await menu.isVisible()) await menu.click();
};

export { expectGoodInBothSchemes, expectGoodPage } from './axe.ts';
export { expect } from '@playwright/test';
