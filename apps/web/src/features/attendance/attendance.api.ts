import { attendance, type IsoDate } from '@campus/contract';
import { queryOptions } from '@tanstack/react-query';
import { callWithHeaders } from '../../lib/call.ts';
import type { LoadedClass } from '../../lib/marking/marking.ts';
import { queryOf } from '../../lib/query.ts';
import type { Roll } from './marking/marking.ts';

/** One class on the wire: a subject on a day. */
export interface ClassDay {
  readonly subjectId: string;
  /** `YYYY-MM-DD` */
  readonly date: IsoDate;
}

export type LoadedRoster = LoadedClass<Roll>;

/** Without network a class looked at today can still be opened, and is loaded again afterwards. */
const throughOutages = { gcTime: 12 * 60 * 60_000, refetchOnReconnect: true } as const;

export const rosterQuery = ({ subjectId, date }: ClassDay) =>
  queryOptions({
    ...throughOutages,
    queryKey: [attendance.roster.path, subjectId, date],
    queryFn: async ({ signal }): Promise<LoadedRoster> => {
      const params = { subjectId, date };
      const { reply, etag } = await callWithHeaders(attendance.roster, { params, signal });
      return { entries: reply, etag };
    },
  });

export const statsQuery = (subjectId: string) =>
  queryOf(attendance.subjectStats, { params: { subjectId }, staleTime: 0, ...throughOutages });
