import { z } from 'zod';
import { adminOnly, endpoint, staffOwn } from '../../endpoint.ts';
import { count, id, isoDate, percentage, textOrNull } from '../../values/replies.ts';
import { idInRequest } from '../../values/requests.ts';
import { subject } from './attendance.contract.ts';

const term = z.object({ id, name: z.string(), startsOn: isoDate(), endsOn: isoDate() });

/** One subject on one day. */
export const classOfDay = subject.extend({
  teacherName: z.string(),
  teacherEmail: z.string(),
  /** Enrolled on that day. */
  students: count,
  /** Marks of the class, also of students who were dropped from before that day later on. */
  present: count,
  absent: count,
  /** Enrolled on that day and not marked. */
  unmarked: count,
  /** Of all marks of the class. */
  percentage,
});
export type ClassOfDay = z.infer<typeof classOfDay>;

export const dayOverview = endpoint('GET /attendance/day/:date', adminOnly, {
  summary: 'Every subject of the term a day falls in, with what is marked on that day',
  reply: z.object({
    date: isoDate(),
    /** Null on a day of no term: there are no classes then. */
    term: term.nullable(),
    classes: z.array(classOfDay),
  }),
});

/** A student whose percentage is below the one asked for. */
export const lowAttendance = z.object({
  studentId: id,
  studentName: z.string(),
  studentEmail: z.string(),
  studentRollNo: textOrNull,
  /** Null where all subjects of the term are counted together. */
  subject: subject.nullable(),
  classes: count,
  present: count,
  percentage: z.number().min(0).max(100),
  /** Days of the first and of the last mark. */
  startDate: isoDate(),
  endDate: isoDate(),
});
export type LowAttendance = z.infer<typeof lowAttendance>;

export const lowAttendanceSorts = ['percentage', 'name', 'rollNo'] as const;

/**
 * Only students who are active and enrolled (in the subject, where one is counted). `limit` asks for
 * a page, the first unless `page` says another; the number of all matches comes in `X-Total-Count`.
 */
export const listLowAttendance = endpoint('GET /attendance/low', adminOnly, {
  summary: 'Students of a term whose percentage is below a given one, the lowest first',
  query: z.strictObject({
    /** The percentage that the settings expect when left out. */
    below: z.coerce
      .number('The percentage must be a number')
      .min(0.1, 'The percentage must be above 0')
      .max(100, 'The percentage must be at most 100')
      .multipleOf(0.1, 'The percentage has at most one decimal')
      .optional(),
    /** All subjects of the term together, or each subject by itself. */
    by: z.enum(['term', 'subject']).default('term'),
    /** The open term when left out. */
    termId: idInRequest.optional(),
    /** Only this subject of the term; counts by subject. */
    subjectId: idInRequest.optional(),
    sort: z.enum(lowAttendanceSorts).default('percentage'),
    order: z.enum(['asc', 'desc']).default('asc'),
    limit: z.coerce.number().int().min(1).max(1000).optional(),
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  }),
  reply: z.array(lowAttendance),
});

/** A student's line of a sheet. */
export const sheetRow = z.object({
  studentId: id,
  studentName: z.string(),
  studentRollNo: textOrNull,
  /**
   * One character a class, in their order: P present, A absent, `.` enrolled and not marked, `-` not
   * enrolled on that day.
   */
  marks: z.string().regex(/^[PA.-]*$/),
  classes: count,
  present: count,
  percentage,
});
export type SheetRow = z.infer<typeof sheetRow>;

export const attendanceSheet = endpoint('GET /attendance/subject/:subjectId/sheet', staffOwn, {
  summary: 'A subject’s attendance in its term: students by the days of its classes',
  reply: z.object({
    subject,
    teacherName: z.string(),
    term,
    /** The days on which anybody was marked, the first one first. */
    days: z.array(isoDate()),
    /** Everybody who was ever enrolled or marked, by roll number. */
    rows: z.array(sheetRow),
  }),
});
export type AttendanceSheet = z.infer<typeof attendanceSheet.reply>;
