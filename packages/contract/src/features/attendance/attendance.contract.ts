import { z } from 'zod';
import { exportOf } from '../../csv/table-file.contract.ts';
import { adminOnly, endpoint, staffOwn, studentOwn } from '../../endpoint.ts';
import {
  changed,
  count,
  id,
  isoDate,
  percentage,
  subjectNames,
  textOrNull,
} from '../../values/replies.ts';
import {
  classSized,
  email,
  flag,
  idInBody,
  idInRequest,
  optionalText,
} from '../../values/requests.ts';

export const subject = z.object({ id, ...subjectNames });
export type Subject = z.infer<typeof subject>;

/** A class that a teacher may mark: of all students of a subject, which has no id and no name, or of a section. */
export const taughtPart = z.object({
  sectionId: id.nullable(),
  name: textOrNull,
  students: z.int(),
});
export type TaughtPart = z.infer<typeof taughtPart>;

/** `startsOn` and `endsOn` are the first and the last day that can be marked. */
export const taughtSubject = subject.extend({
  startsOn: isoDate(),
  endsOn: isoDate(),
  students: z.int(),
  /** At least one; the first one is meant where none is named. */
  parts: z.array(taughtPart),
});
export type TaughtSubject = z.infer<typeof taughtSubject>;

export const attendanceRecord = z.object({
  id,
  date: isoDate(),
  ...subjectNames,
  present: z.boolean(),
  remarks: textOrNull,
});
export type AttendanceRecord = z.infer<typeof attendanceRecord>;

/**
 * `present` is null while nobody has marked the student. `correctedBy` is the administrator whose
 * correction the mark is; null for a mark that the teacher made last.
 */
export const rosterEntry = z.object({
  id,
  studentEmail: z.string(),
  studentName: z.string(),
  studentRollNo: textOrNull,
  present: z.boolean().nullable(),
  remarks: textOrNull,
  correctedBy: textOrNull,
});
export type RosterEntry = z.infer<typeof rosterEntry>;

export const facultySubjects = endpoint(
  'GET /attendance/faculty/:email/subjects',
  staffOwn('registrar'),
  {
    summary: 'A teacher’s subjects in the open term',
    reply: z.array(taughtSubject),
  },
);

export const roster = endpoint(
  'GET /attendance/subject/:subjectId/date/:date',
  staffOwn('registrar'),
  {
    summary: 'The students enrolled in a subject on a day, with their marks',
    query: z.strictObject({
      /** Only of this section. Who marks sections only gets the first of them where it is left out. */
      section: idInRequest.optional(),
    }),
    description:
      'The ETag names the state of the class. Sent back as If-Match with a submission, it makes the server refuse to overwrite marks that someone else has made since.',
    reply: z.array(rosterEntry),
  },
);

export const subjectStats = endpoint(
  'GET /attendance/stats/subject/:subjectId',
  staffOwn('registrar'),
  {
    summary: 'How many classes of a subject are marked, and the share of present marks',
    query: z.strictObject({
      /** Only of this section and its students. */
      section: idInRequest.optional(),
    }),
    reply: z.object({ totalClasses: count, attendancePercentage: percentage }),
  },
);

export const studentSubjects = endpoint(
  'GET /attendance/student/:email/subjects',
  studentOwn('registrar'),
  {
    summary: 'The subjects a student is enrolled in or has marks of',
    reply: z.array(subject),
  },
);

export const studentRecords = endpoint('GET /attendance/student/:email', studentOwn('registrar'), {
  summary: 'All attendance records of a student, newest first',
  reply: z.array(attendanceRecord),
});

export const studentSubjectRecords = endpoint(
  'GET /attendance/student/:email/subject/:subjectId',
  studentOwn('registrar'),
  {
    summary: 'A student’s attendance records of one subject, newest first',
    reply: z.array(attendanceRecord),
  },
);

export const studentSummary = endpoint(
  'GET /students/:email/attendance-summary',
  studentOwn('registrar'),
  {
    summary: 'A student’s overall percentage and the days of the first and the last mark',
    reply: z.object({
      overallPercentage: percentage,
      startDate: isoDate().nullable(),
      endDate: isoDate().nullable(),
    }),
  },
);

