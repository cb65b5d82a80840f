import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { inputSchema, recordShape } from '../../fields/field-schemas.ts';
import { adminOnly, roles, staff } from '../../permissions.ts';
import { listQuery } from '../../values/lists.ts';
import { emailInPath, id } from '../../values/text.ts';
import { facultyFields } from './faculty.fields.ts';
import { studentFields } from './student.fields.ts';

const text = z.string().nullable();

/** Says that a profile image exists; null when there is none to ask for. */
const image = text;

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
  univId: text,
  rollNo: text,
  course: text,
  branch: text,
  semester: z.int().nullable(),
  year: z.int().nullable(),
  status: z.enum(['active', 'withdrawn', 'deactivated']),
});
export type StudentListItem = z.infer<typeof studentListItem>;

export const facultyListItem = z.object({
  id,
  name: z.string(),
  email: z.string(),
  department: text,
  active: z.boolean(),
});
export type FacultyListItem = z.infer<typeof facultyListItem>;

export const studentByEmail = endpoint('GET /students/by-email/:email', {
  summary: 'A student’s profile',
  access: { admin: 'any', teacher: 'any', student: 'own' },
  reply: studentProfile,
});

export const facultyByEmail = endpoint('GET /faculty/by-email/:email', {
  summary: 'A teacher’s profile',
  access: { admin: 'any', teacher: 'own', student: 'none' },
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

export const listStudents = endpoint('GET /faculty/students/all', {
  summary: 'Active students, by name unless `sort` says otherwise',
  access: staff,
  query: peopleQuery.extend(studentChoice.shape),
  reply: z.array(studentListItem),
});

export const listFaculty = endpoint('GET /faculty/all', {
  summary: 'The faculty directory: active teachers by name',
  access: staff,
  query: peopleQuery.extend({
    /** Others than active ones are for administrators. */
    show: z.enum(['active', 'deactivated', 'all']).optional(),
  }),
  reply: z.array(facultyListItem),
});

export const createFaculty = endpoint('POST /uploadFaculty', {
  summary: 'Add a teacher',
  access: adminOnly,
  body: inputSchema(facultyFields),
  reply: facultyProfile,
  status: 201,
});

export const createStudent = endpoint('POST /uploadStudent', {
  summary: 'Add a student, who is enrolled in the open subjects whose audience matches',
  access: adminOnly,
  body: inputSchema(studentFields),
  reply: studentProfile,
  status: 201,
});
