import { attendance } from '@campus/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';

/** A mark made by a teacher appears on the student's screen within seconds, while it is looked at. */
const live = { refetchInterval: 2_000, refetchIntervalInBackground: false, staleTime: 0 } as const;

export const studentSubjectsQuery = (email: string) =>
  queryOptions({
    queryKey: ['attendance', 'subjects', email],
    queryFn: ({ signal }) => call(attendance.studentSubjects, { params: { email }, signal }),
  });

export const studentSummaryQuery = (email: string) =>
  queryOptions({
    queryKey: ['attendance', 'summary', email],
    queryFn: ({ signal }) => call(attendance.studentSummary, { params: { email }, signal }),
    ...live,
  });

/** Newest first; of every subject while `subjectId` is null. */
export const studentRecordsQuery = (email: string, subjectId: string | null) =>
  queryOptions({
    queryKey: ['attendance', 'records', email, subjectId],
    queryFn: ({ signal }) =>
      subjectId === null
        ? call(attendance.studentRecords, { params: { email }, signal })
        : call(attendance.studentSubjectRecords, { params: { email, subjectId }, signal }),
    ...live,
  });

/** By subject; follows marks as they are made, less eagerly than the records do. */
export const studentPercentagesQuery = (email: string) =>
  queryOptions({
    queryKey: ['attendance', 'percentages', email],
    queryFn: ({ signal }) => call(attendance.studentPercentages, { params: { email }, signal }),
    refetchInterval: 4_000,
    refetchIntervalInBackground: false,
    staleTime: 0,
  });
