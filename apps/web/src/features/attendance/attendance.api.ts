import { attendance, type IsoDate } from '@campus/contract';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { callWithHeaders } from '../../lib/call.ts';
import { campusQuery } from '../../lib/campus.ts';
import { keptToday } from '../../lib/kept-today.ts';
import type { LoadedClass } from '../../lib/marking/marking.ts';
import { queryOf } from '../../lib/query.ts';
import { taughtSubjectsQuery } from '../../lib/taught-subjects.ts';
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
    queryFn: async ({ signal, client }): Promise<LoadedRoster> => {
      const params = { subjectId, date };
      const ask = async (until: AbortSignal): Promise<LoadedRoster> => {
        const { reply, etag } = await callWithHeaders(attendance.roster, { params, signal: until });
        return { entries: reply, etag };
      };
      const isToday = client.getQueryData(campusQuery.queryKey)?.today === date;
      return isToday ? keptToday(`roster ${subjectId} ${date}`, signal, ask) : ask(signal);
    },
  });

export const statsQuery = (subjectId: string) =>
  queryOf(attendance.subjectStats, { params: { subjectId }, staleTime: 0, ...throughOutages });

/** More students than this are many to fetch before their class is opened. */
const usualClass = 300;

/** Loads the rosters of a teacher's classes of today, so that each can be marked without network. */
export const loadRostersOfToday = async (client: QueryClient, email: string): Promise<void> => {
  const { today } = await client.ensureQueryData(campusQuery);
  const subjects = await client.ensureQueryData(taughtSubjectsQuery(email));
  for (const { id, startsOn, endsOn, students } of subjects.slice(0, 12))
    if (startsOn <= today && today <= endsOn && students <= usualClass)
      await client.fetchQuery(rosterQuery({ subjectId: id, date: today }));
};
