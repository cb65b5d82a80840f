import type { Page, Route } from '@playwright/test';

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
  return resolve;
};