/** What a student's marks of one subject come to. */
export const subjectPercentage = subject.extend({
  /** Classes the student is marked in, and those among them where present. */
  classes: count,
  present: count,
  percentage,
  startDate: isoDate().nullable(),
  endDate: isoDate().nullable(),
  /** Of classes before Campus, which have no single marks: not of the percentage. */
  opening: z.object({ classes: count, present: count, untilOn: isoDate() }).nullable(),
});
export type SubjectPercentage = z.infer<typeof subjectPercentage>;

export const studentPercentages = endpoint(
  'GET /attendance/student/:email/percentages',
  studentOwn('registrar'),
  {
    summary: 'A student’s percentage in each subject they are enrolled in or have marks of',
    reply: z.array(subjectPercentage),
  },
);

/** One row of the `details` of a 409: what is stored now, and who stored it when. */
export const rosterConflict = z.object({
  studentEmail: z.string(),
  studentName: z.string(),
  present: z.boolean(),
  remarks: textOrNull,
  ...changed,
});
export type RosterConflict = z.infer<typeof rosterConflict>;

export const submitAttendance = endpoint('POST /attendance/bulk', staffOwn('registrar'), {
  act: 'attendance_submitted',
  summary: 'Mark a class: one transaction, repeatable; a stale If-Match is refused with 409',
  description:
    'Students left out keep their marks. The same sent twice changes nothing. A 409 lists in details each mark that differs, who made it and when.',
  body: z.strictObject({
    facultyEmail: email('facultyEmail'),
    subjectId: idInBody,
    date: isoDate(),
    studentAttendances: classSized(
      z.strictObject({
        studentEmail: email('studentEmail'),
        present: z.boolean({
          error: 'Say present or absent for each student, or leave the student out',
        }),
        remarks: optionalText(500, 'Remarks'),
      }),
    ).min(1, 'Mark at least one student'),
  }),
  large: true,
  reply: z.object({
    message: z.string(),
    subjectId: id,
    date: isoDate(),
    /** Marks in the submission, and those among them that changed anything. */
    submitted: count,
    changed: count,
  }),
  ifMatch: true,
});

const mark = z.object({ present: z.boolean(), remarks: textOrNull });

/** One change of one mark, who made it and when. */
export const markChange = z.object({
  id,
  /** The `id` of the student's roster entry. */
  studentId: id,
  studentEmail: z.string(),
  studentName: z.string(),
  /** Null where the student had not been marked before. */
  from: mark.nullable(),
  to: mark,
  /** Made by an administrator instead of the subject's teacher. */
  correction: z.boolean(),
  ...changed,
});
export type MarkChange = z.infer<typeof markChange>;

export const classHistory = endpoint(
  'GET /attendance/subject/:subjectId/date/:date/history',
  staffOwn('registrar'),
  {
    summary: 'Every change of the marks of a class, the latest first, with who made it and when',
    reply: z.array(markChange),
  },
);

const term = z.object({ id, name: z.string(), startsOn: isoDate(), endsOn: isoDate() });

export const exportRoster = exportOf(roster, 'roster_exported', 'roster');

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

export const dayOverview = endpoint('GET /attendance/day/:date', adminOnly('registrar'), {
  summary: 'Every subject of the term a day falls in, with what is marked on that day',
  reply: z.object({
    date: isoDate(),
    /** Null on a day of no term: there are no classes then. */
    term: term.nullable(),
    classes: z.array(classOfDay),
  }),
});

export const exportDay = exportOf(
  {
    ...dayOverview,
    query: z.strictObject({
      search: optionalText(200, 'Search'),
      /** Only subjects that are not taken, or not all. */
      open: flag,
    }),
  },
  'day_exported',
  'attendance-of-a-day',
);

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
export const listLowAttendance = endpoint('GET /attendance/low', adminOnly('registrar'), {
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

export const exportLowAttendance = exportOf(
  listLowAttendance,
  'low_attendance_exported',
  'low-attendance',
);

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

export const attendanceSheet = endpoint(
  'GET /attendance/subject/:subjectId/sheet',
  staffOwn('registrar'),
  {
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
  },
);
export const exportSheet = exportOf(attendanceSheet, 'sheet_exported', 'attendance-sheet');

export type AttendanceSheet = z.infer<typeof attendanceSheet.reply>;
