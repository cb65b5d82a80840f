import { z } from 'zod';
import { tableFile } from '../../csv/table-file.contract.ts';
import { endpoint, staff, staffOwn, studentOwn } from '../../endpoint.ts';
import { fieldNames } from '../../fields/fields.ts';
import {
  added,
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
  flag,
  idInBody,
  idInRequest,
  optionalText,
  requiredText,
} from '../../values/requests.ts';
import { listLimits } from '../../values/list-limits.ts';
import { examFields } from './exam.fields.ts';
import { exam, examTerm } from './exams.contract.ts';
import { rowProblem } from '../../csv/list-import.contract.ts';

const student = studentOwn('exam_office');

const marks = z
  .int({ error: 'Marks must be a whole number' })
  .min(0, 'Marks cannot be below 0')
  .max(examFields.maxMarks.max, `Marks cannot be above ${examFields.maxMarks.max}`);

/** A student of an exam: enrolled in its subject that day, or not enrolled but with a result. */
export const examEntry = z.object({
  studentId: id,
  studentName: z.string(),
  studentEmail: z.string(),
  univId: textOrNull,
  rollNo: textOrNull,
  enrolled: z.boolean(),
  /** Null without a result, and if absent. */
  marks: z.int().nullable(),
  absent: z.boolean(),
  markedBy: textOrNull,
  markedAt: textOrNull,
});
export type ExamEntry = z.infer<typeof examEntry>;

/** The `ETag` identifies the state of the marks, for `saveResults`. */
export const readExam = endpoint('GET /exams/:examId', staffOwn('exam_office'), {
  summary: 'An exam with its class, by roll number, and every student’s result',
  reply: z.object({ exam, added, entries: z.array(examEntry) }),
});

/** One entry of the `details` of a 409: the stored result, who stored it and when. */
export const resultConflict = z.object({
  studentId: id,
  studentName: z.string(),
  marks: z.int().nullable(),
  absent: z.boolean(),
  ...changed,
});
export type ResultConflict = z.infer<typeof resultConflict>;

const given = z
  .strictObject({
    studentId: idInBody,
    marks: marks.nullable(),
    absent: z.boolean().nullish(),
  })
  .refine((row) => row.marks === null || row.absent !== true, {
    message: 'A student who was absent has no marks',
    path: ['absent'],
  })
  .transform((row) => ({ ...row, absent: row.absent ?? false }));

/**
 * One transaction, idempotent. Students left out keep their results; marks of null without `absent` clear
 * a result.
 */
export const saveResults = endpoint('POST /exams/:examId/results', staffOwn('exam_office'), {
  act: 'results_saved',
  summary: 'Save the results of a class; a stale If-Match is refused with 409',
  body: z.strictObject({
    results: classSized(given).min(1, 'Give at least one result'),
  }),
  large: true,
  reply: z.object({
    /** Results sent, and how many of them changed anything. */
    saved: count,
    changed: count,
  }),
  ifMatch: true,
});

/** `enrolled`: in the requested subject, on the day of the exam; null without a subject. */
export const foundStudent = z.object({
  studentId: id,
  studentName: z.string(),
  univId: textOrNull,
  rollNo: textOrNull,
  enrolled: z.boolean().nullable(),
});
export type FoundStudent = z.infer<typeof foundStudent>;

export const findStudent = endpoint('GET /exam-students', staff('exam_office'), {
  summary:
    'The students with this registration number (university ID or roll number); [] if there are none',
  query: z.strictObject({
    registrationNumber: requiredText(100, 'Registration Number'),
    subjectId: idInRequest.optional(),
    examId: idInRequest.optional(),
  }),
  reply: z.array(foundStudent),
});

/** Null marks without `absent` mean no result. */
const value = z.object({ marks: z.int().nullable(), absent: z.boolean() });

/**
 * Without `examId` the result goes to the subject’s draft “Exam” of today, created if missing. Responds
 * 409 if the student has another result already, unless `replace`.
 */
