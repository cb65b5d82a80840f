import { attendance, type IsoDate } from '@campus/contract';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { callWithHeaders } from '../../lib/call.ts';
import { campusQuery } from '../../lib/campus.ts';
import { fetchOrOfflineCopy } from '../../lib/offline-replies.ts';
import type { LoadedClass } from '../../lib/marking/marking.ts';
import { queryOf } from '../../lib/query.ts';
import { taughtSubjectsQuery } from '../../lib/taught-subjects.ts';
import type { Roll } from './marking/attendance-marks.ts';

/** One class: a subject on a day, with all of its students or one section. */
export interface ClassDay {
  readonly subjectId: string;
  readonly sectionId: string | null;
  /** `YYYY-MM-DD` */
  readonly date: IsoDate;
}

/** The key of a class in this device's storage. */
export const classKey = ({ subjectId, date, sectionId }: ClassDay): string =>
  `${date}:${subjectId}${sectionId ? `:${sectionId}` : ''}`;

export interface LoadedRoster extends LoadedClass<Roll> {
  /** Names of students who are not marked on this day, because an opening balance includes it. */
  readonly counted?: readonly string[];
}

/** Keeps a class opened today available offline, and refetches it when the network is back. */
const offlineOptions = { gcTime: 12 * 60 * 60_000, refetchOnReconnect: true } as const;

export const rosterQuery = (classDay: ClassDay) => {
  const { subjectId, date, sectionId } = classDay;
  return queryOptions({
    ...offlineOptions,
    queryKey: [attendance.roster.path, subjectId, date, sectionId],
    queryFn: async ({ signal, client }): Promise<LoadedRoster> => {
      const params = { subjectId, date };
      const query = { section: sectionId ?? undefined };
      const ask = async (until: AbortSignal): Promise<LoadedRoster> => {
        const asked = { params, query, signal: until };
        const { reply, etag } = await callWithHeaders(attendance.roster, asked);
        const entries = reply.filter(({ countedUntil }) => !countedUntil);
        const counted = reply.filter(({ countedUntil }) => countedUntil);
        return { entries, counted: counted.map(({ studentName }) => studentName), etag };
      };
      const isToday = client.getQueryData(campusQuery.queryKey)?.today === date;
      return isToday
        ? fetchOrOfflineCopy(`roster ${classKey(classDay)}`, signal, ask)
        : ask(signal);
    },
  });
};

export const statsQuery = ({ subjectId, sectionId }: Pick<ClassDay, 'subjectId' | 'sectionId'>) =>
  queryOf(attendance.subjectStats, {
    params: { subjectId },
    query: { section: sectionId ?? undefined },
    staleTime: 0,
    ...offlineOptions,
  });

/** Larger rosters are too much to fetch before their class is opened. */
const maxPreloadedStudents = 300;

/**
 * Preloads the rosters of up to 12 of a teacher's classes today, so that each can be marked offline: the
 * first class of every subject, then the others.
 */
export const preloadRosters = async (client: QueryClient, email: string): Promise<void> => {
  const { today: date } = await client.ensureQueryData(campusQuery);
  const subjects = await client.ensureQueryData(taughtSubjectsQuery(email));
  const classes = subjects
    .filter(({ startsOn, endsOn }) => startsOn <= date && date <= endsOn)
    .flatMap(({ id: subjectId, parts }) =>
      [...parts.entries()].map(([place, part]) => ({ ...part, subjectId, place })),
    )
    .filter(({ students }) => students <= maxPreloadedStudents)
    .toSorted((one, other) => one.place - other.place);
  for (const { subjectId, sectionId } of classes.slice(0, 12))
    await client.fetchQuery(rosterQuery({ subjectId, date, sectionId }));
};
