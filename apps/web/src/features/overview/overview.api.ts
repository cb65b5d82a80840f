import { overview } from '@campus/contract';
import { queryOf } from '../../lib/query.ts';

const counts = {
  students: overview.countStudents,
  faculty: overview.countFaculty,
  classes: overview.countClasses,
};
export type Counted = keyof typeof counts;

/** `facultyUnivId` says whose dashboard asks, as documented; it changes nothing in the answer. */
export const countQuery = (what: Counted, facultyUnivId?: string | null) =>
  queryOf(counts[what], facultyUnivId ? { headers: { 'x-faculty-univid': facultyUnivId } } : {});

/** What waits for a person changes while they work elsewhere: asked for at each visit. */
export const teacherOverviewQuery = (email: string) =>
  queryOf(overview.teacherOverview, { params: { email }, staleTime: 0 });
export const studentOverviewQuery = (email: string) =>
  queryOf(overview.studentOverview, { params: { email }, staleTime: 0 });
export const adminOverviewQuery = queryOf(overview.adminOverview, { staleTime: 0 });
