import { useQuery } from '@tanstack/react-query';
import { campusQuery } from '../../../lib/campus.ts';

/** The percentage that the campus expects of every student; null until it is known. */
export const useExpectedPercentage = (): number | null =>
  useQuery(campusQuery).data?.expectedPercentage ?? null;
