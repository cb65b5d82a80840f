import type { IsoDate } from '@campus/contract';
import { useQuery } from '@tanstack/react-query';
import { campusQuery } from '../../lib/campus.ts';
import { localToday } from '../../lib/day.ts';

/** The day it is on campus; null while nobody knows, this computer's where the campus does not say. */
export const useCampusDay = (): IsoDate | null => {
  const { data, isPending } = useQuery(campusQuery);
  if (data) return data.today;
  return isPending ? null : localToday();
};
