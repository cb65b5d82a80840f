import {
  attendance,
  attendanceReports,
  type QueryIn,
  subjectPage,
  type IsoDate,
} from '@campus/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, callPage } from '../../../lib/call.ts';
import type { ClassDay } from '../attendance.api.ts';

export const dayQuery = (date: IsoDate) =>
  queryOptions({
    queryKey: ['attendance', 'day', date],
    queryFn: ({ signal }) => call(attendanceReports.dayOverview, { params: { date }, signal }),
    placeholderData: keepPreviousData,
    // Rolls are being taken while an administrator looks on.
    refetchInterval: 30_000,
    refetchIntervalInBackground: false,
  });

export type LowQuery = Omit<QueryIn<typeof attendanceReports.listLowAttendance>, 'limit' | 'page'>;

export const lowQuery = (query: LowQuery, page: number, pageSize: number) =>
  queryOptions({
    queryKey: ['attendance', 'low', query, page, pageSize],
    queryFn: ({ signal }) =>
      callPage(attendanceReports.listLowAttendance, {
        query: { ...query, limit: pageSize, page },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

/** All of the list at once, for a file. */
export const wholeLowList = (query: LowQuery) =>
  call(attendanceReports.listLowAttendance, { query });

export const sheetQuery = (subjectId: string) =>
  queryOptions({
    queryKey: ['attendance', 'sheet', subjectId],
    queryFn: ({ signal }) =>
      call(attendanceReports.attendanceSheet, { params: { subjectId }, signal }),
  });

export const subjectQuery = (subjectId: string) =>
  queryOptions({
    queryKey: ['attendance', 'subject', subjectId],
    queryFn: ({ signal }) => call(subjectPage.readSubject, { params: { subjectId }, signal }),
  });

/** The entries of a roster alone, for paper. */
export const rosterEntriesQuery = ({ subjectId, date }: ClassDay) =>
  queryOptions({
    queryKey: ['attendance', 'paper', subjectId, date],
    queryFn: ({ signal }) => call(attendance.roster, { params: { subjectId, date }, signal }),
  });
