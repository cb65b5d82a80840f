import { useQuery } from '@tanstack/react-query';
import { calendarFileOptions, calendarInfoOptions } from './calendar.api.ts';

/** The academic calendar as a screen shows it. */
export const useCalendar = (facultyUnivId?: string | null) => {
  const info = useQuery(calendarInfoOptions);
  const file = useQuery(calendarFileOptions(info.data, facultyUnivId));
  const failed = [info, file].find(({ isError, isFetching }) => isError && !isFetching);
  return {
    pdf: file.data,
    waiting: !failed && (info.isPending || info.isError || file.isFetching),
    /** There when it could not be asked for: there may be one. */
    retry: failed && (() => void failed.refetch()),
  };
};
