import {
  type attendanceReports,
  type AttendanceSheet,
  type IsoDate,
  type LowAttendance,
  percentagePresent,
  type QueryOf,
  type ReplyOf,
} from '@campus/contract';
import type { Campus } from '../../campus.ts';
import { isRecordId } from '../../db/sql.ts';
import type { Actor } from '../../http/call.ts';
import { skippedBy } from '../../http/pages.ts';
import { noSuchSubject, noSuchTerm, requireTeaching } from '../subjects/index.ts';
import { subjectTerm, termById } from './attendance.queries.ts';
import { classesOfDay, termOfDay } from './day-overview.queries.ts';
import { readHistory } from './history.queries.ts';
import { listLowAttendance } from './low-attendance.queries.ts';
import { sheetHead, sheetRows } from './sheet.queries.ts';

export const classHistory = async (
  campus: Campus,
  actor: Actor,
  subjectId: string,
  date: IsoDate,
) => {
  const found = isRecordId(subjectId) ? await readHistory(campus.db, subjectId, date) : undefined;
  if (!found) throw noSuchSubject();
  requireTeaching(actor, found.teacherId);
  return found;
};

export const dayOverview = async (
  campus: Campus,
  date: IsoDate,
): Promise<ReplyOf<typeof attendanceReports.dayOverview>> => {
  const term = await termOfDay(campus.db, date);
  const classes = term ? await classesOfDay(campus.db, term.id, date) : [];
  return { date, term: term ?? null, classes };
};

/** The term that is asked for: of the subject, the one named, or the open one. */
const termAsked = async (
  campus: Campus,
  { termId, subjectId }: { termId?: string | undefined; subjectId?: string | undefined },
) => {
  if (subjectId !== undefined) {
    const term = isRecordId(subjectId) ? await subjectTerm(campus.db, subjectId) : undefined;
    if (!term || (termId !== undefined && termId !== term.id)) throw noSuchSubject();
    return term;
  }
  if (termId !== undefined && !isRecordId(termId)) throw noSuchTerm();
  const term = await termById(campus.db, termId);
  if (!term && termId !== undefined) throw noSuchTerm();
  return term;
};

/**
 * Students below a percentage. Warnings are for those who are still there: enrolled today, or on the
 * last day of a term that has ended.
 */
export const lowAttendance = async (
  campus: Campus,
  query: QueryOf<typeof attendanceReports.listLowAttendance>,
): Promise<{ rows: LowAttendance[]; total: number }> => {
  const term = await termAsked(campus, query);
  if (!term) return { rows: [], total: 0 };
  const { subjectId, by, sort, order, limit, page } = query;
  const { below = campus.settings.expectedPercentage } = query;
  const today = campus.today();
  const list = {
    termId: term.id,
    subjectId,
    bySubject: by === 'subject' || subjectId !== undefined,
    below: Math.round(below * 10),
    enrolledOn: today < term.endsOn ? today : term.endsOn,
    sort,
    order,
    limit,
    skip: skippedBy({ limit, page }),
  };
  const found = await listLowAttendance(campus.db, list);
  if (found.rows.length > 0 || list.skip === 0) return found;
  // Beyond the last page no row says how many there are.
  const { total } = await listLowAttendance(campus.db, { ...list, limit: 1, skip: 0 });
  return { rows: [], total };
};

export const attendanceSheet = async (
  campus: Campus,
  actor: Actor,
  subjectId: string,
): Promise<AttendanceSheet> => {
  const head = isRecordId(subjectId) ? await sheetHead(campus.db, subjectId) : undefined;
  if (!head) throw noSuchSubject();
  const { teacherId, ...sheet } = head;
  requireTeaching(actor, teacherId);
  const rows = await sheetRows(campus.db, subjectId, sheet.days);
  return {
    ...sheet,
    rows: rows.map((row) => ({ ...row, percentage: percentagePresent(row.present, row.classes) })),
  };
};
