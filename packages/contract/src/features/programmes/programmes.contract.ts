import { z } from 'zod';
import { adminOnly, endpoint } from '../../endpoint.ts';
import { count, id, textOrNull } from '../../values/replies.ts';
import { idInBody, optionalText, requiredText } from '../../values/requests.ts';

/** What the texts of people name. Nobody has confirmed one that came with a text. */
const named = z.object({
  id,
  name: z.string(),
  confirmed: z.boolean(),
  /** How it is written, too: these texts become its name. */
  formerly: z.array(z.string()),
  /** Students, of a department teachers. */
  people: count,
});
export type Named = z.infer<typeof named>;

const department = named.extend({ code: textOrNull });
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

const departmentBody = z.strictObject({
  name: requiredText(200, 'Name'),
  code: optionalText(40, 'Code'),
});

const programmeBody = departmentBody.extend({
  departmentId: idInBody.nullish(),
  semesters: z.int().min(1).max(20, 'A programme has at most 20 semesters').nullish(),
  /** Those that are not named stay while students have them, unconfirmed. */
  branches: z.array(requiredText(200, 'Branch')).max(200).default([]),
});

const created = z.object({ id });

export const createProgramme = endpoint('POST /programmes', adminOnly('registrar'), {
  act: 'programme_added',
  summary: 'Add a programme, or confirm the one that a text has named',
  description: 'A former spelling of another programme becomes a programme of its own again.',
  body: programmeBody,
  reply: created,
  status: 201,
});

export const changeProgramme = endpoint('PUT /programmes/:programmeId', adminOnly('registrar'), {
  act: 'programme_changed',
  summary: 'Change and confirm a programme; its students and audiences take its name',
  body: programmeBody,
  reply: created,
});

/** Refused while students are in it. */
export const deleteProgramme = endpoint('DELETE /programmes/:programmeId', adminOnly('registrar'), {
  act: 'programme_deleted',
  summary: 'Delete a programme that no student is in',
});

export const createDepartment = endpoint('POST /departments', adminOnly('registrar'), {
  act: 'department_added',
  summary: 'Add a department, or confirm the one that a text has named',
  body: departmentBody,
  reply: created,
  status: 201,
});

export const changeDepartment = endpoint('PUT /departments/:departmentId', adminOnly('registrar'), {
  act: 'department_changed',
  summary: 'Change and confirm a department; its teachers take its name',
  body: departmentBody,
  reply: created,
});

/** Refused while it has teachers or programmes. */
export const deleteDepartment = endpoint(
  'DELETE /departments/:departmentId',
  adminOnly('registrar'),
  { act: 'department_deleted', summary: 'Delete a department that nobody and nothing is in' },
);

export const mergedKinds = ['programme', 'branch', 'department'] as const;
export type MergedKind = (typeof mergedKinds)[number];

const mergeBody = z.strictObject({
  kind: z.enum(mergedKinds),
  /** The one whose name stays. */
  into: idInBody,
  others: z.array(idInBody).min(1, 'Choose at least two spellings').max(500),
});

/** What a merge does. */
const merged = z.object({
  name: z.string(),
  /** The spellings that end, in the order of their names. */
  others: z.array(z.string()),
  /** Whose text changes: students, of departments teachers. */
  people: count,
  /** Of subjects in terms that are not closed. */
  subjectAudiences: count,
  eventAudiences: count,
});
export type Merged = z.infer<typeof merged>;

export const countMerge = endpoint('POST /programmes/merge/preview', adminOnly('registrar'), {
  act: null,
  summary: 'What a merge would do; nothing is stored',
  body: mergeBody,
  reply: merged,
});

export const merge = endpoint('POST /programmes/merge', adminOnly('registrar'), {
  act: 'spellings_merged',
  summary:
    'Merge spellings: everybody and every audience with one of them takes the name that stays',
  description:
    'Nobody is enrolled or dropped. From then on the other spellings are read as the name that stays.',
  body: mergeBody,
  reply: merged,
});
