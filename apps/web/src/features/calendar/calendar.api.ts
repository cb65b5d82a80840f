import { calendar } from '@campus/contract';
import { useQuery } from '@tanstack/react-query';
import { callWithHeaders } from '../../lib/call.ts';
import { queryOf } from '../../lib/query.ts';
import { usePdf } from './pdf-answer.ts';

/** What the calendar is, or null: the file is asked for only when there is one. */
export const calendarInfoOptions = queryOf(calendar.readInfo);

/**
 * The academic calendar as a screen shows it. `facultyUnivId` says whose dashboard asks, as
 * documented; the file is the same for all.
 */
export const useCalendar = (facultyUnivId?: string | null) => {
  const headers = facultyUnivId ? { 'x-faculty-univid': facultyUnivId } : {};
  const { failed, ...shown } = usePdf(
    [calendar.readCalendar.path],
    useQuery(calendarInfoOptions),
    (signal) => callWithHeaders(calendar.readCalendar, { signal, headers }),
  );
  /** There when it could not be asked for: there may be one. */
  return { ...shown, retry: failed && (() => void failed.refetch()) };
};
