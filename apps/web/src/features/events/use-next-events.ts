import { useQuery } from '@tanstack/react-query';
import { nextEventsQuery } from './events.api.ts';
import { useCampusDay } from './use-campus-day.ts';

/** What comes next in one's calendar; asked for once it is known which day it is on campus. */
export const useNextEvents = () => {
  const today = useCampusDay();
  return useQuery({ ...nextEventsQuery(today ?? ''), enabled: today !== null });
};
