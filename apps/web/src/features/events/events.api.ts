import { addDays, events } from '@campus/contract';
import { useQuery } from '@tanstack/react-query';
import { campusQuery } from '../../lib/campus.ts';
import { localToday } from '../../lib/day.ts';
import { useReply } from '../../lib/query.ts';

/** Paths to refresh when an event has changed: days, lists and the history. */
export const eventPaths = ['/event'];

/** Today on campus; null while loading, and this computer's date if the campus does not answer. */
export const useCampusDay = () => {
  const { data, isPending } = useQuery(campusQuery);
  if (data) return data.today;
  return isPending ? null : localToday();
};

/** As many events as a dashboard has room for; fetched once the campus's date is known. */
export const useNextEvents = () => {
  const today = useCampusDay();
  const from = today ?? localToday();
  const query = { from, to: addDays(from, 90), limit: 5 };
  return useReply(events.listEvents, { query, enabled: today !== null });
};
