import { addDays, events } from '@campus/contract';
import { useQuery } from '@tanstack/react-query';
import { campusQuery } from '../../lib/campus.ts';
import { localToday } from '../../lib/day.ts';
import { useReply } from '../../lib/query.ts';

/** What to refresh after an event has changed: days, lists and the history. */
export const eventPaths = ['/event'];

/** The day it is on campus; null while nobody knows, this computer's where the campus does not say. */
export const useCampusDay = () => {
  const { data, isPending } = useQuery(campusQuery);
  if (data) return data.today;
  return isPending ? null : localToday();
};

/** As many as a dashboard has room for; asked for once it is known which day it is on campus. */
export const useNextEvents = () => {
  const today = useCampusDay();
  const from = today ?? localToday();
  const query = { from, to: addDays(from, 90), limit: 5 };
  return useReply(events.listEvents, { query, enabled: today !== null });
};
