import { attendance, type RosterEntry, type IsoDate } from '@campus/contract';
import { queryOptions } from '@tanstack/react-query';
import { call, callWithHeaders } from '../../lib/call.ts';
import { queryOf } from '../../lib/query.ts';
import type { SentMark } from './marking/marking.ts';

/** One class on the wire: a subject on a day. */
export interface ClassDay {
  readonly subjectId: string;
  /** `YYYY-MM-DD` */
  readonly date: IsoDate;
}

export interface LoadedRoster {
  readonly entries: readonly RosterEntry[];
  readonly etag: string | null;
}

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

/**
 * Stores the marks of a class.
 * @param etag of the roster they were made on: the server refuses (409 `conflict`, `details` are
 *   `RosterConflict`s) to overwrite different marks that others have stored since
 */
export const sendMarks = (
  { subjectId, date }: ClassDay,
  facultyEmail: string,
  marks: readonly SentMark[],
  etag: string | null,
) =>
  call(attendance.submitAttendance, {
    body: { facultyEmail, subjectId, date, studentAttendances: [...marks] },
    seen: etag,
  });
