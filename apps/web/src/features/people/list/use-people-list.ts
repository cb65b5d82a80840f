import { accounts, people } from '@campus/contract';
import {
  type QueryKey,
  useQuery,
  useQueryClient,
  type UseQueryOptions,
} from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import type { Page } from '../../../lib/call.ts';
import { invalidate, refresh } from '../../../lib/query.ts';
import { useUrlState } from '../../../lib/use-url-state.ts';
import type { PageRequest } from '../people.api.ts';
import { defaultView, type ListView, readView } from './list-view.ts';

export type PeopleList<Row> = (
  view: ListView,
  wanted: PageRequest,
) => UseQueryOptions<Page<Row[]>> & { readonly queryKey: QueryKey };

/**
 * One list of people, page by page, with its view in the address. `reveal` turns to the page of
 * people who were just added, and marks them; with `all` false (some of them are not known) it
 * marks nobody. It does not turn a list that has been searched, filtered or left meanwhile.
 */
export const usePeopleList = <Row>(list: PeopleList<Row>) => {
  const { view, setView } = useUrlState(readView);
  const client = useQueryClient();
  const router = useRouter();
  const [addedEmails, setAddedEmails] = useState<readonly string[]>([]);
  const pageOf = (shown: ListView) => list(shown, { page: shown.page });
  const query = useQuery(pageOf(view));

  const reveal = async (emails: readonly string[], all = true): Promise<void> => {
    setAddedEmails(all ? emails : []);
    const address = router.latestLocation.href;
    const [path] = pageOf(view).queryKey;
    await client.invalidateQueries({ queryKey: [path], refetchType: 'none' });
    void refresh(client, people.studentFilters.path, accounts.readInvitations.path);
    const everyone = { ...defaultView, sort: view.sort, order: view.order };
    try {
      const around = list(everyone, { around: emails[0] ?? '' });
      const found = await client.fetchQuery({ ...around, staleTime: 0, gcTime: 0 });
      const shown = { ...everyone, page: found.page };
      client.setQueryData(pageOf(shown).queryKey, found);
      if (router.latestLocation.href === address) setView(shown);
    } catch {
      // The people were added: the list refetches itself and reports the problem.
      await invalidate(client, { queryKey: [path] });
    }
  };

  return { view, setView, query, addedEmails, reveal };
};

export type PeopleListState<Row> = ReturnType<typeof usePeopleList<Row>>;
