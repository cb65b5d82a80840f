import { attendance } from '@campus/contract';
import { queryOf } from '../../../lib/query.ts';

/** A mark made by a teacher appears on the student's screen within seconds, while it is looked at. */
const live = { refetchInterval: 2_000, staleTime: 0 } as const;

export const studentSummaryQuery = (email: string) =>
  queryOf(attendance.studentSummary, { params: { email }, ...live });

/** Newest first; of every subject while `subjectId` is null. */
export const studentRecordsQuery = (email: string, subjectId: string | null) =>
  subjectId === null
    ? queryOf(attendance.studentRecords, { params: { email }, ...live })
    : queryOf(attendance.studentSubjectRecords, { params: { email, subjectId }, ...live });

/** By subject; follows marks as they are made, less eagerly than the records do. */
export const studentPercentagesQuery = (email: string) =>
  queryOf(attendance.studentPercentages, {
    params: { email },
    refetchInterval: 4_000,
    staleTime: 0,
  });
