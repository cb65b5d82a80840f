import { type APIRequestContext, expect } from '@playwright/test';

/** The header that authenticates API calls as the person signed in there. */
export const bearer = async (request: APIRequestContext): Promise<{ authorization: string }> => {
  const { token } = await (await request.get('/identity/token')).json();
  return { authorization: `Bearer ${token as string}` };
};

/** Calls the API as the person signed in there: `page.request`, or `adminApi`. */
export const callApi = async <T = { id: string }>(
  request: APIRequestContext,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  data?: object,
): Promise<T> => {
  const answer = await request.fetch(`/api${path}`, {
    method,
    headers: await bearer(request),
    ...(data && { data }),
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  return answer.status() === 204 ? (undefined as T) : answer.json();
};
