import { events, isIsoDate, weekdayOf } from '@campus/contract';
import { useReply } from './query.ts';

/** Notes that the day is a Sunday or a holiday of the calendar. Blank until the holidays are loaded. */
export const useDayNote = (day: string): string => {
  const query = { from: day, to: day, kind: 'holiday' } as const;
  const { data } = useReply(events.listEvents, { query, enabled: isIsoDate(day) });
  if (!isIsoDate(day)) return '';
  const holidays = (data?.entries ?? []).map(({ title }) => `Holiday: ${title}`);
  return [...(weekdayOf(day) === 6 ? ['A Sunday'] : []), ...holidays].join(' · ');
};
