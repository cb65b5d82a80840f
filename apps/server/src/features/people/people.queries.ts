import type {
  ChangeOf,
  facultyFields,
  FacultyInput,
  studentFields,
  StudentInput,
  StudentListItem,
} from '@campus/contract';
import { sql } from 'kysely';
import type { Db, Transaction } from '../../db/db.ts';
import { insertedId, rowWith } from '../../db/sql.ts';
import { selectionOf, type StoredColumn, valuesFor } from '../../db/stored-fields.ts';
import { facultyColumns, studentColumns } from './people.columns.ts';
import { versionOfPerson } from './records/record.queries.ts';

/** Says that there is a profile image, and which one; null when there is none. */
const imageMarker = sql<string | null>`(
  select digest from profile_images where person_id = people.id)`;

const studentProfileColumns = [
  sql<string>`people.id::text`.as('id'),
  ...selectionOf<typeof studentFields>(studentColumns),
  imageMarker.as('stuImage'),
] as const;

export const studentByEmail = (db: Db, email: string) =>
  db
    .selectFrom('people')
    .innerJoin('students', 'students.person_id', 'people.id')
    .where('people.email', '=', email)
    .select(studentProfileColumns)
    .executeTakeFirst();

/** The same and how the student stands, for the registrar. */
export const studentDetailsById = (db: Db, id: string) =>
  db
    .selectFrom('people')
    .innerJoin('students', 'students.person_id', 'people.id')
    .innerJoin('student_directory', 'student_directory.person_id', 'people.id')
    .where('people.id', '=', id)
    .select([
      ...studentProfileColumns,
      sql<StudentListItem['status']>`student_directory.status`.as('status'),
      'students.withdrawn_on as withdrawnOn',
      versionOfPerson.as('version'),
    ])
    .executeTakeFirst();

const facultyProfileColumns = [
  sql<string>`people.id::text`.as('id'),
  ...selectionOf<typeof facultyFields>(facultyColumns),
  imageMarker.as('teacherImage'),
] as const;

export const facultyByEmail = (db: Db, email: string) =>
  db
    .selectFrom('people')
    .innerJoin('faculty', 'faculty.person_id', 'people.id')
    .where('people.email', '=', email)
    .select(facultyProfileColumns)
    .executeTakeFirst();

export const facultyDetailsById = (db: Db, id: string) =>
  db
    .selectFrom('people')
    .innerJoin('faculty', 'faculty.person_id', 'people.id')
    .where('people.id', '=', id)
    .select([...facultyProfileColumns, 'people.active', versionOfPerson.as('version')])
    .executeTakeFirst();

type NewPerson = Pick<StudentInput, 'name' | 'email' | 'univId'>;

/** Adds what people of every role have, with a university ID of the year `year` unless one is given. */
const insertPerson = (
  tx: Transaction,
  role: 'student' | 'teacher',
  columns: readonly StoredColumn[],
  person: NewPerson,
  year: number,
): Promise<string> => {
  const { name, email, univId } = person;
  return insertedId(
    tx.insertInto('people').values({
      ...valuesFor('people', columns, person),
      role,
      name,
      email,
      univ_id: univId ?? sql<string>`next_univ_id(${role}, ${year})`,
    }),
  );
};

export const insertStudent = async (
  tx: Transaction,
  student: StudentInput,
  year: number,
): Promise<string> => {
  const id = await insertPerson(tx, 'student', studentColumns, student, year);
  await tx
    .insertInto('students')
    .values({ ...valuesFor('students', studentColumns, student), person_id: id })
    .execute();
  return id;
};

export const insertFaculty = async (
  tx: Transaction,
  teacher: FacultyInput,
  year: number,
): Promise<string> => {
  const id = await insertPerson(tx, 'teacher', facultyColumns, teacher, year);
  await tx
    .insertInto('faculty')
    .values({
      ...valuesFor('faculty', facultyColumns, teacher),
      department: teacher.department,
      person_id: id,
    })
    .execute();
  return id;
};

const columnsOf = { students: studentColumns, faculty: facultyColumns } as const;
type PersonEdit = ChangeOf<typeof studentFields> | ChangeOf<typeof facultyFields>;

/** Changes what is given: what people of every role have, and what is kept of theirs. */
export const updatePerson = async (
  tx: Transaction,
  part: 'students' | 'faculty',
  id: string,
  edit: PersonEdit,
): Promise<void> => {
  const values = valuesFor('people', columnsOf[part], edit);
  if (Object.keys(values).length > 0)
    await tx
      .updateTable('people')
      .set({ ...values, updated_at: sql<Date>`now()` })
      .where('id', '=', id)
      .execute();
  const own = valuesFor(part, columnsOf[part], edit);
  if (Object.keys(own).length > 0)
    await tx.updateTable(part).set(own).where('person_id', '=', id).execute();
};

export const personByEmail = (db: Db, email: string, role: 'student' | 'teacher') =>
  rowWith(db, 'people', { email, role }, ['id']);
