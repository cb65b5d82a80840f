import { overview } from '@campus/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';

const counts = {
  students: overview.countStudents,
  faculty: overview.countFaculty,
  classes: overview.countClasses,
};
export type Counted = keyof typeof counts;

/** `facultyUnivId` says whose dashboard asks, as documented; it changes nothing in the answer. */
export const countQuery = (what: Counted, facultyUnivId?: string | null) =>
  queryOptions({
    queryKey: [counts[what].path],
    queryFn: ({ signal }) =>
      call(counts[what], {
        signal,
        ...(facultyUnivId && { headers: { 'x-faculty-univid': facultyUnivId } }),
      }),
  });
