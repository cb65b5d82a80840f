import { z } from 'zod';
import { adminOnly, endpoint, staff, staffAndOwn, staffOwn } from '../../endpoint.ts';
import { inputSchema, recordShape } from '../../fields/field-schemas.ts';
import { roles } from '../../permissions.ts';
import { id, textOrNull } from '../../values/replies.ts';
import { emailInPath, listQuery } from '../../values/requests.ts';
import { facultyFields } from './faculty.fields.ts';
import { studentFields } from './student.fields.ts';

/** Says that a profile image exists; null when there is none to ask for. */
const image = textOrNull;

/** What not everybody sees of a student is optional: `seenBy` of the fields says who does. */
export const studentProfile = z.object({
  id,
  ...recordShape(studentFields, roles),
  stuImage: image,
});
export type StudentProfile = z.infer<typeof studentProfile>;

export const facultyProfile = z.object({
  id,
  ...recordShape(facultyFields, ['admin', 'teacher']),
  teacherImage: image,
});
export type FacultyProfile = z.infer<typeof facultyProfile>;

export const studentListItem = z.object({
  id,
  name: z.string(),
  email: z.string(),
  univId: textOrNull,
  rollNo: textOrNull,
  course: textOrNull,
  branch: textOrNull,
  semester: z.int().nullable(),
  year: z.int().nullable(),
  status: z.enum(['active', 'withdrawn', 'deactivated']),
});
export type StudentListItem = z.infer<typeof studentListItem>;

export const facultyListItem = z.object({
  id,
  name: z.string(),
  email: z.string(),
  department: textOrNull,
  active: z.boolean(),
});
export type FacultyListItem = z.infer<typeof facultyListItem>;

export const studentByEmail = endpoint('GET /students/by-email/:email', staffAndOwn, {
  summary: 'A student’s profile',
  reply: studentProfile,
});

export const facultyByEmail = endpoint('GET /faculty/by-email/:email', staffOwn, {
  summary: 'A teacher’s profile',
  reply: facultyProfile,
});

/**
 * `around` asks, with `limit`, for the page that holds the person with this e-mail (the first page
 * when no page does). Which page it is comes in `X-Page`, as it does with `page`.
 */
const peopleQuery = listQuery.extend({ around: emailInPath.optional() });

export const studentSortColumns = ['name', 'email', 'univId', 'course', 'rollNo'] as const;

/** What of the students is listed: blanks mean everyone, except that only active ones are shown. */
export const studentChoice = z.strictObject({
  search: listQuery.shape.search,
  course: z.string().max(200).optional(),
  branch: z.string().max(200).optional(),
  semester: z.coerce.number().int().min(1).max(99).optional(),
  year: z.coerce.number().int().min(1).max(9999).optional(),
  /** Others than active ones are for administrators. */
  show: z.enum(['active', 'withdrawn', 'deactivated', 'all']).optional(),
  sort: z.enum(studentSortColumns).optional(),
  order: z.enum(['asc', 'desc']).optional(),
});

export const listStudents = endpoint('GET /faculty/students/all', staff, {
  summary: 'Active students, by name unless `sort` says otherwise',
  query: peopleQuery.extend(studentChoice.shape),
  reply: z.array(studentListItem),
});

export const listFaculty = endpoint('GET /faculty/all', staff, {
  summary: 'The faculty directory: active teachers by name',
  query: peopleQuery.extend({
    /** Others than active ones are for administrators. */
    show: z.enum(['active', 'deactivated', 'all']).optional(),
  }),
  reply: z.array(facultyListItem),
});

export const createFaculty = endpoint('POST /uploadFaculty', adminOnly, {
  summary: 'Add a teacher',
  body: inputSchema(facultyFields),
  reply: facultyProfile,
  status: 201,
});

export const createStudent = endpoint('POST /uploadStudent', adminOnly, {
  summary: 'Add a student, who is enrolled in the open subjects whose audience matches',
  body: inputSchema(studentFields),
  reply: studentProfile,
  status: 201,
});
