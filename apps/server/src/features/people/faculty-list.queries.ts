import { facultyFileFields, type IsoDate, type people, type QueryOf } from '@campus/contract';
import { type SqlBool, sql } from 'kysely';
import { exportedRow } from '../../csv/table-file.ts';
import type { Db, Transaction } from '../../db/db.ts';
import { listOf } from '../../db/lists.ts';
import {
  colleagueSearchKey,
  fetchPages,
  isOfInvitation,
  searchExpression,
  staffSearchKey,
  toInvite,
} from '../../db/sql.ts';
import { selectedForFile } from './standing.ts';

export interface TeacherChoice {
  readonly search?: string | undefined;
  readonly show?: QueryOf<typeof people.listFaculty>['show'];
  /** Search everything that administrators see, including University ID and telephone number. */
  readonly all?: boolean;
}

const chosenTeachers = (db: Db, { search, show = 'active', all = false }: TeacherChoice) => {
  let teachers = db
    .selectFrom('people')
    .innerJoin('faculty', 'faculty.person_id', 'people.id')
    .where('people.role', '=', 'teacher')
    .where('people.removed_at', 'is', null);
  if (isOfInvitation(show)) teachers = teachers.where(toInvite(show, sql`people.id`));
  else if (show !== 'all') teachers = teachers.where('people.active', '=', show === 'active');
  if (!search) return teachers;
  const found = teachers.where(searchExpression(staffSearchKey, search));
  return all ? found : found.where(searchExpression(colleagueSearchKey, search));
};

export const facultyList = (db: Db, choice: TeacherChoice) => ({
  ...listOf(
    chosenTeachers(db, choice),
    (rows) =>
      rows
        .select([
          sql<string>`people.id::text`.as('id'),
          'people.name',
          'people.email',
          'faculty.department',
          'people.active',
        ])
        .orderBy('people.name')
        .orderBy('people.id'),
    (rows, { value, id }) =>
      rows.where(sql<SqlBool>`(people.name, people.id) > (${value}, ${id}::bigint)`),
  ),
  value: ({ name }: { readonly name: string }) => name,
});

const exportedTeacher = exportedRow(facultyFileFields);

/** The teachers of a list in its order, with all columns of a file, 1,000 at a time; none who were erased. */
export const exportedTeachers = (tx: Transaction, choice: TeacherChoice, today: IsoDate) => {
  const { sql: text, parameters } = chosenTeachers(tx, choice)
    .where('people.erased_at', 'is', null)
    .select(selectedForFile('faculty', today))
    .orderBy('people.name')
    .orderBy('people.id')
    .compile();
  return fetchPages(tx, exportedTeacher, text, parameters);
};

/** The position of the teacher with this e-mail in the list, from 1; undefined when not in it. */
export const placeOfTeacher = async (db: Db, choice: TeacherChoice, email: string) => {
  const ordered = chosenTeachers(db, choice).select([
    'people.email',
    sql<number>`(row_number() over (order by people.name, people.id))::int`.as('place'),
  ]);
  const row = await db
    .selectFrom(ordered.as('ordered'))
    .where('email', '=', email)
    .select('place')
    .executeTakeFirst();
  return row?.place;
};
