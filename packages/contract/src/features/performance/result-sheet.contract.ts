import { z } from 'zod';
import { endpoint, studentOwn } from '../../endpoint.ts';
import { count, id, isoDate, percentage, subjectNames, textOrNull } from '../../values/replies.ts';

export const sheetExam = z.object({
  title: z.string(),
  date: isoDate(),
  /** Null where the student was absent. */
  marks: count.nullable(),
  maxMarks: count,
  percent: percentage,
});

export const sheetSubject = z.object({
  id,
  ...subjectNames,
  credits: count,
  /** Published results of the student, by day. */
  exams: z.array(sheetExam),
  marks: count,
  maxMarks: count,
  /** Null while there is no mark, and letter and points with it. */
  percent: percentage,
  letter: textOrNull,
  points: z.number().nullable(),
  /** Of the classes the student was marked in. */
  attendancePercentage: percentage,
});
export type SheetSubject = z.infer<typeof sheetSubject>;

export const resultSheet = endpoint('GET /performance/student/:email/terms/:termId', studentOwn, {
  summary: 'A student’s term: every subject with exams, percent, letter, points and attendance',
  reply: z.object({
    student: z.object({
      id,
      name: z.string(),
      email: z.string(),
      univId: textOrNull,
      rollNo: textOrNull,
      course: textOrNull,
      branch: textOrNull,
      semester: z.int().nullable(),
    }),
    term: z.object({ id, name: z.string(), startsOn: isoDate(), endsOn: isoDate() }),
    /** Subjects the student is or was enrolled in, or has results of, by name. */
    subjects: z.array(sheetSubject),
    /** All marks of all maximum marks. */
    marks: count,
    maxMarks: count,
    score: percentage,
    /** Points weighed by credits, with two decimals. */
    gradePointAverage: z.number().nullable(),
    /** The scale the letters come from: for a closed term, the one it was closed with. */
    gradingScale: z.array(
      z.object({ letter: z.string(), fromPercent: z.number(), points: z.number() }),
    ),
  }),
});
export type ResultSheet = z.infer<typeof resultSheet.reply>;
