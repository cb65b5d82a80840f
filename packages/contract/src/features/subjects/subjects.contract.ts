import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { adminOnly } from '../../permissions.ts';
import { email, id, optionalText, requiredText } from '../../wire/text.ts';

const whole = (max: number, label: string) =>
  z
    .int({ error: `${label} must be a whole number` })
    .min(1, `${label} must be at least 1`)
    .max(max, `${label} cannot be above ${max}`);

/** Who is enrolled beside those enrolled by hand; a blank part means everyone. */
const audience = z.strictObject({
  course: optionalText(200, 'Course'),
  branch: optionalText(200, 'Branch'),
  semester: whole(99, 'Semester').nullish(),
  year: whole(9999, 'Year').nullish(),
});

export const credits = z
  .int({ error: 'Credits must be a whole number' })
  .min(0, 'Credits cannot be below 0')
  .max(1000, 'Credits cannot be above 1000');

/** A subject of a term, as the administrator's list of enrollments shows it. */
export const enrollment = z.object({
  id,
  subjectName: z.string(),
  subjectCode: z.string(),
  credits: z.int(),
  emailId: z.string(),
  teacherName: z.string(),
  students: z.int(),
});
export type Enrollment = z.infer<typeof enrollment>;

export const listEnrollments = endpoint('GET /enrollments', {
  summary: 'The subjects of the open term',
  access: adminOnly,
  reply: z.array(enrollment),
});

export const createForAll = endpoint('POST /enrollments/create-for-all', {
  summary: 'Create a subject in the open term and enrol every active student (of the audience)',
  access: adminOnly,
  body: z.strictObject({
    subjectName: requiredText(200, 'Subject Name'),
    subjectCode: requiredText(40, 'Subject Code'),
    credits: credits.nullish().transform((value) => value ?? 0),
    emailId: email('Email ID'),
    audience: audience.nullish(),
  }),
  reply: enrollment,
  status: 201,
});
