import { z } from 'zod';
import { exportOf } from '../../csv/table-file.contract.ts';
import { adminOnly, endpoint } from '../../endpoint.ts';
import { count, id, textOrNull } from '../../values/replies.ts';
import { idInBody, optionalText, requiredText } from '../../values/requests.ts';

const registrar = adminOnly('registrar');

/** A name used in the records of people. Unconfirmed if it came from such a record alone. */
const named = z.object({
  id,
  name: z.string(),
  confirmed: z.boolean(),
  /** Other spellings of the name, which are replaced by it. */
  formerly: z.array(z.string()),
  /** The number of students; for a department, of teachers. */
  people: count,
});
export type Named = z.infer<typeof named>;

/** `version` is for `If-Match`. */
const department = named.extend({ code: textOrNull, version: z.int() });
export type Department = z.infer<typeof department>;

const programme = department.extend({
  departmentId: textOrNull,
  semesters: z.int().nullable(),
  branches: z.array(named),
});
export type Programme = z.infer<typeof programme>;

export const listProgrammes = endpoint('GET /programmes', adminOnly('registrar', 'exam_office'), {
  summary: 'The programmes with their branches, and the departments, by name',
  reply: z.object({ programmes: z.array(programme), departments: z.array(department) }),
});

export const exportProgrammes = exportOf(
  { ...listProgrammes, summary: 'The programmes with their branches, by name' },
  'programmes_exported',
  'programmes',
);
export const exportDepartments = exportOf(
  { ...listProgrammes, path: '/departments', summary: 'The departments, by name' },
  'departments_exported',
  'departments',
);

const departmentBody = z.strictObject({
  name: requiredText(200, 'Name'),
  code: optionalText(40, 'Code'),
});

const programmeBody = departmentBody.extend({
  departmentId: idInBody.nullish(),
  semesters: z.int().min(1).max(20, 'A programme has at most 20 semesters').nullish(),
  /** Branches left out stay, unconfirmed, while students are in them. */
  branches: z.array(requiredText(200, 'Branch')).max(200).default([]),
});

const created = z.object({ id });

export const createProgramme = endpoint('POST /programmes', registrar, {
  act: 'programme_added',
  summary: 'Add a programme, or confirm one that was only named in a record',
  description: 'A former spelling of another programme becomes a separate programme again.',
  body: programmeBody,
  reply: created,
  status: 201,
});

export const changeProgramme = endpoint('PUT /programmes/:programmeId', registrar, {
  act: 'programme_changed',
  summary: 'Change and confirm a programme; its students and audiences follow',
  body: programmeBody,
  reply: created,
  ifMatch: true,
});

export const deleteProgramme = endpoint('DELETE /programmes/:programmeId', registrar, {
  act: 'programme_deleted',
  summary: 'Delete a programme without students',
});

export const createDepartment = endpoint('POST /departments', registrar, {
  act: 'department_added',
  summary: 'Add a department, or confirm one that was only named in a record',
  body: departmentBody,
  reply: created,
  status: 201,
});

export const changeDepartment = endpoint('PUT /departments/:departmentId', registrar, {
  act: 'department_changed',
  summary: 'Change and confirm a department; its teachers follow',
  body: departmentBody,
  reply: created,
  ifMatch: true,
});

export const deleteDepartment = endpoint('DELETE /departments/:departmentId', registrar, {
  act: 'department_deleted',
  summary: 'Delete a department that is not in use',
});

export const mergedKinds = ['programme', 'branch', 'department'] as const;
export type MergedKind = (typeof mergedKinds)[number];

const mergeBody = z.strictObject({
  kind: z.enum(mergedKinds),
  /** The one whose name is kept. */
  into: idInBody,
  others: z.array(idInBody).min(1, 'Choose at least two spellings').max(500),
});

const merged = z.object({
  name: z.string(),
  /** The spellings that are replaced, by name. */
  others: z.array(z.string()),
  /** People whose record changes: students; for departments, teachers. */
  people: count,
  /** Audiences of subjects in terms that are not closed. */
  subjectAudiences: count,
  eventAudiences: count,
});
export type Merged = z.infer<typeof merged>;

export const countMerge = endpoint('POST /programmes/merge/preview', registrar, {
  act: null,
  summary: 'Preview a merge; nothing is stored',
  body: mergeBody,
  reply: merged,
});

export const merge = endpoint('POST /programmes/merge', registrar, {
  act: 'spellings_merged',
  summary: 'Merge spellings: every person and audience with one of them gets the name that stays',
  description:
    'Nobody is enrolled or dropped. From then on, the other spellings count as the name that stays.',
  body: mergeBody,
  reply: merged,
});
