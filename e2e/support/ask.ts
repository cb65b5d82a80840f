import type { Page } from '@playwright/test';
import { expect } from './campus.ts';

/** A call of the API as the person of this page, who has to be on a page of Campus already. */
export const ask = async (
  page: Page,
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  data?: object,
) => {
  const token = await page.evaluate(() => localStorage.getItem('authToken'));
  const answer = await page.request.fetch(`/api${path}`, {
    method,
    ...(data && { data }),
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.ok()).toBe(true);
  return answer.json();
};
