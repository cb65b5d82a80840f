import { z } from 'zod';
import { exportOf } from '../../csv/table-file.contract.ts';
import { adminOnly, endpoint, staffOwn, studentOwn } from '../../endpoint.ts';
import { count, id, isoDate, percentage, subjectNames, textOrNull } from '../../values/replies.ts';
import { idInRequest, listQuery } from '../../values/requests.ts';
import { distributionSteps, sheetsAtOnce } from './performance.rules.ts';

const student = studentOwn('exam_office');

/** From 0 to 100 with one decimal. */
const percent = z.number().min(0).max(100);
const termName = z.object({ id, name: z.string() });
/** `absentCountsZero`: a missed exam counts as 0 in the scores of this term. */
const termWithRule = termName.extend({ absentCountsZero: z.boolean() });
const subject = z.object({ id, ...subjectNames });

/**
 * The scope of a figure. Without `termId` the latest term with published results, with `all` all terms
 * together; `subjectId` alone means the subject in its term.
 */
const termId = z.literal('all').or(idInRequest).optional();
const scope = { termId, subjectId: idInRequest.optional() };
const scopeQuery = z.strictObject(scope);

export const performanceTerms = endpoint('GET /performance/terms', staffOwn('exam_office'), {
  summary: 'Terms with published results, latest first',
  reply: z.array(termWithRule),
});
export type PerformanceTerm = z.infer<typeof termWithRule>;

export const performanceSubjects = endpoint('GET /performance/subjects', staffOwn('exam_office'), {
  summary: 'The subjects of a term that have published results, sorted by name',
  query: z.strictObject({ termId: idInRequest }),
  reply: z.array(subject),
});

/** The former version of the page reads all subjects of all terms at once. */
export const performanceChoices = endpoint('GET /performance/choices', staffOwn('exam_office'), {
  summary: 'Terms with published results and the subjects that have them, latest term first',
  reply: z.array(termWithRule.extend({ subjects: z.array(subject) })),
});

export const schoolPerformance = endpoint('GET /performance', staffOwn('exam_office'), {
  summary: 'Average score, number of students with marks, and the distribution of their scores',
  query: scopeQuery,
  reply: z.object({
    /** Null for all terms together, and while nothing is published. */
    term: termName.nullable(),
    subject: subject.nullable(),
    /** The mean of the students’ scores, each student counting once; null without students. */
    averageScore: percent.nullable(),
    /** Students with at least one published mark. */
    totalStudents: count,
    /** Students by their score: below 10, from 10 to below 20, …, from 90 to 100. */
    distribution: z.array(count).length(distributionSteps),
  }),
});
export type SchoolPerformance = z.infer<typeof schoolPerformance.reply>;

export const studentScore = z.object({
  studentId: id,
  studentName: z.string(),
  studentEmail: z.string(),
  studentRollNo: textOrNull,
  score: percent,
  letter: z.string(),
  /** Published results with a mark, and those as absent. */
  results: count,
  absent: count,
});
export type StudentScore = z.infer<typeof studentScore>;

export const scoreSorts = ['name', 'rollNo', 'score'] as const;

/** `limit` requests a page; the number of all matches is in `X-Total-Count`. */
export const listStudentScores = endpoint('GET /performance/students', staffOwn('exam_office'), {
  summary: 'Every student with a published mark, with their score over all results',
  query: listQuery.omit({ cursor: true }).extend({
    ...scope,
    sort: z.enum(scoreSorts).default('name'),
    order: z.enum(['asc', 'desc']).default('asc'),
  }),
  reply: z.array(studentScore),
});

export const exportStudentScores = exportOf(
  listStudentScores,
  'performance_exported',
  'performance',
);

export const decliningStudent = studentScore
  .pick({ studentId: true, studentName: true, studentEmail: true, studentRollNo: true })
  .extend({ before: percent, now: percent, fall: percent });

/** The name of a term, or a month as `YYYY-MM`. */
const period = textOrNull;

/**
 * Compares, within one term, its last two months with published results; over all terms, the last two
 * terms. Only students with marks in both count.
 */
