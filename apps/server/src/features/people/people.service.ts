import { capitalise, type people, type QueryOf, studentFields } from '@campus/contract';
import type { Campus } from '../../campus.ts';
import { found } from '../../campus-error.ts';
import { templateColumns } from '../../csv/table-file.ts';
import { describeAct } from '../../db/acts.ts';
import { actAs } from '../../db/history.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Call, Handler } from '../../http/call.ts';
import { exportedList } from '../../http/export-list.ts';
import { readPart } from '../../http/pages.ts';
import { queueTask } from '../accounts/index.ts';
import { enrolStudent } from '../subjects/index.ts';
import * as faculty from './faculty-list.queries.ts';
import { type Kind, kinds } from './people.columns.ts';
import {
  readersOf,
  requireOwnUnlessAdmin,
  requireShown,
  visibleStudent,
  visibleTeacher,
} from './people.policy.ts';
import * as queries from './people.queries.ts';
import { duplicates, requirePast } from './records/change-record.ts';
import * as students from './student-list.queries.ts';

const studentProfile = async ({ db }: Campus, email: string) =>
  found(await queries.studentByEmail(db, email), 'There is no student with this e-mail.');

const facultyProfile = async ({ db }: Campus, email: string) =>
  found(await queries.facultyByEmail(db, email), 'There is no teacher with this e-mail.');

export const studentByEmail: Handler<typeof people.studentByEmail> = async (call) => {
  const { campus, actor, params } = call;
  if (actor.role === 'student') requireOwnUnlessAdmin(actor, params.email);
  const profile = await studentProfile(campus, params.email);
  const readerOf = await readersOf(campus, actor, [profile.email]);
  return visibleStudent(readerOf(profile.email), profile);
};

export const facultyByEmail: Handler<typeof people.facultyByEmail> = async (call) => {
  const { campus, actor, params } = call;
  requireOwnUnlessAdmin(actor, params.email);
  return visibleTeacher(actor, await facultyProfile(campus, params.email));
};

/** Adds a person, invited now or later; a student is enrolled in the open subjects whose audience matches. */
const create = async (
  {
    campus,
    actor,
    body: person,
    query: { invite = 'now' },
  }: Pick<
    Call<typeof people.createStudent | typeof people.createFaculty>,
    'campus' | 'actor' | 'body' | 'query'
  >,
  kind: Kind,
): Promise<void> => {
  requirePast(kinds[kind].fields, person, campus.today());
  await inTransaction(campus.db, duplicates, async (tx) => {
    await actAs(tx, actor.id);
    const id = await queries.insertPerson(tx, kind, person, campus.today());
    if (invite === 'now') await queueTask(tx, 'invitation', id);
    describeAct({ recordId: id });
    if (kind === 'students') await enrolStudent(tx, id, campus.today());
  });
};

export const createStudent: Handler<typeof people.createStudent> = async (call) => {
  await create(call, 'students');
  return studentProfile(call.campus, call.body.email);
};

export const createFaculty: Handler<typeof people.createFaculty> = async (call) => {
  await create(call, 'faculty');
  return facultyProfile(call.campus, call.body.email);
};

/** The number of the page, given as a number or by a person on it; undefined for neither. */
const pageAsked = async (
  { limit, cursor, page, around }: Omit<QueryOf<typeof people.listFaculty>, 'show'>,
  placeOf: (email: string) => Promise<number | undefined>,
): Promise<number | undefined> => {
  if (limit === undefined || cursor !== undefined) return undefined;
  if (around === undefined) return page;
  return Math.ceil(((await placeOf(around)) ?? 1) / limit);
};

export const listStudents: Handler<typeof people.listStudents> = async (call) => {
  const { actor, query } = call;
  const { db } = call.campus;
  requireShown(actor, query.show);
  const { limit: _limit, cursor: _cursor, page: _page, around: _around, ...asked } = query;
  const list = {
    ...asked,
    sort: query.sort ?? 'name',
    order: query.order ?? 'asc',
    byIndex: Boolean(
      query.limit && query.search && (await students.isSelectiveSearch(db, query.search)),
    ),
  };
  const page = await pageAsked(query, (email) => students.placeOfStudent(db, list, email));
  const total = query.limit === undefined ? 0 : await students.countStudents(db, list);
  return readPart(
    { ...query, page },
    {
      rows: (of) => students.listStudents(db, { ...list, ...of, total }),
      total: () => Promise.resolve(total),
    },
  );
};

const { univId, rollNo, course, branch, semester, year } = studentFields;
const listed = { univId, rollNo, course, branch, semester, year };
export const exportStudentList = exportedList<typeof people.listStudents>(listStudents, [
  ['Name', 'text', (row) => row.name],
  ['Email', 'text', (row) => row.email],
  ...templateColumns(listed),
  ['Status', 'text', (row) => capitalise(row.status)],
]);

export const listFaculty: Handler<typeof people.listFaculty> = async (call) => {
  const { actor, query } = call;
  const { db } = call.campus;
  const { search, show } = query;
  requireShown(actor, show);
  const choice = { search, show, all: actor.role === 'admin' };
  const page = await pageAsked(query, (email) => faculty.placeOfTeacher(db, choice, email));
  return readPart({ ...query, page }, faculty.facultyList(db, choice));
};

export const exportFacultyList = exportedList<typeof people.listFaculty>(listFaculty, [
  ['Name', 'text', (row) => row.name],
  ['Department', 'text', (row) => row.department],
  ['Email', 'text', (row) => row.email],
  ['Status', 'text', ({ active }) => (active ? 'Active' : 'Deactivated')],
]);
