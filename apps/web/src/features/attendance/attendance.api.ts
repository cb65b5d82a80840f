import { attendance, type IsoDate } from '@campus/contract';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { callWithHeaders } from '../../lib/call.ts';
import { campusQuery } from '../../lib/campus.ts';
import { keptToday } from '../../lib/kept-today.ts';
import type { LoadedClass } from '../../lib/marking/marking.ts';
import { queryOf } from '../../lib/query.ts';
import { taughtSubjectsQuery } from '../../lib/taught-subjects.ts';
import type { Roll } from './marking/marking.ts';

/** One class: a subject on a day, all of its students or a section of them. */
export interface ClassDay {
  readonly subjectId: string;
  readonly sectionId: string | null;
  /** `YYYY-MM-DD` */
  readonly date: IsoDate;
}

/** As it is kept on a device. */
export const classKey = ({ subjectId, date, sectionId }: ClassDay): string =>
  `${date}:${subjectId}${sectionId ? `:${sectionId}` : ''}`;

export type LoadedRoster = LoadedClass<Roll>;

/** Without network a class looked at today can still be opened, and is loaded again afterwards. */
const throughOutages = { gcTime: 12 * 60 * 60_000, refetchOnReconnect: true } as const;

export const rosterQuery = (classDay: ClassDay) => {
  const { subjectId, date, sectionId } = classDay;
  return queryOptions({
    ...throughOutages,
    queryKey: [attendance.roster.path, subjectId, date, sectionId],
    queryFn: async ({ signal, client }): Promise<LoadedRoster> => {
      const params = { subjectId, date };
      const query = { section: sectionId ?? undefined };
      const ask = async (until: AbortSignal): Promise<LoadedRoster> => {
        const asked = { params, query, signal: until };
        const { reply, etag } = await callWithHeaders(attendance.roster, asked);
        return { entries: reply, etag };
      };
      const isToday = client.getQueryData(campusQuery.queryKey)?.today === date;
      return isToday ? keptToday(`roster ${classKey(classDay)}`, signal, ask) : ask(signal);
    },
  });
};

export const statsQuery = ({ subjectId, sectionId }: Pick<ClassDay, 'subjectId' | 'sectionId'>) =>
  queryOf(attendance.subjectStats, {
    params: { subjectId },
    query: { section: sectionId ?? undefined },
    staleTime: 0,
    ...throughOutages,
  });

/** More students than this are many to fetch before their class is opened. */
const usualClass = 300;

/** Loads the rosters of a teacher's classes of today, so that each can be marked without network. */
export const loadRostersOfToday = async (client: QueryClient, email: string): Promise<void> => {
  const { today } = await client.ensureQueryData(campusQuery);
  const subjects = await client.ensureQueryData(taughtSubjectsQuery(email));
  for (const { id, startsOn, endsOn, parts } of subjects.slice(0, 12)) {
    const [part] = parts;
    if (part && startsOn <= today && today <= endsOn && part.students <= usualClass)
      await client.fetchQuery(
        rosterQuery({ subjectId: id, date: today, sectionId: part.sectionId }),
      );
  }
};
