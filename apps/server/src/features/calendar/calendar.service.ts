import type { Campus } from '../../campus.ts';
import { notFound } from '../../campus-error.ts';
import { newestCalendar, type StoredCalendar } from './calendar.queries.ts';

export { calendarContent, insertCalendar, newestCalendar } from './calendar.queries.ts';
export type { StoredCalendar } from './calendar.queries.ts';

export const requireCalendar = async (campus: Campus): Promise<StoredCalendar> => {
  const newest = await newestCalendar(campus.db);
  if (!newest) throw notFound('There is no academic calendar yet.');
  return newest;
};
