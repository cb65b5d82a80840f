import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { changeSchema, inputSchema, recordShape } from '../../fields/field-schemas.ts';
import { type Access, roles } from '../../permissions.ts';
import { listQuery } from '../../values/lists.ts';
import { count, id, idInBody, percentage, idInRequest } from '../../values/text.ts';
import { termFields } from '../subjects/term.fields.ts';
import { examFields } from './exam.fields.ts';
import { subjectNames } from '../../values/shapes.ts';

/** Teachers keep the exams of their own subjects, an administrator those of any. */
export const keepingExams: Access = { admin: 'any', teacher: 'own', student: 'none' };

export const examTerm = z.object({
  id,
  ...recordShape(termFields, roles),
  state: z.enum(['planned', 'open', 'closed']),
});
export type ExamTerm = z.infer<typeof examTerm>;

/** A subject that exams are held in. `students` are those enrolled today. */
export const examSubject = z.object({
  id,
  ...subjectNames,
  term: examTerm,
  students: count,
});
export type ExamSubject = z.infer<typeof examSubject>;

/** Instants are ISO 8601 in UTC. */
export const exam = z.object({
  id,
  subjectId: id,
  ...subjectNames,
  ...recordShape(examFields, ['admin', 'teacher']),
  /** Null while it is a draft, of which students see title and day in their calendar and no marks. */
  publishedAt: z.string().nullable(),
  publishedBy: z.string().nullable(),
  /** Students with marks, absent ones, and those enrolled that day who have neither. */
  marked: count,
  absent: count,
  missing: count,
  /** Of all marks among all that could be had; null without marks. */
  average: percentage,
  version: z.int(),
});
export type Exam = z.infer<typeof exam>;

export const listExamTerms = endpoint('GET /exam-terms', {
  summary: 'The terms with subjects whose exams one keeps, the latest first',
  access: keepingExams,
  reply: z.array(examTerm),
});

export const listExamSubjects = endpoint('GET /exam-subjects', {
  summary: 'The subjects of a term whose exams one keeps; without a term those of the open one',
  access: keepingExams,
  query: z.strictObject({ termId: idInRequest.optional() }),
  reply: z.array(examSubject),
});

export const listExams = endpoint('GET /exams', {
  summary: 'The exams one keeps, the latest first: of a subject, of a term, or of the open term',
  access: keepingExams,
  query: listQuery.omit({ cursor: true }).extend({
    subjectId: idInRequest.optional(),
    termId: idInRequest.optional(),
    state: z.enum(['draft', 'published']).optional(),
  }),
  reply: z.array(exam),
});

const keepingExam = { access: keepingExams, reply: exam } as const;

export const createExam = endpoint('POST /exams', {
  summary: 'Add an exam to a subject, as a draft',
  ...keepingExam,
  body: inputSchema(examFields, { subjectId: idInBody }),
  status: 201,
});

/** A maximum below marks that are stored is refused. */
export const changeExam = endpoint('PATCH /exams/:examId', {
  summary: 'Change title, date or maximum of an exam',
  ...keepingExam,
  body: changeSchema(examFields),
  ifMatch: 'fields',
});

export const deleteExam = endpoint('DELETE /exams/:examId', {
  summary: 'Take a draft away, with its marks',
  access: keepingExams,
});

export const publishExam = endpoint('POST /exams/:examId/publish', {
  summary: 'Show each student their result of an exam',
  ...keepingExam,
});

export const withdrawExam = endpoint('POST /exams/:examId/withdraw', {
  summary: 'Make an exam a draft again: students see no marks of it any more',
  ...keepingExam,
});
