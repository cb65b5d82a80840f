import { z } from 'zod';
import { adminOnly, endpoint } from '../../endpoint.ts';
import { changeSchema } from '../../fields/field-schemas.ts';
import { count, id, subjectNames } from '../../values/replies.ts';
import { email, idInBody } from '../../values/requests.ts';
import { facultyFields } from './faculty.fields.ts';
import { facultyProfile } from './people.contract.ts';

/** All that is known about a teacher, for the registrar. */
export const facultyDetails = facultyProfile.extend({
  active: z.boolean(),
  version: z.int(),
});
export type FacultyDetails = z.infer<typeof facultyDetails>;

/** A subject of the open term, or of one to come. */
export const currentSubject = z.object({
  id,
  ...subjectNames,
  credits: z.int(),
  termName: z.string(),
  students: count,
});
export type CurrentSubject = z.infer<typeof currentSubject>;

export const readFaculty = endpoint('GET /people/faculty/:id', adminOnly, {
  summary: 'One teacher’s whole record',
  reply: facultyDetails,
});

/** As `changeStudent`. */
export const changeFaculty = endpoint('PATCH /people/faculty/:id', adminOnly, {
  summary: 'Change a teacher’s record',
  fresh: ['email'],
  body: changeSchema(facultyFields, {}),
  reply: facultyDetails,
  ifMatch: true,
});

export const taughtSubjects = endpoint('GET /people/faculty/:id/subjects', adminOnly, {
  summary: 'What a teacher teaches in terms that are not closed',
  reply: z.array(currentSubject),
});

/** All of them or none. Past marks keep who made them. Answers what the first teacher still teaches. */
export const handOver = endpoint('POST /people/faculty/:id/hand-over', adminOnly, {
  summary: 'Hand subjects of a teacher to another one',
  body: z.strictObject({
    toEmail: email('New teacher'),
    subjectIds: z.union([z.literal('all'), z.array(idInBody).min(1).max(1000)], {
      error: 'Choose at least one subject',
    }),
  }),
  reply: z.array(currentSubject),
});