export const addEntry = endpoint('POST /exam-entries', staffOwn('exam_office'), {
  act: 'results_saved',
  summary: 'Enter one student’s result by registration number',
  body: z.strictObject({
    subjectId: idInBody,
    examId: idInBody.nullish(),
    registrationNumber: requiredText(100, 'Registration Number'),
    marks: marks.nullable(),
    absent: z.boolean().nullish(),
    replace: z.boolean().nullish(),
  }),
  /** `before`: the previous result, needed to undo the entry. */
  reply: z.object({ exam, entry: examEntry, before: value }),
  status: 201,
});

export const resultChange = z.object({
  id,
  studentId: id,
  studentName: z.string(),
  from: value,
  to: value,
  /** Whether students could see the result at that moment. */
  published: z.boolean(),
  ...changed,
});
export type ResultChange = z.infer<typeof resultChange>;

/** A change of the exam itself; `published` changes between "yes" and "no". */
export const examChange = z.object({
  id,
  field: z.enum([...fieldNames(examFields), 'published']),
  from: textOrNull,
  to: textOrNull,
  ...changed,
});
export type ExamChange = z.infer<typeof examChange>;

export const examHistory = endpoint('GET /exams/:examId/history', staffOwn('exam_office'), {
  summary: 'Every change to an exam and its results, or to one student’s result, latest first',
  query: z.strictObject({ studentId: idInRequest.optional() }),
  reply: z.object({ results: z.array(resultChange), exam: z.array(examChange) }),
});

/** A student’s published result of one exam. */
export const studentResult = z.object({
  examId: id,
  subjectId: id,
  ...subjectNames,
  title: z.string(),
  heldOn: isoDate(),
  maxMarks: z.int(),
  /** Null if absent. */
  marks: z.int().nullable(),
  absent: z.boolean(),
  /** When the exam was published or, if it was stored or changed later, when this result was. */
  publishedAt: z.string(),
});
export type StudentResult = z.infer<typeof studentResult>;

/** A student’s totals in one subject; `percent` is null if there is nothing but absences. */
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
  /** Whether missed exams count as 0 in the totals of the subjects. */
  absentCountsZero: z.boolean(),
  /** In the order in which the subjects were created. */
  subjects: z.array(subjectResult),
  /** Latest exam first. */
  results: z.array(studentResult),
});
export type TermResults = z.infer<typeof termResults>;

export const studentResults = endpoint('GET /students/:email/exam-results', student, {
  summary: 'A student’s published results, term by term, latest first',
  reply: z.array(termResults),
});

export const importedResult = z.object({
  row: z.int(),
  studentName: z.string(),
  registrationNumber: z.string(),
  from: value,
  to: value,
});
export type ImportedResult = z.infer<typeof importedResult>;

/** What a file would do, or did. With any problem it is refused as a whole. */
export const resultsReport = z.object({
  /** Rows below the header, and how many of them have blank Marks, which leave a result as it is. */
  rows: count,
  blank: count,
  unchanged: count,
  problemRows: count,
  /** All problems, by row. */
  problems: z.array(rowProblem),
  changes: z.array(importedResult),
  unknownColumns: z.array(z.string()),
});
export type ResultsReport = z.infer<typeof resultsReport>;

export const exportResults = endpoint('GET /exams/:examId/results.csv', staffOwn('exam_office'), {
  act: 'results_exported',
  summary: 'The results of an exam as a file; the CSV can be filled in and uploaded again',
  query: z.strictObject({
    search: optionalText(200, 'Search'),
    /** Only students without a result. */
    missing: flag,
    ...tableFile,
  }),
  download: { type: 'text/csv; charset=utf-8', fileName: 'results.csv' },
});

/**
 * A student is identified by Registration Number (university ID or roll number), Roll Number or Email;
 * Marks is a whole number, or A for absent. One transaction: while any row is bad nothing is stored (422,
 * every bad row in `details`). Students not in the file keep their results.
 */
export const importResults = endpoint('POST /exams/:examId/results.csv', staffOwn('exam_office'), {
  act: 'results_imported',
  summary: 'Import the results of an exam from a CSV file',
  query: z.strictObject({
    /** Report what the file would do, and store nothing. */
    dryRun: flag,
  }),
  upload: { maxBytes: listLimits.bytes },
  reply: resultsReport,
  ifMatch: true,
});