export const listDecliningStudents = endpoint('GET /performance/fallen', staffOwn('exam_office'), {
  summary: 'The students whose score fell most, largest fall first',
  query: scopeQuery.extend({ limit: z.coerce.number().int().min(1).max(100).default(10) }),
  reply: z.object({
    by: z.enum(['month', 'term']),
    /** Null until there are two to compare. */
    before: period,
    now: period,
    /** Students with marks in both, and how many of them have a lower score now. */
    compared: count,
    fallen: count,
    students: z.array(decliningStudent),
  }),
});
export const exportDecliningStudents = exportOf(
  listDecliningStudents,
  'performance_exported',
  'fallen-scores',
);

export type DecliningStudents = z.infer<typeof listDecliningStudents.reply>;

/** A student’s totals for one calendar month, by the dates of the exams. */
export const monthOfMarks = z.object({
  /** `YYYY-MM` */
  month: z.string().regex(/^\d{4}-\d{2}$/),
  /** The sums of the marks and of the maximum marks of the exams that count. */
  marks: count,
  maxMarks: count,
  /** Exams with a mark. */
  exams: count,
  /** Missed exams; they add to neither sum unless they count 0. */
  absent: count,
});
export type MonthOfMarks = z.infer<typeof monthOfMarks>;

export const monthlyMarks = endpoint('GET /performance/student/:email', student, {
  summary: 'A student’s published marks month by month, and their total',
  /** Defaults to the latest term in which the student has published results; `all` for every term. */
  query: z.strictObject({ termId }),
  reply: z.object({
    term: termName.nullable(),
    /** Every term in which the student has published results, latest first. */
    terms: z.array(termWithRule),
    /** From the first to the last month with a published result; a month without any is all zeros. */
    months: z.array(monthOfMarks),
    total: count,
    maxMarks: count,
    score: percent.nullable(),
  }),
});
export type MonthlyMarks = z.infer<typeof monthlyMarks.reply>;

export const sheetExam = z.object({
  title: z.string(),
  date: isoDate(),
  /** Null if the student was absent. */
  marks: count.nullable(),
  maxMarks: count,
  percent: percentage,
});

export const sheetSubject = z.object({
  id,
  ...subjectNames,
  credits: count,
  /** The student’s published results, by date. */
  exams: z.array(sheetExam),
  marks: count,
  maxMarks: count,
  /** Null, like letter and points, while there is no mark. */
  percent: percentage,
  letter: textOrNull,
  points: z.number().nullable(),
  /** Over the classes in which the student is marked. */
  attendancePercentage: percentage,
});
export type SheetSubject = z.infer<typeof sheetSubject>;

/** Totals over several subjects. */
const sums = {
  /** Credits of the subjects that have a percentage. */
  credits: count,
  /** Sums over all marks and their maximum marks. */
  marks: count,
  maxMarks: count,
  score: percentage,
  /** Points weighted by credits, with two decimals. */
  gradePointAverage: z.number().nullable(),
};

const sheet = z.object({
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
  term: termWithRule.extend({ startsOn: isoDate(), endsOn: isoDate() }),
  /** Subjects the student is enrolled in (after the term: on its last day) or has published results in, by name. */
  subjects: z.array(sheetSubject),
  ...sums,
  /** The student’s terms up to this one, earliest first; later terms do not change the sheet. */
  terms: z.array(termWithRule.extend(sums)),
  /** All subjects of these terms together. */
  allTerms: z.object(sums),
  /** The scale of the letters; for a closed term, the one in force when it was closed. */
  gradingScale: z.array(
    z.object({ letter: z.string(), fromPercent: z.number(), points: z.number() }),
  ),
});
export type ResultSheet = z.infer<typeof sheet>;

export const resultSheet = endpoint('GET /performance/student/:email/terms/:termId', student, {
  act: 'result_sheet_read',
  summary:
    'A student’s result sheet for a term: every subject with exams, percentage, letter, points and attendance',
  reply: sheet,
});

/** A larger class is paged. */
export const listResultSheets = endpoint(
  'GET /performance/subjects/:subjectId/sheets',
  adminOnly('exam_office'),
  {
    act: 'result_sheets_read',
    summary: 'The result sheets of everyone with a subject on theirs, for its term, by roll number',
    query: z.strictObject({
      page: listQuery.shape.page,
      limit: z.coerce.number().int().min(1).max(sheetsAtOnce).default(sheetsAtOnce),
    }),
    reply: z.array(sheet),
  },
);
