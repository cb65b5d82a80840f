import { type attendance, percentagePresent } from '@campus/contract';
import { found } from '../../campus-error.ts';
import { countedPage, skippedBy } from '../../db/lists.ts';
import { type Handler, RawJson } from '../../http/call.ts';
import { exportedList } from '../../http/export-list.ts';
import { ListPart } from '../../http/pages.ts';
import { noSuchSubject, noSuchTerm, requireTeaching } from '../subjects/index.ts';
import { termAsked } from './attendance.queries.ts';
import { classesOfDay, termOfDay } from './day-overview.queries.ts';
import { readHistory } from './history.queries.ts';
import { listLowAttendance as queryLowAttendance } from './low-attendance.queries.ts';
import { sheetHead, sheetRows } from './sheet.queries.ts';

export const classHistory: Handler<typeof attendance.classHistory> = async (call) => {
  const { subjectId, date } = call.params;
  const history = found(await readHistory(call.campus.db, subjectId, date), noSuchSubject);
  requireTeaching(call.actor, 'mark', { ...history, subjectId });
  return new RawJson(history.changes);
};

export const dayOverview: Handler<typeof attendance.dayOverview> = async (call) => {
  const { db } = call.campus;
  const { date } = call.params;
  const term = await termOfDay(db, date);
  return { date, term: term ?? null, classes: term ? await classesOfDay(db, term.id, date) : [] };
};

/**
 * Students below a percentage. Warnings are for those who are still there: enrolled today, or on the
 * last day of a term that has ended.
 */
export const listLowAttendance: Handler<typeof attendance.listLowAttendance> = async ({
  campus,
  query,
}) => {
  const { subjectId, termId, by, limit } = query;
  const term = await termAsked(campus.db, query);
  if (!term && subjectId !== undefined) throw noSuchSubject();
  if (!term && termId !== undefined) throw noSuchTerm();
  if (!term) return new ListPart({ rows: [], total: 0 });
  const today = campus.today();
  const list = {
    ...query,
    termId: term.id,
    bySubject: by === 'subject' || subjectId !== undefined,
    below: query.below ?? campus.settings.expectedPercentage,
    enrolledOn: today < term.endsOn ? today : term.endsOn,
  };
  return new ListPart(
    await countedPage({ limit, skip: skippedBy(query) }, (page) =>
      queryLowAttendance(campus.db, { ...list, ...page }),
    ),
  );
};

export const attendanceSheet: Handler<typeof attendance.attendanceSheet> = async (call) => {
  const { campus, actor, params } = call;
  const head = found(await sheetHead(campus.db, params.subjectId), noSuchSubject);
  const { teacherId, ...sheet } = head;
  requireTeaching(actor, 'mark', { teacherId, ...params });
  const rows = await sheetRows(campus.db, params.subjectId, sheet.days);
  return {
    ...sheet,
    rows: rows.map((row) => ({ ...row, percentage: percentagePresent(row.present, row.classes) })),
  };
};

export const exportLowAttendance = exportedList<typeof attendance.listLowAttendance>(
  listLowAttendance,
  [
    ['Name', 'text', (row) => row.studentName],
    ['Email', 'text', (row) => row.studentEmail],
    ['Roll Number', 'text', (row) => row.studentRollNo],
    ['Subject Name', 'text', (row) => row.subject?.subjectName ?? 'All Subjects'],
    ['Subject Code', 'text', (row) => row.subject?.subjectCode ?? null],
    ['Classes', 'number', (row) => row.classes],
    ['Present', 'number', (row) => row.present],
    ['Missed', 'number', (row) => row.classes - row.present],
    ['Percentage', 'percent', (row) => row.percentage],
    ['From', 'day', (row) => row.startDate],
    ['To', 'day', (row) => row.endDate],
  ],
);
