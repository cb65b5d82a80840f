import { calendar } from '@campus/contract';
import { useQuery } from '@tanstack/react-query';
import { callWithHeaders } from '../../lib/call.ts';
import { queryOf } from '../../lib/query.ts';
import { pdfQuery } from './pdf-answer.ts';

/** What the calendar is, or null: the file is asked for only when there is one. */
export const calendarInfoOptions = queryOf(calendar.readInfo);

/**
 * The academic calendar as a screen shows it. `facultyUnivId` says whose dashboard asks, as
 * documented; the file is the same for all.
 */
export const useCalendar = (facultyUnivId?: string | null) => {
  const info = useQuery(calendarInfoOptions);
  const headers = facultyUnivId ? { 'x-faculty-univid': facultyUnivId } : {};
  const file = useQuery(
    pdfQuery([calendar.readCalendar.path], info.data, (signal) =>
      callWithHeaders(calendar.readCalendar, { signal, headers }),
    ),
  );
  const failed = [info, file].find(({ isError, isFetching }) => isError && !isFetching);
  return {
    pdf: file.data,
    waiting: !failed && (info.isPending || info.isError || file.isFetching),
    /** There when it could not be asked for: there may be one. */
    retry: failed && (() => void failed.refetch()),
  };
};
