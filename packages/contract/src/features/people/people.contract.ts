import { z } from 'zod';
import { exportOf, tableFile } from '../../csv/table-file.contract.ts';
import { adminOnly, endpoint, staff, staffAndOwn, staffOwn } from '../../endpoint.ts';
import { changeSchema, inputSchema, recordShape } from '../../fields/field-schemas.ts';
import { readers } from '../../permissions.ts';
import { added, count, id, isoDate, subjectNames, textOrNull } from '../../values/replies.ts';
import { email, emailInPath, idInBody, listQuery } from '../../values/requests.ts';
import { invitation } from './import-report.contract.ts';
import { facultyFields } from './faculty.fields.ts';
import { studentFields } from './student.fields.ts';
import { shownStudents } from './shown-students.rules.ts';

const registrar = adminOnly('registrar');
const offices = adminOnly('registrar', 'exam_office');
const allOffices = adminOnly('registrar', 'exam_office', 'librarian');
const teachersAndOffices = staff('registrar', 'exam_office');
const staffAndStudent = staffAndOwn('registrar', 'exam_office');

/** Not null if a profile image exists. */
const image = textOrNull;

/** Fields that not everyone may see are optional: their `seenBy` says who may. */
export const studentProfile = z.object({
  id,
  ...recordShape(studentFields, readers),
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
  status: z.enum(['active', 'withdrawn', 'graduated', 'deactivated']),
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

export const studentByEmail = endpoint('GET /students/by-email/:email', staffAndStudent, {
  act: 'person_read',
  summary: 'A student’s profile',
  reply: studentProfile,
});

export const facultyByEmail = endpoint('GET /faculty/by-email/:email', staffOwn('registrar'), {
  act: 'person_read',
  summary: 'A teacher’s profile',
  reply: facultyProfile,
});

/**
 * `around`, with `limit`, requests the page that contains the person with this e-mail, or the first page
 * if none does. The number of the page is in `X-Page`, as it is with `page`.
 */
const peopleQuery = listQuery.extend({ around: emailInPath.optional() });

export const studentSortColumns = ['name', 'email', 'univId', 'course', 'rollNo'] as const;

/** Which students are listed: blank means everyone, but only active students by default. */
export const studentChoice = z.strictObject({
  search: listQuery.shape.search,
  course: z.string().max(200).optional(),
  branch: z.string().max(200).optional(),
  semester: z.coerce.number().int().min(1).max(99).optional(),
  year: z.coerce.number().int().min(1).max(9999).optional(),
  /** Others than active ones are for administrators. */
  show: z.enum(shownStudents).optional(),
  sort: z.enum(studentSortColumns).optional(),
  order: z.enum(['asc', 'desc']).optional(),
});

export const listStudents = endpoint('GET /faculty/students/all', teachersAndOffices, {
  summary: 'Active students, by name unless `sort` says otherwise',
  query: peopleQuery.extend(studentChoice.shape),
  reply: z.array(studentListItem),
});

/** For those who may read the list but not whole records, which `exportStudents` has. */
export const exportStudentList = exportOf(listStudents, 'students_exported', 'students');

export const listFaculty = endpoint('GET /faculty/all', staff('registrar'), {
  summary: 'The faculty directory: active teachers by name',
  query: peopleQuery.extend({
    /** Others than active ones are for administrators. */
    show: z
      .enum(['active', 'never_invited', 'invitation_expired', 'deactivated', 'all'])
      .optional(),
  }),
  reply: z.array(facultyListItem),
});

export const exportFacultyList = exportOf(listFaculty, 'teachers_exported', 'teachers');

/** Uploading the file again with `existing=update` changes nothing: nobody who was erased is in it. */
export const exportFaculty = endpoint('GET /people/faculty/export', registrar, {
  act: 'teachers_exported',
  summary:
    'The teachers matching a search and filters, as a file with the template’s columns and Status',
  fresh: true,
  query: listFaculty.query.pick({ search: true, show: true }).extend(tableFile),
  download: { type: 'text/csv; charset=utf-8', fileName: 'teacher-records.csv' },
});

export const createFaculty = endpoint('POST /uploadFaculty', registrar, {
  act: 'teacher_added',
  summary: 'Add a teacher and invite them, unless the invitation is postponed',
  query: z.strictObject(invitation),
  body: inputSchema(facultyFields),
  reply: facultyProfile,
  status: 201,
});

export const createStudent = endpoint('POST /uploadStudent', registrar, {
  act: 'student_added',
  summary:
    'Add a student, enrol them in the open subjects whose audience they match, and invite them',
  query: z.strictObject(invitation),
  body: inputSchema(studentFields),
  reply: studentProfile,
  status: 201,
});

/** Everything stored about a student, for the registrar. */
export const studentDetails = studentProfile.extend({
  ...recordShape(studentFields, ['admin']),
  status: studentListItem.shape.status,
  /** The last day of a student who has left, or is about to. */
  withdrawnOn: isoDate().nullable(),
  /** Whether they graduated that day. */
  graduated: z.boolean(),
  /** Whether they stay in the semester when the term is closed. */
  repeats: z.boolean(),
  /** The days of the latest leave; `awayUntil` is null if unknown. */
  awayFrom: isoDate().nullable(),
  awayUntil: isoDate().nullable(),
  awayReason: textOrNull,
  added,
  version: z.int(),
});
export type StudentDetails = z.infer<typeof studentDetails>;

/** The values of the filters, over all students whatever their status. */
export const studentFilters = endpoint('GET /people/students/filters', allOffices, {
  summary: 'Every course, branch, semester and year in use among students',
  reply: z.object({
    courses: z.array(z.string()),
    branches: z.array(z.string()),
    semesters: z.array(z.int()),
    years: z.array(z.int()),
  }),
});

/** Uploading the file again with `existing=update` changes nothing: nobody who was erased is in it. */
export const exportStudents = endpoint('GET /people/students/export', registrar, {
  act: 'students_exported',
  summary:
    'The students matching a search and filters, as a file with the template’s columns, status and leave',
  fresh: true,
  query: studentChoice.extend(tableFile),
  download: { type: 'text/csv; charset=utf-8', fileName: 'student-records.csv' },
});

export const readStudent = endpoint('GET /people/students/:id', offices, {
  act: 'person_read',
  summary: 'A student’s full record',
  reply: studentDetails,
});

/** A new e-mail address does not change which person the record is about. */
export const changeStudent = endpoint('PATCH /people/students/:id', registrar, {
  act: 'student_changed',
  summary: 'Change a student’s record',
  reply: studentDetails,
  fresh: ['email'],
  body: changeSchema(studentFields, {}),
  ifMatch: true,
});

export const withdrawStudent = endpoint('POST /people/students/:id/withdraw', registrar, {
  act: 'student_withdrawn',
  summary: 'Withdraw a student on a day, past or future',
  description:
    'Enrolments end on this day, marks stay, and the student cannot sign in from then on. Sending it again moves the day.',
  reply: studentDetails,
  body: z.strictObject({ on: isoDate('Last day') }),
});

export const reinstateStudent = endpoint('POST /people/students/:id/reinstate', registrar, {
  act: 'student_reinstated',
  summary: 'Undo a withdrawal or graduation; enrolments in terms not yet closed are restored',
  reply: studentDetails,
});

/** Everything stored about a teacher, for the registrar. */
export const facultyDetails = facultyProfile.extend({
  active: z.boolean(),
  added,
  version: z.int(),
});
export type FacultyDetails = z.infer<typeof facultyDetails>;

/** A subject of the open term or a planned one. */
export const currentSubject = z.object({
  id,
  ...subjectNames,
  credits: z.int(),
  termName: z.string(),
  students: count,
});
export type CurrentSubject = z.infer<typeof currentSubject>;

export const readFaculty = endpoint('GET /people/faculty/:id', registrar, {
  act: 'person_read',
  summary: 'A teacher’s full record',
  reply: facultyDetails,
});

/** Like `changeStudent`. */
export const changeFaculty = endpoint('PATCH /people/faculty/:id', registrar, {
  act: 'teacher_changed',
  summary: 'Change a teacher’s record',
  fresh: ['email'],
  body: changeSchema(facultyFields, {}),
  reply: facultyDetails,
  ifMatch: true,
});

export const taughtSubjects = endpoint('GET /people/faculty/:id/subjects', registrar, {
  summary: 'The subjects a teacher teaches in terms not yet closed',
  reply: z.array(currentSubject),
});

/** Hands over all subjects or none. Past marks keep their author. Returns what the first teacher still teaches. */
export const handOver = endpoint('POST /people/faculty/:id/hand-over', registrar, {
  act: 'subjects_handed_over',
  summary: 'Hand over a teacher’s subjects to another teacher',
  body: z.strictObject({
    toEmail: email('New teacher'),
    subjectIds: z.union([z.literal('all'), z.array(idInBody).min(1).max(1000)], {
      error: 'Choose at least one subject',
    }),
  }),
  reply: z.array(currentSubject),
});

export const personChange = z.object({
  id,
  /**
   * Named as in the API; `active` is the account, `withdrawnOn` the withdrawal, `profileImage` the
   * picture by its digest. `sessions` (ended), `universityAccount` (unlinked) and `secondFactor` (reset)
   * have no values; after a reset by the operator of the server, `after` is `operator`.
   */
  field: z.string(),
  before: textOrNull,
  after: textOrNull,
  /** Null if Campus did it by itself. */
  changedBy: textOrNull,
  changedAt: z.iso.datetime(),
});

export const readHistory = endpoint('GET /people/:id/history', registrar, {
  act: 'history_read',
  summary: 'Every change to a person’s record, latest first',
  query: listQuery.pick({ limit: true, cursor: true }),
  reply: z.array(personChange),
});
