import { dayIn, type IsoDate, overview } from '@campus/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from './call.ts';
import { localToday } from './day.ts';
import { timeOnCampus } from './instant.ts';
import { fetchOrOfflineCopy } from './offline-replies.ts';

/** Today, the time zone and the open term, by the campus clock. */
export const campusQuery = queryOptions({
  queryKey: [overview.campus.path],
  queryFn: ({ signal }) =>
    fetchOrOfflineCopy(
      'campus',
      signal,
      (until) => call(overview.campus, { signal: until }),
      ({ timezone, today }) => dayIn(timezone, new Date()) === today,
    ),
  // A page may stay open past midnight.
  refetchInterval: 5 * 60_000,
});

/** Today on campus, or by this computer's clock until the server has answered. */
export const useToday = (): IsoDate => useQuery(campusQuery).data?.today ?? localToday();

/** Formats API timestamps by the campus clock, or by this computer's until the server has answered. */
export const useTimeOnCampus = (): ((at: string) => string) => {
  const timeZone = useQuery(campusQuery).data?.timezone;
  return (at) => timeOnCampus(at, timeZone);
};
