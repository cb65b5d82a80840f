import { z } from 'zod';
import { exportOf } from '../../csv/table-file.contract.ts';
import { adminOnly, endpoint, everyone, staff, staffOwn, studentOwn } from '../../endpoint.ts';
import { duties } from '../../permissions.ts';
import { count, id, isoDate, subjectNames, textOrNull } from '../../values/replies.ts';
import { examTerm } from '../exams/exams.contract.ts';

const teachersAndOffices = staff('registrar', 'exam_office');

export const campus = endpoint('GET /campus', everyone, {
  summary: 'What every screen needs: today’s date on campus, and the open term',
  reply: z.object({
    /** Today in the campus time zone. */
    today: isoDate(),
    timezone: z.string(),
    /** Attendance below this percentage is low. */
    expectedPercentage: z.int(),
    /** Hours after signing in at which the caller’s session ends. */
    sessionHours: z.int(),
    /** The duty of an administrator; null for full rights, and for other roles. */
    duty: z.enum(duties).nullable(),
    term: z.object({ id, name: z.string(), startsOn: isoDate(), endsOn: isoDate() }).nullable(),
  }),
});

export const countStudents = endpoint('GET /AdminDashboard/students/count', teachersAndOffices, {
  summary: 'The number of active students',
  reply: count,
});
export const countFaculty = endpoint('GET /AdminDashboard/faculty/count', teachersAndOffices, {
  summary: 'The number of active teachers',
  reply: count,
});
export const countClasses = endpoint('GET /AdminDashboard/classes/count', teachersAndOffices, {
  summary: 'The number of subjects in the open term',
  reply: count,
});

/** A dashboard shows this many entries of a list; the count beside it covers all of them. */
export const shownOnDashboard = 5;

/**
 * A class was expected on each day of the last two weeks if there was one a week or two weeks earlier,
 * and today in a subject that has never been marked; never on a holiday. In a subject held in sections,
 * each section is a class.
 */
const classesNotTaken = {
  /** The latest first. */
  classes: z.array(
    z.object({
      subjectId: id,
      ...subjectNames,
      sectionId: id.nullable(),
      section: textOrNull,
      teacherName: z.string(),
      date: isoDate(),
    }),
  ),
  classesNotTaken: count,
};

export const teacherOverview = endpoint('GET /faculty/:email/overview', staffOwn('registrar'), {
  summary: 'A teacher’s to-do list: classes not yet marked, and work to mark in the open term',
  reply: z.object({
    ...classesNotTaken,
    /** What has waited longest first. An exam counts students without a result, while it is a draft. */
    work: z.array(
      z.object({
        kind: z.enum(['assignment', 'exam']),
        id,
        title: z.string(),
        subjectId: id,
        ...subjectNames,
        /** The day of the deadline or of the exam. */
        date: isoDate(),
        toMark: count,
        of: count,
      }),
    ),
    toMark: count,
  }),
});

export const studentOverview = endpoint('GET /students/:email/overview', studentOwn('registrar'), {
  summary: 'What a student has due in the next two weeks, and their results from the last two',
  reply: z.object({
    /** Work to hand in, exams, and books to return; earliest first. */
    due: z.array(
      z.object({
        kind: z.enum(['assignment', 'exam', 'book']),
        id,
        title: z.string(),
        /** Null for a book, and for an exam, whose title names it. */
        subject: z.object({ id, ...subjectNames }).nullable(),
        date: isoDate(),
        /** The time of a deadline as `HH:MM`. */
        time: z.string().nullable(),
      }),
    ),
    /** The latest first. */
    results: z.array(
      z.object({
        kind: z.enum(['assignment', 'exam']),
        id,
        title: z.string(),
        subjectId: id,
        ...subjectNames,
        /** Null if the student was absent. */
        marks: z.number().nullable(),
        maxMarks: count,
        /** ISO 8601. */
        at: z.string(),
      }),
    ),
  }),
});

export const adminOverview = endpoint('GET /overview', adminOnly('registrar'), {
  summary:
    'What needs an administrator’s attention: classes not yet marked, failing mails, open requests',
  reply: z.object({
    ...classesNotTaken,
    /** Failed and to be retried, or given up in the last 24 hours. */
    mailsFailing: count,
    requestsWaiting: count,
  }),
});

/** A student’s enrolment in a subject, both days included; a student who left and came back has two. */
export const studentEnrolment = z.object({
  id,
  fromOn: isoDate(),
  /** Null while the enrolment has no end. */
  toOn: isoDate().nullable(),
  subject: z.object({ id, ...subjectNames }),
  credits: count,
  teacherName: z.string(),
  teacherEmail: z.string(),
  /** Names of those who help today, in the whole subject or in the student’s section. */
  alsoTeaching: z.array(z.string()),
  section: textOrNull,
  /** Students enrolled today; outside the term, on its day nearest to today. */
  students: count,
  term: examTerm,
});
export type StudentEnrolment = z.infer<typeof studentEnrolment>;

export const listStudentEnrolments = endpoint(
  'GET /students/:email/enrolments',
  studentOwn('registrar', 'exam_office'),
  {
    summary: 'The subjects a student is or was enrolled in, latest term first',
    reply: z.array(studentEnrolment),
  },
);

export const exportStudentEnrolments = exportOf(
  listStudentEnrolments,
  'student_subjects_exported',
  'subjects',
);
