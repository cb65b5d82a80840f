import { z } from 'zod';
import { endpoint, staffOwn, studentOwn } from '../../endpoint.ts';
import {
  changed,
  count,
  id,
  isoDate,
  percentage,
  subjectNames,
  textOrNull,
} from '../../values/replies.ts';
import { email, idInBody, optionalText } from '../../values/requests.ts';

export const subject = z.object({ id, ...subjectNames });
export type Subject = z.infer<typeof subject>;

/** `startsOn` and `endsOn` are the first and the last day that can be marked. */
export const taughtSubject = subject.extend({
  startsOn: isoDate(),
  endsOn: isoDate(),
  students: z.int(),
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

export const facultySubjects = endpoint('GET /attendance/faculty/:email/subjects', staffOwn, {
  summary: 'A teacher’s subjects in the open term',
  reply: z.array(taughtSubject),
});

export const roster = endpoint('GET /attendance/subject/:subjectId/date/:date', staffOwn, {
  summary: 'The students enrolled in a subject on a day, with their marks',
  description:
    'The ETag names the state of the class. Sent back as If-Match with a submission, it makes the server refuse to overwrite marks that someone else has made since.',
  reply: z.array(rosterEntry),
});

export const subjectStats = endpoint('GET /attendance/stats/subject/:subjectId', staffOwn, {
  summary: 'How many classes of a subject are marked, and the share of present marks',
  reply: z.object({ totalClasses: count, attendancePercentage: percentage }),
});

export const studentSubjects = endpoint('GET /attendance/student/:email/subjects', studentOwn, {
  summary: 'The subjects a student is enrolled in or has marks of',
  reply: z.array(subject),
});

export const studentRecords = endpoint('GET /attendance/student/:email', studentOwn, {
  summary: 'All attendance records of a student, newest first',
  reply: z.array(attendanceRecord),
});

export const studentSubjectRecords = endpoint(
  'GET /attendance/student/:email/subject/:subjectId',
  studentOwn,
  {
    summary: 'A student’s attendance records of one subject, newest first',
    reply: z.array(attendanceRecord),
  },
);

export const studentSummary = endpoint('GET /students/:email/attendance-summary', studentOwn, {
  summary: 'A student’s overall percentage and the days of the first and the last mark',
  reply: z.object({
    overallPercentage: percentage,
    startDate: isoDate().nullable(),
    endDate: isoDate().nullable(),
  }),
});

/** What a student's marks of one subject come to. */
export const subjectPercentage = subject.extend({
  /** Classes the student is marked in, and those among them where present. */
  classes: count,
  present: count,
  percentage,
  startDate: isoDate().nullable(),
  endDate: isoDate().nullable(),
});
export type SubjectPercentage = z.infer<typeof subjectPercentage>;

export const studentPercentages = endpoint(
  'GET /attendance/student/:email/percentages',
  studentOwn,
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

export const submitAttendance = endpoint('POST /attendance/bulk', staffOwn, {
  summary: 'Mark a class: one transaction, repeatable; a stale If-Match is refused with 409',
  description:
    'Students left out keep their marks. The same sent twice changes nothing. A 409 lists in details each mark that differs, who made it and when.',
  body: z.strictObject({
    facultyEmail: email('facultyEmail'),
    subjectId: idInBody,
    date: isoDate(),
    studentAttendances: z
      .array(
        z.strictObject({
          studentEmail: email('studentEmail'),
          present: z.boolean({
            error: 'Say present or absent for each student, or leave the student out',
          }),
          remarks: optionalText(500, 'Remarks'),
        }),
      )
      .min(1, 'Mark at least one student')
      .max(5000, 'A class has at most 5000 students'),
  }),
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
