import { useQuery } from '@tanstack/react-query';
import { nextEventsQuery } from './events.api.ts';
import { useCampusDay } from './use-campus-day.ts';

/** What comes next in one's calendar. */
export const useNextEvents = () => useQuery(nextEventsQuery(useCampusDay()));
