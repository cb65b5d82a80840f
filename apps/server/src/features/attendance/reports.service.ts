import {
  type attendance,
  type AttendanceSheet,
  classesShown,
  type ClassOfDay,
  percentagePresent,
  sheetRowsShown,
} from '@campus/contract';
import { found } from '../../campus-error.ts';
import type { TableColumns } from '../../csv/table-file.ts';
import { type Handler, RawJson } from '../../http/call.ts';
import { exportedList, exportedTable } from '../../http/export-list.ts';
import { readCountedPage } from '../../http/pages.ts';
import {
  noSuchSubject,
  noSuchTerm,
  requireTeaching,
  requireTeachingOf,
  teachingScope,
} from '../subjects/index.ts';
import { termAsked } from './attendance.queries.ts';
import { classesOfDay, termOfDay } from './day-overview.queries.ts';
import { readHistory } from './history.queries.ts';
import { listLowAttendance as queryLowAttendance } from './low-attendance.queries.ts';
import { sheetHead, sheetRows } from './sheet.queries.ts';

export const classHistory: Handler<typeof attendance.classHistory> = async (call) => {
  const { db } = call.campus;
  const taught = await requireTeachingOf(db, call.actor, 'mark', call.params.subjectId);
  const { changes } = await readHistory(db, call.params, taught);
  return new RawJson(changes);
};

export const dayOverview: Handler<typeof attendance.dayOverview> = async (call) => {
  const { db } = call.campus;
  const { date } = call.params;
  const term = await termOfDay(db, date);
  return { date, term: term ?? null, classes: term ? await classesOfDay(db, term.id, date) : [] };
};

/**
 * Students below a percentage, to be warned: only those enrolled today, or on the last day of a term that has ended.
 */
export const listLowAttendance: Handler<typeof attendance.listLowAttendance> = async ({
  campus,
  query,
}) => {
  const { subjectId, termId, by } = query;
  const term = await termAsked(campus.db, query);
  if (!term && subjectId !== undefined) throw noSuchSubject();
  if (!term && termId !== undefined) throw noSuchTerm();
  if (!term) return readCountedPage(query, async () => ({ rows: [], total: 0 }));
  const today = campus.today();
  const list = {
    ...query,
    termId: term.id,
    bySubject: by === 'subject' || subjectId !== undefined,
    below: query.below ?? campus.settings.expectedPercentage,
    enrolledOn: today < term.endsOn ? today : term.endsOn,
  };
  return readCountedPage(list, (page) => queryLowAttendance(campus.db, page));
};

export const attendanceSheet: Handler<typeof attendance.attendanceSheet> = async (call) => {
  const { campus, actor, params } = call;
  const taught = teachingScope(actor, 'mark');
  const head = found(await sheetHead(campus.db, params.subjectId, taught), noSuchSubject);
  const { teacherId, planned, ...sheet } = head;
  requireTeaching(actor, 'mark', { teacherId, planned, ...params });
  const seen = { taught, today: campus.today() };
  const rows = await sheetRows(campus.db, params.subjectId, sheet.days, seen);
  return {
    ...sheet,
    rows: rows.map((row) => ({ ...row, percentage: percentagePresent(row.present, row.classes) })),
  };
};

type OfSheet = AttendanceSheet['rows'][number];

const statuses: Readonly<Record<string, string>> = {
  P: 'Present',
  A: 'Absent',
  '-': 'Not enrolled',
};

/** One row per student, one column per class. */
export const exportSheet: Handler<typeof attendance.exportSheet> = (call) =>
  exportedTable<typeof attendance.attendanceSheet, OfSheet>(attendanceSheet, ({ days, rows }) => ({
    rows: sheetRowsShown(rows, call.query),
    columns: [
      ['Roll Number', 'text', (row) => row.studentRollNo],
      ['Name', 'text', (row) => row.studentName],
      ...days.map((day, at): TableColumns<OfSheet>[number] => [
        day,
        'text',
        (row) => statuses[row.marks[at] ?? ''] ?? null,
      ]),
      ['Present', 'number', (row) => row.present],
      ['Classes', 'number', (row) => row.classes],
      ['Percentage', 'percent', (row) => row.percentage],
    ],
  }))(call);

export const exportDay: Handler<typeof attendance.exportDay> = (call) =>
  exportedTable<typeof attendance.dayOverview, ClassOfDay>(dayOverview, ({ classes }) => ({
    rows: classesShown(classes, call.query),
    columns: [
      ['Subject Name', 'text', (row) => row.subjectName],
      ['Subject Code', 'text', (row) => row.subjectCode],
      ['Teacher', 'text', (row) => row.teacherName],
      ['Teacher Email', 'text', (row) => row.teacherEmail],
      ['Students', 'number', (row) => row.students],
      ['Present', 'number', (row) => row.present],
      ['Absent', 'number', (row) => row.absent],
      ['Not marked', 'number', (row) => row.unmarked],
      ['Percentage', 'percent', (row) => row.percentage],
    ],
  }))(call);

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
