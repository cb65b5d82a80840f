import { overview } from '@campus/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';

/** Today, the time zone and the open term, by the campus's clock. */
export const campusQuery = queryOptions({
  queryKey: ['campus'],
  queryFn: ({ signal }) => call(overview.campus, { signal }),
});
