import { events, isIsoDate, weekdayOf } from '@campus/contract';
import { useReply } from './query.ts';

/** What may be overlooked of a day: a Sunday, a holiday of the calendar. Blank while that is not known. */
export const useDayNote = (day: string): string => {
  const query = { from: day, to: day, kind: 'holiday' } as const;
  const { data } = useReply(events.listEvents, { query, enabled: isIsoDate(day) });
  if (!isIsoDate(day)) return '';
  const holidays = (data?.entries ?? []).map(({ title }) => `Holiday: ${title}`);
  return [...(weekdayOf(day) === 6 ? ['A Sunday'] : []), ...holidays].join(' · ');
};
