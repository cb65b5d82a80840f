import type { Page, Route } from '@playwright/test';

/**
 * Holds back calls of an address until the function that comes back is called. Then each is answered
 * as given, or goes its way.
 */
export const holdBack = async (
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
