import type { Page, Route } from '@playwright/test';

/**
 * A page may go on without interception for a moment after `route` resolves: Chromium gives it the new way to load
 * later. Its calls then reach the server, and Playwright does not see them.
 */
const untilIntercepted = async (page: Page): Promise<void> => {
  if (!page.url().startsWith('http')) return;
  const address = '/healthz?intercepted';
  await page.route(`**${address}`, (route) => route.fulfill({ status: 204 }));
  await page.waitForFunction(async (asked) => (await fetch(asked)).status === 204, address);
};

/** Delays calls to an address until the returned function is called. Then each is answered as given, or continues. */
export const delayRequests = async (
  page: Page,
  address: string,
  answer?: Parameters<Route['fulfill']>[0],
): Promise<() => void> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await promise;
    await (answer ? route.fulfill(answer) : route.fallback());
  });
  await untilIntercepted(page);
  return resolve;
};
