import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAddressView } from '../../../lib/use-address-view.ts';
import { aroundOptions, listKey, pageOptions, type PeopleList } from '../people.api.ts';
import { firstView, readView } from './use-list-view.ts';

/**
 * One list of people, page by page, with its view in the address. `reveal` turns to the page that
 * holds people who were just added, and marks them.
 */
export const usePeopleList = <Row>(list: PeopleList<Row>) => {
  const { view, setView } = useAddressView(readView);
  const client = useQueryClient();
  const [newcomers, setNewcomers] = useState<readonly string[]>([]);
  const query = useQuery({ ...pageOptions(list, view), placeholderData: keepPreviousData });

  const reveal = async (emails: readonly string[]): Promise<void> => {
    setNewcomers(emails);
    await client.invalidateQueries({ queryKey: listKey(list), refetchType: 'none' });
    const everyone = { ...firstView, sort: view.sort, order: view.order };
    try {
      const found = await client.fetchQuery(aroundOptions(list, everyone, emails[0] ?? ''));
      const shown = { ...everyone, page: found.page };
      client.setQueryData(pageOptions(list, shown).queryKey, found);
      setView(shown);
    } catch {
      // They were added all the same: the list asks again itself and says what is wrong.
      await client.invalidateQueries({ queryKey: listKey(list) });
    }
  };

  return { view, setView, query, newcomers, reveal };
};

export type PeopleListState<Row> = ReturnType<typeof usePeopleList<Row>>;
