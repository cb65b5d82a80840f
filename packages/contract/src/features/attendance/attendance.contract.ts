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

/** Teachers for the classes they may mark, and the registrar for all. */
const markers = staffOwn('registrar');
const student = studentOwn('registrar');

export const subject = z.object({ id, ...subjectNames });
export type Subject = z.infer<typeof subject>;

/**
 * The students a teacher may mark together: a section, or the whole subject, which has neither id nor
 * name here.
 */
export const taughtPart = z.object({
  sectionId: id.nullable(),
  name: textOrNull,
  students: z.int(),
});
export type TaughtPart = z.infer<typeof taughtPart>;

/** `startsOn` and `endsOn` are the first and last day that can be marked. */
export const taughtSubject = subject.extend({
  startsOn: isoDate(),
  endsOn: isoDate(),
  students: z.int(),
  /** At least one. The first is the default where no section is given. */
  parts: z.array(taughtPart),
});
export type TaughtSubject = z.infer<typeof taughtSubject>;

export const attendanceRecord = z.object({
  id,
  date: isoDate(),
  subjectId: id,
  ...subjectNames,
  present: z.boolean(),
  remarks: textOrNull,
});
export type AttendanceRecord = z.infer<typeof attendanceRecord>;

/**
 * `present` is null until the student is marked. `correctedBy` is the administrator who last corrected
 * the mark; null if the teacher made it.
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

export const facultySubjects = endpoint('GET /attendance/faculty/:email/subjects', markers, {
  summary: 'A teacher’s subjects in the open term',
  reply: z.array(taughtSubject),
});

export const roster = endpoint('GET /attendance/subject/:subjectId/date/:date', markers, {
  summary: 'The students enrolled in a subject on a day, with their marks',
  query: z.strictObject({
    /** Only this section. For a teacher who marks sections only, the default is the first of them. */
    section: idInRequest.optional(),
  }),
  description:
    'The ETag identifies the state of the class. When a submission sends it back as If-Match, the server refuses to overwrite marks someone else has made since.',
  reply: z.array(
    rosterEntry.extend({
      /** Until when an opening balance counts, if that includes this day: the student is not to be marked. */
      countedUntil: isoDate().optional(),
    }),
  ),
});

export const subjectStats = endpoint('GET /attendance/stats/subject/:subjectId', markers, {
  summary:
    'How many classes of a subject have been marked, and the percentage of marks that are present',
  query: z.strictObject({
    /** Only this section and its students. */
    section: idInRequest.optional(),
  }),
  reply: z.object({ totalClasses: count, attendancePercentage: percentage }),
});

/** The next term may have a subject of the same name and code. */
const subjectOfTerm = subject.extend({ termName: z.string() });
export type SubjectOfTerm = z.infer<typeof subjectOfTerm>;

export const studentSubjects = endpoint('GET /attendance/student/:email/subjects', student, {
  summary: 'The subjects a student is enrolled in or has marks for',
  reply: z.array(subjectOfTerm),
});

export const studentRecords = endpoint('GET /attendance/student/:email', student, {
  summary: 'All attendance records of a student, newest first',
  reply: z.array(attendanceRecord),
});

export const studentSubjectRecords = endpoint(
  'GET /attendance/student/:email/subject/:subjectId',
  student,
  {
    summary: 'A student’s attendance records in one subject, newest first',
    reply: z.array(attendanceRecord),
  },
);

export const exportStudentRecords = exportOf(
  studentRecords,
  'student_attendance_exported',
  'attendance-records',
);
export const exportStudentSubjectRecords = exportOf(
  studentSubjectRecords,
  'student_attendance_exported',
  'attendance-records',
);

export const studentSummary = endpoint('GET /students/:email/attendance-summary', student, {
  summary: 'A student’s overall percentage, and the days of the first and last marks',
  reply: z.object({
    overallPercentage: percentage,
    startDate: isoDate().nullable(),
    endDate: isoDate().nullable(),
  }),
});

/** A student’s totals in one subject. */
export const subjectPercentage = subjectOfTerm.extend({
  /** Classes in which the student is marked, and in how many of them as present. */
  classes: count,
  present: count,
  percentage,
  startDate: isoDate().nullable(),
  endDate: isoDate().nullable(),
  /** Whether more classes may follow: the student is enrolled today or later, and the term is open. */
  ongoing: z.boolean(),
  /** Totals of classes before Campus was used, without single marks; not part of `percentage`. */
  opening: z.object({ classes: count, present: count, untilOn: isoDate() }).nullable(),
});
export type SubjectPercentage = z.infer<typeof subjectPercentage>;

export const studentPercentages = endpoint('GET /attendance/student/:email/percentages', student, {
  summary: 'A student’s percentage in each subject they are enrolled in or have marks for',
  reply: z.array(subjectPercentage),
});

/** One entry of the `details` of a 409: the stored mark, who stored it and when. */
export const rosterConflict = z.object({
  studentEmail: z.string(),
  studentName: z.string(),
  present: z.boolean(),
  remarks: textOrNull,
  ...changed,
});
export type RosterConflict = z.infer<typeof rosterConflict>;

