import { z } from 'zod';
import { adminOnly, endpoint } from '../../endpoint.ts';
import { inputSchema, recordShape } from '../../fields/field-schemas.ts';
import { id } from '../../values/replies.ts';
import { audienceFields, subjectFields } from './subject.fields.ts';

/** A subject of a term, as the administrator's list of enrollments shows it. */
export const enrollment = z.object({
  id,
  ...recordShape(subjectFields, ['admin']),
  teacherName: z.string(),
  students: z.int(),
});
export type Enrollment = z.infer<typeof enrollment>;

export const listEnrollments = endpoint('GET /enrollments', adminOnly, {
  summary: 'The subjects of the open term',
  reply: z.array(enrollment),
});

export const createForAll = endpoint('POST /enrollments/create-for-all', adminOnly, {
  summary: 'Create a subject in the open term and enrol every active student (of the audience)',
  /** The audience is enrolled beside those enrolled by hand. */
  body: inputSchema(subjectFields, { audience: inputSchema(audienceFields).nullish() }),
  reply: enrollment,
  status: 201,
});
