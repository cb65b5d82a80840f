import { resultSheets, schoolPerformance } from '@campus/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';

/** Of the latest term with published results while `termId` is null. */
export const monthlyMarksQuery = (email: string, termId: string | null) =>
  queryOptions({
    queryKey: ['performance', 'months', email, termId],
    queryFn: ({ signal }) =>
      call(schoolPerformance.monthlyMarks, {
        params: { email },
        query: termId === null ? {} : { termId },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

export const resultSheetQuery = (email: string, termId: string) =>
  queryOptions({
    queryKey: ['performance', 'sheet', email, termId],
    queryFn: ({ signal }) => call(resultSheets.resultSheet, { params: { email, termId }, signal }),
  });
