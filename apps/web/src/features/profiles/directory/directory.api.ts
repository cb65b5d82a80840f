import { people } from '@campus/contract';
import type { FacultyListItem } from '@campus/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callWithHeaders } from '../../../lib/call.ts';
import type { ListPlace } from '../../../lib/use-list-place.ts';

export const pageSize = 10;

export interface Teachers {
  readonly rows: readonly FacultyListItem[];
  /** All matches, of every page. */
  readonly total: number;
}

export const teachersOptions = ({ search, page }: ListPlace<'all'>) =>
  queryOptions({
    queryKey: ['people', 'directory', search, page],
    queryFn: async ({ signal }): Promise<Teachers> => {
      const query = { limit: pageSize, page, ...(search && { search }) };
      const { reply, headers } = await callWithHeaders(people.listFaculty, { query, signal });
      return { rows: reply, total: Number(headers.get('x-total-count') ?? reply.length) };
    },
    placeholderData: keepPreviousData,
  });
