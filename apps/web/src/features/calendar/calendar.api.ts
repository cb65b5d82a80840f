import { calendar } from '@campus/contract';
import { useQuery } from '@tanstack/react-query';
import { callWithHeaders } from '../../lib/call.ts';
import { queryOf } from '../../lib/query.ts';
import { usePdf } from './pdf-reply.ts';

/** Information about the calendar, or null: the file is fetched only if there is one. */
export const calendarInfoOptions = queryOf(calendar.readInfo);

/**
 * The academic calendar as a screen shows it. `facultyUnivId` is sent as specified; the file is the same for
 * everybody.
 */
export const useCalendar = (facultyUnivId?: string | null) => {
  const headers = facultyUnivId ? { 'x-faculty-univid': facultyUnivId } : {};
  const { failed, ...shown } = usePdf(
    [calendar.readCalendar.path],
    useQuery(calendarInfoOptions),
    (signal) => callWithHeaders(calendar.readCalendar, { signal, headers }),
  );
  /** Set when fetching failed: there may be a calendar. */
  return { ...shown, retry: failed?.refetch };
};
