import { calendar, type CalendarInfo } from '@campus/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, callWithHeaders } from '../../lib/call.ts';
import { queryOf } from '../../lib/query.ts';
import { pdfIn } from './pdf-answer.ts';

/** What the calendar is, or null: the file is asked for only when there is one. */
export const calendarInfoOptions = queryOf(calendar.readInfo);

/**
 * The file of this version: fetched once, and after a reload only when it is not known any more
 * (ETag). `facultyUnivId` says whose dashboard asks, as documented; the file is the same for all.
 */
export const calendarFileOptions = (
  info: CalendarInfo | null | undefined,
  facultyUnivId?: string | null,
) =>
  queryOptions({
    queryKey: [calendar.readCalendar.path, info?.uploadedAt, info?.size],
    queryFn: async ({ signal }) => {
      const headers = facultyUnivId ? { 'x-faculty-univid': facultyUnivId } : {};
      return pdfIn(await callWithHeaders(calendar.readCalendar, { signal, headers }));
    },
    enabled: info !== null && info !== undefined && info.size > 0,
    staleTime: Number.POSITIVE_INFINITY,
    // The version before it stays until the new one is here: nothing jumps, no button goes away.
    ...(info && { placeholderData: keepPreviousData }),
  });

export const uploadCalendar = (
  { file, title }: { readonly file: File; readonly title: string },
  signal: AbortSignal,
): Promise<CalendarInfo> => {
  const form = new FormData();
  form.set('title', title);
  form.set('file', file);
  return call(calendar.uploadCalendar, { form, signal });
};
