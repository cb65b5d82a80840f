import { people } from '@campus/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callPage } from '../../../lib/call.ts';
import type { ListPlace } from '../../../lib/use-list-place.ts';

const pageSize = 10;

export const teachersOptions = ({ search, page }: ListPlace<'all'>) =>
  queryOptions({
    queryKey: ['people', 'directory', search, page],
    queryFn: ({ signal }) => {
      const query = { limit: pageSize, page, ...(search && { search }) };
      return callPage(people.listFaculty, { query, signal });
    },
    placeholderData: keepPreviousData,
  });
