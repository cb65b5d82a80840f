import { overview } from '@campus/contract';
import { queryOf } from '../../lib/query.ts';

const counts = {
  students: overview.countStudents,
  faculty: overview.countFaculty,
  classes: overview.countClasses,
};
export type Counted = keyof typeof counts;

/** `facultyUnivId` tells whose dashboard asks, as specified; it does not affect the reply. */
export const countQuery = (what: Counted, facultyUnivId?: string | null) =>
  queryOf(counts[what], facultyUnivId ? { headers: { 'x-faculty-univid': facultyUnivId } } : {});

/** Fetched at each visit: what is waiting changes while the person works elsewhere. */
export const teacherOverviewQuery = (email: string) =>
  queryOf(overview.teacherOverview, { params: { email }, staleTime: 0 });
export const studentOverviewQuery = (email: string) =>
  queryOf(overview.studentOverview, { params: { email }, staleTime: 0 });
export const adminOverviewQuery = queryOf(overview.adminOverview, { staleTime: 0 });
