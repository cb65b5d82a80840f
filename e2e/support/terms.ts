import type { Term } from '@campus/contract';
import type { APIRequestContext } from '@playwright/test';
import { callApi } from './call-api.ts';

/** Whether other tests have planned terms, which closing the term then offers first. */
export const hasPlannedTerm = async (request: APIRequestContext): Promise<boolean> => {
  const terms = await callApi<readonly Term[]>(request, 'GET', '/terms');
  const open = terms.find(({ state }) => state === 'open');
  return terms.some(
    ({ state, startsOn }) => state === 'planned' && startsOn > (open?.endsOn ?? ''),
  );
};
