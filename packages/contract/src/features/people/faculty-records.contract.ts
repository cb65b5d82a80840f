import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { changeSchema } from '../../fields/field-schemas.ts';
import { adminOnly } from '../../permissions.ts';
import { count, email, id, idInBody } from '../../wire/text.ts';
import { facultyFields } from './faculty.fields.ts';
import { facultyProfile } from './people.contract.ts';

/** All that is known about a teacher, for the registrar. */
export const facultyDetails = facultyProfile.extend({
  active: z.boolean(),
  /** For `If-Match` when the record is changed. */
  version: z.int(),
});
export type FacultyDetails = z.infer<typeof facultyDetails>;

/** A subject of the open term, or of one to come. */
export const currentSubject = z.object({
  id,
  subjectName: z.string(),
  subjectCode: z.string(),
  credits: z.int(),
  termName: z.string(),
  students: count,
});
export type CurrentSubject = z.infer<typeof currentSubject>;

const ofTeacher = z.object({ id: z.string().max(64) });

export const readFaculty = endpoint({
  summary: 'One teacher’s whole record',
  method: 'GET',
  path: '/people/faculty/:id',
  access: adminOnly,
  params: ofTeacher,
  reply: facultyDetails,
});

/** As `changeStudent`. */
export const changeFaculty = endpoint({
  summary: 'Change a teacher’s record',
  method: 'PATCH',
  path: '/people/faculty/:id',
  access: adminOnly,
  fresh: ['email'],
  params: ofTeacher,
  body: changeSchema(facultyFields, {}),
  reply: facultyDetails,
  ifMatch: true,
});

export const taughtSubjects = endpoint({
  summary: 'What a teacher teaches in terms that are not closed',
  method: 'GET',
  path: '/people/faculty/:id/subjects',
  access: adminOnly,
  params: ofTeacher,
  reply: z.array(currentSubject),
});

/** All of them or none. Past marks keep who made them. Answers what the first teacher still teaches. */
export const handOver = endpoint({
  summary: 'Hand subjects of a teacher to another one',
  method: 'POST',
  path: '/people/faculty/:id/hand-over',
  access: adminOnly,
  params: ofTeacher,
  body: z.strictObject({
    toEmail: email('New teacher'),
    subjectIds: z.union([z.literal('all'), z.array(idInBody).min(1).max(1000)], {
      error: 'Choose at least one subject',
    }),
  }),
  reply: z.array(currentSubject),
});
