import { useQuery } from '@tanstack/react-query';
import { calendarFileOptions, calendarInfoOptions } from './calendar.api.ts';
import type { ShownPdf } from './pdf-answer.ts';

/** The academic calendar as a screen shows it. */
export type CalendarState =
  | { readonly is: 'loading' }
  | { readonly is: 'shown'; readonly calendar: ShownPdf }
  /** `retry` is there when it could not be asked for: there may be one. */
  | { readonly is: 'none'; readonly retry?: () => void };

export const useCalendar = (facultyUnivId?: string | null): CalendarState => {
  const info = useQuery(calendarInfoOptions);
  const file = useQuery(calendarFileOptions(info.data, facultyUnivId));
  if (file.data) return { is: 'shown', calendar: file.data };
  const failed = [info, file].find(({ isError, isFetching }) => isError && !isFetching);
  if (failed) return { is: 'none', retry: () => void failed.refetch() };
  if (info.isPending || file.isFetching) return { is: 'loading' };
  return info.isFetching && info.isError ? { is: 'loading' } : { is: 'none' };
};
