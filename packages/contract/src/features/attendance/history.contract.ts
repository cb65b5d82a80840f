import { z } from 'zod';
import { endpoint, staffOwn } from '../../endpoint.ts';
import { changed, id, textOrNull } from '../../values/replies.ts';

const mark = z.object({ present: z.boolean(), remarks: textOrNull });

/** One change of one mark, who made it and when. */
export const markChange = z.object({
  id,
  /** The `id` of the student's roster entry. */
  studentId: id,
  studentEmail: z.string(),
  studentName: z.string(),
  /** Null where the student had not been marked before. */
  from: mark.nullable(),
  to: mark,
  /** Made by an administrator instead of the subject's teacher. */
  correction: z.boolean(),
  ...changed,
});
export type MarkChange = z.infer<typeof markChange>;

export const classHistory = endpoint(
  'GET /attendance/subject/:subjectId/date/:date/history',
  staffOwn,
  {
    summary: 'Every change of the marks of a class, the latest first, with who made it and when',
    reply: z.array(markChange),
  },
);
