import { z } from 'zod';
import { exportOf } from '../../csv/table-file.contract.ts';
import { endpoint, staffOwn } from '../../endpoint.ts';
import { changeSchema, inputSchema, recordShape } from '../../fields/field-schemas.ts';
import { roles } from '../../permissions.ts';
import { count, id, percentage, subjectNames, textOrNull } from '../../values/replies.ts';
import { idInBody, idInRequest, listQuery } from '../../values/requests.ts';
import { termFields } from '../subjects/term.fields.ts';
import { examFields } from './exam.fields.ts';

export const examTerm = z.object({
  id,
  ...recordShape(termFields, roles),
  state: z.enum(['planned', 'open', 'closed']),
});
export type ExamTerm = z.infer<typeof examTerm>;

/**
 * The names of the sections, for a caller who grades sections only; all counts then cover their students.
 * Null: all students.
 */
export const sectionsGraded = z.array(z.string()).nullable();

/** A subject with exams. `students` are those enrolled today; outside the term, on its day nearest to today. */
export const examSubject = z.object({
  id,
  ...subjectNames,
  term: examTerm,
  students: count,
  sections: sectionsGraded,
});
export type ExamSubject = z.infer<typeof examSubject>;

/** Instants are ISO 8601 in UTC. */
export const exam = z.object({
  id,
  subjectId: id,
  ...subjectNames,
  ...recordShape(examFields, ['admin', 'teacher']),
  /** Null for a draft: students see its title and day in their calendar, but no marks. */
  publishedAt: textOrNull,
  publishedBy: textOrNull,
  /** Students with marks, absent students, and students enrolled that day who are neither. */
  marked: count,
  absent: count,
  missing: count,
  /** All marks as a percentage of the maximum marks; null without marks. */
  average: percentage,
  sections: sectionsGraded,
  version: z.int(),
});
export type Exam = z.infer<typeof exam>;

/**
 * What is to be done: `marksToEnter`, a draft of an exam that was held; `coming`, held after today;
 * `done`, published.
 */
export const examGroup = z.enum(['marksToEnter', 'coming', 'done']);
const listedExam = exam.extend({ group: examGroup });
export type ListedExam = z.infer<typeof listedExam>;

export const listExamTerms = endpoint('GET /exam-terms', staffOwn('exam_office'), {
  summary: 'The terms with subjects whose exams the caller manages, latest first',
  reply: z.array(examTerm),
});

export const listExamSubjects = endpoint('GET /exam-subjects', staffOwn('exam_office'), {
  summary: 'The subjects of a term (the open one by default) whose exams the caller manages',
  query: z.strictObject({ termId: idInRequest.optional() }),
  reply: z.array(examSubject),
});

export const listExams = endpoint('GET /exams', staffOwn('exam_office'), {
  summary:
    'The exams the caller manages (with marks to enter, coming, done) in a subject, a term, or the open term',
  query: listQuery.omit({ cursor: true }).extend({
    subjectId: idInRequest.optional(),
    termId: idInRequest.optional(),
    state: z.enum(['draft', 'published']).optional(),
  }),
  reply: z.array(listedExam),
});

export const exportExams = exportOf(listExams, 'exams_exported', 'exams');

export const createExam = endpoint('POST /exams', staffOwn('exam_office'), {
  act: 'exam_created',
  summary: 'Add an exam to a subject, as a draft',
  reply: exam,
  body: inputSchema(examFields, { subjectId: idInBody }),
  status: 201,
});

/** Refuses a maximum below any stored marks. */
export const changeExam = endpoint('PATCH /exams/:examId', staffOwn('exam_office'), {
  act: 'exam_changed',
  summary: 'Change the title, date or maximum marks of an exam',
  reply: exam,
  body: changeSchema(examFields),
  ifMatch: 'fields',
});

export const deleteExam = endpoint('DELETE /exams/:examId', staffOwn('exam_office'), {
  act: 'exam_deleted',
  summary: 'Delete a draft exam and its marks',
});

export const publishExam = endpoint('POST /exams/:examId/publish', staffOwn('exam_office'), {
  act: 'exam_published',
  summary: 'Publish an exam: each student sees their result',
  reply: exam,
});

export const withdrawExam = endpoint('POST /exams/:examId/withdraw', staffOwn('exam_office'), {
  act: 'exam_unpublished',
  summary: 'Unpublish an exam: it becomes a draft again and students no longer see their marks',
  reply: exam,
});
