import { people } from '@campus/contract';
import { pageQueryOf } from '../../../lib/query.ts';
import type { ListPlace } from '../../../lib/use-list-place.ts';

const pageSize = 10;

export const teachersOptions = ({ search, page }: ListPlace<'all'>) =>
  pageQueryOf(people.listFaculty, { query: { limit: pageSize, page, ...(search && { search }) } });