export const submitAttendance = endpoint('POST /attendance/bulk', markers, {
  act: 'attendance_submitted',
  summary: 'Mark a class in one transaction; safe to repeat; a stale If-Match is refused with 409',
  description:
    'Students left out keep their marks. Sending the same marks twice changes nothing. The details of a 409 list each mark that differs, who made it and when.',
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
    /** Marks in the submission, and how many of them changed anything. */
    submitted: count,
    changed: count,
  }),
  ifMatch: true,
});

const mark = z.object({ present: z.boolean(), remarks: textOrNull });

export const markChange = z.object({
  id,
  /** The `id` of the student's roster entry. */
  studentId: id,
  studentEmail: z.string(),
  studentName: z.string(),
  /** Null if the student had not been marked before. */
  from: mark.nullable(),
  to: mark,
  /** Made by an administrator, not by a teacher of the subject. */
  correction: z.boolean(),
  ...changed,
});
export type MarkChange = z.infer<typeof markChange>;

export const classHistory = endpoint(
  'GET /attendance/subject/:subjectId/date/:date/history',
  markers,
  {
    summary: 'Every change to the marks of a class, latest first, with who made it and when',
    reply: z.array(markChange),
  },
);

const term = z.object({ id, name: z.string(), startsOn: isoDate(), endsOn: isoDate() });

export const exportRoster = exportOf(roster, 'roster_exported', 'roster');

export const classOfDay = subject.extend({
  teacherName: z.string(),
  teacherEmail: z.string(),
  /** Students enrolled on that day. */
  students: count,
  /** Marks of the class, including those of students whose enrolment was later ended before that day. */
  present: count,
  absent: count,
  /** Students enrolled on that day without a mark. */
  unmarked: count,
  percentage,
});
export type ClassOfDay = z.infer<typeof classOfDay>;

export const dayOverview = endpoint('GET /attendance/day/:date', adminOnly('registrar'), {
  summary: 'Every subject of the term a day falls in, with what has been marked that day',
  reply: z.object({
    date: isoDate(),
    /** Null on a day outside every term, which has no classes. */
    term: term.nullable(),
    classes: z.array(classOfDay),
  }),
});

export const exportDay = exportOf(
  {
    ...dayOverview,
    query: z.strictObject({
      search: optionalText(200, 'Search'),
      /** Only subjects with unmarked students. */
      open: flag,
    }),
  },
  'day_exported',
  'attendance-of-a-day',
);

/** A student whose percentage is below the requested one. */
export const lowAttendance = z.object({
  studentId: id,
  studentName: z.string(),
  studentEmail: z.string(),
  studentRollNo: textOrNull,
  /** Null if all subjects of the term are counted together. */
  subject: subject.nullable(),
  classes: count,
  present: count,
  percentage: z.number().min(0).max(100),
  /** Days of the first and the last mark. */
  startDate: isoDate(),
  endDate: isoDate(),
});
export type LowAttendance = z.infer<typeof lowAttendance>;

const belowPercentage = z.coerce
  .number('The percentage must be a number')
  .min(0.1, 'The percentage must be above 0')
  .max(100, 'The percentage must be at most 100')
  .multipleOf(0.1, 'The percentage has at most one decimal');

export const lowAttendanceSorts = ['percentage', 'name', 'rollNo'] as const;

/**
 * Only active, enrolled students (enrolled in the subject, where one is counted). `limit` requests a
 * page, the first unless `page` says otherwise; the number of all matches is in `X-Total-Count`.
 */
export const listLowAttendance = endpoint('GET /attendance/low', adminOnly('registrar'), {
  summary: 'Students in a term whose percentage is below a given one, lowest first',
  query: z.strictObject({
    /** By default the percentage that the settings expect. */
    below: belowPercentage.optional(),
    /** All subjects of the term together, or each subject separately. */
    by: z.enum(['term', 'subject']).default('term'),
    /** The open term by default. */
    termId: idInRequest.optional(),
    /** Only this subject of the term; implies counting by subject. */
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

export const sheetRow = z.object({
  studentId: id,
  studentName: z.string(),
  studentEmail: z.string(),
  univId: textOrNull,
  studentRollNo: textOrNull,
  /** Enrolled today; after the term, on its last day. */
  enrolled: z.boolean(),
  /**
   * One character per class, in the order of `days`: P present, A absent, `.` enrolled and not marked,
   * `-` not enrolled on that day.
   */
  marks: z.string().regex(/^[PA.-]*$/),
  classes: count,
  present: count,
  percentage,
});

export const attendanceSheet = endpoint('GET /attendance/subject/:subjectId/sheet', markers, {
  summary: 'A subject’s attendance sheet for its term: students down, days of classes across',
  reply: z.object({
    subject,
    teacherName: z.string(),
    term,
    /** The days on which anyone was marked, earliest first. */
    days: z.array(isoDate()),
    /** Everyone who was ever enrolled or marked, by roll number. */
    rows: z.array(sheetRow),
  }),
});
export const exportSheet = exportOf(
  {
    ...attendanceSheet,
    query: z.strictObject({
      search: optionalText(200, 'Search'),
      /** Only students whose percentage is below this one. */
      below: belowPercentage.optional(),
    }),
  },
  'sheet_exported',
  'attendance-sheet',
);

export type AttendanceSheet = z.infer<typeof attendanceSheet.reply>;
