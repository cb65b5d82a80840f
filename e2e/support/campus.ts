import {
  type APIRequestContext,
  test as base,
  type BrowserContextOptions,
  expect,
  type Page,
} from '@playwright/test';
import { type RunningCampus, startDemoCampus } from './demo-campus.ts';
import { createPagePool, leaveForEmptyPage, openPage } from './pages.ts';

/** Tags a test whose result cannot depend on the window's width: it runs once, on the desktop. */
export const anyWidth = { tag: '@any-width' } as const;

export const password = 'campus-demo-1';
export const people = {
  admin: { email: 'admin@example.edu', role: 'admin', name: 'Ruth Adeyemi' },
  teacher: { email: 'teacher@example.edu', role: 'teacher', name: 'Meera Nair' },
  student: { email: 'student@example.edu', role: 'student', name: 'Aarav Mehta' },
} as const;
export type Persona = keyof typeof people;
export interface Person {
  readonly email: string;
  readonly role: Persona;
  readonly name: string;
  readonly password: string;
}

/** Errors on a page besides those the test checks. */
interface Watch {
  readonly errors: string[];
  readonly refusals: string[];
}

const watch = (page: Page): Watch => {
  const errors: string[] = [];
  const refusals: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    // The browser's message for a 4xx response, which is counted among the refusals.
    const text = message.text();
    if (message.type() === 'error' && !text.startsWith('Failed to load resource'))
      errors.push(text);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) refusals.push(`${response.status()} ${response.url()}`);
  });
  return { errors, refusals };
};

/** Signs a person in, with the cookie kept by these requests; returns the token. */
const openSession = async (
  request: APIRequestContext,
  { email, password: given }: Pick<Person, 'email' | 'password'>,
  origin: string,
): Promise<string> => {
  const headers = { origin };
  const data = { email, password: given };
  const signedIn = await request.post(`${origin}/identity/sign-in/email`, { data, headers });
  expect(signedIn.status()).toBe(200);
  const { token } = await (await request.get(`${origin}/identity/token`, { headers })).json();
  return token as string;
};

/** Signs a person in without the sign-in page, by storing what that page would store. */
export const signIn = async (page: Page, person: Person): Promise<void> => {
  // A page of Campus is needed to store it, and one that makes no further calls as somebody else.
  if (!page.url().endsWith('/empty')) await leaveForEmptyPage(page);
  const authToken = await openSession(page.request, person, new URL(page.url()).origin);
  await page.evaluate(
    (session) => {
      for (const [key, value] of Object.entries(session)) localStorage.setItem(key, value);
    },
    { authToken, userRole: person.role, userEmail: person.email, userName: person.name },
  );
};

interface BrowserOptions extends BrowserContextOptions {
  readonly colorScheme?: 'light' | 'dark';
  /** Creates a browser for this test alone, which does something irreversible. Implied by other options. */
  readonly alone?: true;
}

interface Fixtures {
  /** Returns a page on which this person is signed in. */
  as: (persona: Persona, options?: BrowserOptions) => Promise<Page>;
  /** Makes calls as the administrator, without a browser. */
  readonly adminApi: APIRequestContext;
  /** Refusals (4xx, 5xx) that this test causes on purpose; any other one fails it. */
  readonly expected: { refusals: RegExp[] };
}

interface WorkerFixtures {
  /** As served by `npm start`, with the demo people; stopped with its worker even after a failed test. */
  readonly campus: RunningCampus;
  readonly pages: ReturnType<typeof createPagePool>;
}

/** A test that also fails on an error in the console, or on a 4xx or 5xx response that the test did not expect. */
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
  pages: [async ({ browser }, use) => use(createPagePool(browser)), { scope: 'worker' }],
  page: async ({ pages, viewport, expected }, use) => {
    const page = await pages.take({ viewport });
    const watched = watch(page);
    await use(page);
    settle(watched, expected.refusals);
    await pages.release(page);
  },
  adminApi: async ({ playwright, campus }, use) => {
    const adminApi = await playwright.request.newContext({ baseURL: campus.origin });
    await openSession(adminApi, { ...people.admin, password }, campus.origin);
    await use(adminApi);
    await adminApi.dispose();
  },
  as: async ({ browser, pages, viewport, expected }, use) => {
    const opened: { page: Page; watched: Watch; done: () => Promise<void> }[] = [];
    await use(async (persona, { colorScheme = 'light', alone, ...own } = {}) => {
      const kept = !alone && Object.keys(own).length === 0;
      const page = kept
        ? await pages.take({ colorScheme, viewport })
        : await openPage(browser, { colorScheme, ...own });
      const done = () => (kept ? pages.release(page) : page.context().close());
      opened.push({ page, watched: watch(page), done });
      // With a stored state the person is signed in already.
      if (!own.storageState) await signIn(page, { ...people[persona], password });
      return page;
    });
    for (const { watched, done } of opened) {
      settle(watched, expected.refusals);
      await done();
    }
  },
});

const settle = (watched: Watch, allowed: readonly RegExp[]): void => {
  expect(watched.errors).toEqual([]);
  expect(watched.refusals.filter((line) => !allowed.some((one) => one.test(line)))).toEqual([]);
};

export const signInByForm = async (page: Page, email: string, secret: string): Promise<void> => {
  await page.goto('/signin');
  await page.getByLabel('University Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL(/dashboard$/);
};

/**
 * Waits for this document's calls to finish: one still running when the session ends would be refused. Ignores calls
 * of earlier documents, whose end may never be reported, and the browser's own.
 */
export const expectAnswered = (page: Page): Promise<void> =>
  expect
    .poll(async () => {
      const requests = await page.requests();
      const opened = requests.findLastIndex((request) => request.isNavigationRequest());
      return requests
        .slice(Math.max(opened, 0))
        .filter((request) => request.timing().responseEnd < 0 && !request.failure())
        .map((request) => request.url())
        .filter((url) => url.startsWith('http'));
    })
    .toEqual([]);

/** Opens the sidebar, which is behind a button on a phone. */
export const openMenu = async (page: Page): Promise<void> => {
  const menu = page.getByRole('button', { name: 'Menu' });
  // The first frame has neither.
  await expect(menu.or(page.getByRole('navigation', { name: 'Main' })).first()).toBeVisible();
  if (await menu.isVisible()) await menu.click();
};

export { expectGoodInBothSchemes, expectGoodPage, lowControls, showScheme } from './axe.ts';
export { expect } from '@playwright/test';
