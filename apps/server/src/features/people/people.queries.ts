import type {
  Added,
  ChangeOf,
  facultyFields,
  FacultyInput,
  IsoDate,
  studentFields,
  StudentInput,
  StudentListItem,
} from '@campus/contract';
import { sql } from 'kysely';
import type { Db, Transaction } from '../../db/db.ts';
import { addedOf } from '../../db/history.ts';
import { insertedId, rowWith } from '../../db/sql.ts';
import { selectionOf, valuesFor } from '../../db/stored-fields.ts';
import { facultyColumns, type Kind, kinds, studentColumns } from './people.columns.ts';
import { versionOfPerson } from './records/record.queries.ts';

/** The digest of the profile image; null when there is none. */
const imageMarker = sql<string | null>`(
  select digest from profile_images where person_id = people.id)`;

const added = sql.raw<Added | null>(addedOf('people'));

const students = (db: Db) =>
  db
    .selectFrom('people')
    .innerJoin('students', 'students.person_id', 'people.id')
    .select([
      sql<string>`people.id::text`.as('id'),
      ...selectionOf<typeof studentFields>(studentColumns),
      imageMarker.as('stuImage'),
    ]);

export const studentByEmail = (db: Db, email: string) =>
  students(db).where('people.email', '=', email).executeTakeFirst();

/** As `studentByEmail`, with the student's status, for the registrar. */
export const studentDetailsById = (db: Db, id: string) =>
  students(db)
    .innerJoin('student_directory', 'student_directory.person_id', 'people.id')
    .where('people.id', '=', id)
    .select([
      sql<StudentListItem['status']>`student_directory.status`.as('status'),
      'students.withdrawn_on as withdrawnOn',
      'students.graduated',
      'students.repeats',
      'students.away_from as awayFrom',
      'students.away_until as awayUntil',
      'students.away_reason as awayReason',
      added.as('added'),
      versionOfPerson.as('version'),
    ])
    .executeTakeFirst();

const faculty = (db: Db) =>
  db
    .selectFrom('people')
    .innerJoin('faculty', 'faculty.person_id', 'people.id')
    .select([
      sql<string>`people.id::text`.as('id'),
      ...selectionOf<typeof facultyFields>(facultyColumns),
      imageMarker.as('teacherImage'),
    ]);

export const facultyByEmail = (db: Db, email: string) =>
  faculty(db).where('people.email', '=', email).executeTakeFirst();

export const facultyDetailsById = (db: Db, id: string) =>
  faculty(db)
    .where('people.id', '=', id)
    .where('people.removed_at', 'is', null)
    .select(['people.active', added.as('added'), versionOfPerson.as('version')])
    .executeTakeFirst();

/** Adds a person; without a university ID, one of the year of `today` is generated. */
export const insertPerson = async (
  tx: Transaction,
  kind: Kind,
  person: StudentInput | FacultyInput,
  today: IsoDate,
): Promise<string> => {
  const { role, columns } = kinds[kind];
  const { name, email, univId } = person;
  const nextUnivId = sql<string>`next_univ_id(${role}, ${Number(today.slice(0, 4))})`;
  const id = await insertedId(
    tx.insertInto('people').values({
      ...valuesFor('people', columns, person),
      role,
      name,
      email,
      univ_id: univId ?? nextUnivId,
    }),
  );
  // The type of the input ensures that a teacher has the required fields.
  const own = tx.insertInto(kind as 'students');
  await own.values({ ...valuesFor(kind, columns, person), person_id: id }).execute();
  return id;
};

export type PersonEdit = ChangeOf<typeof studentFields> | ChangeOf<typeof facultyFields>;

/** Changes the given fields, in `people` and in the table of the kind. */
export const updatePerson = async (tx: Transaction, kind: Kind, id: string, edit: PersonEdit) => {
  const { columns } = kinds[kind];
  const values = valuesFor('people', columns, edit);
  if (Object.keys(values).length > 0)
    await tx
      .updateTable('people')
      .set({ ...values, updated_at: sql<Date>`now()` })
      .where('id', '=', id)
      .execute();
  const own = valuesFor(kind, columns, edit);
  if (Object.keys(own).length > 0)
    await tx.updateTable(kind).set(own).where('person_id', '=', id).execute();
};

export const personByEmail = (db: Db, email: string, role: 'student' | 'teacher') =>
  rowWith(db, 'people', { email, role }, ['id']);
