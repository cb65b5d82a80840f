import { z } from 'zod';
import { endpoint, studentOwn } from '../../endpoint.ts';
import { count, id, isoDate, percentage, subjectNames } from '../../values/replies.ts';
import { examTerm } from './exams.contract.ts';

/** A published result of one exam. */
export const studentResult = z.object({
  examId: id,
  subjectId: id,
  ...subjectNames,
  title: z.string(),
  heldOn: isoDate(),
  maxMarks: z.int(),
  /** Null when absent. */
  marks: z.int().nullable(),
  absent: z.boolean(),
  publishedAt: z.string(),
});
export type StudentResult = z.infer<typeof studentResult>;

/** What the results of one subject come to; no percent where there is nothing but absences. */
export const subjectResult = z.object({
  subjectId: id,
  ...subjectNames,
  marks: count,
  maxMarks: count,
  percent: percentage,
});
export type SubjectResult = z.infer<typeof subjectResult>;

export const termResults = z.object({
  term: examTerm,
  /** In the order in which the term’s subjects were made. */
  subjects: z.array(subjectResult),
  /** The latest exam first. */
  results: z.array(studentResult),
});
export type TermResults = z.infer<typeof termResults>;

export const studentResults = endpoint('GET /students/:email/exam-results', studentOwn, {
  summary: 'A student’s published results, term by term, the latest first',
  reply: z.array(termResults),
});
