import { type Grade, gradingScales } from '@campus/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';

export const gradingScaleQuery = queryOptions({
  queryKey: ['performance', 'grading-scale'],
  queryFn: ({ signal }) => call(gradingScales.readGradingScale, { signal }),
});

export const scaleHistoryQuery = queryOptions({
  queryKey: ['performance', 'grading-scale', 'history'],
  queryFn: ({ signal }) => call(gradingScales.gradingScaleHistory, { signal }),
});

/** @param version of the scale it was made from: another one since is not overwritten (409) */
export const setGradingScale = (grades: readonly Grade[], version: number) =>
  call(gradingScales.setGradingScale, { body: { grades: [...grades] }, seen: version });
