import type { Gender, StudentInput, StudentListItem } from '@campus/contract';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { DB } from '../../db/tables.generated.ts';
import { versionOfPerson } from './records/record.queries.ts';
import { queueInvitation } from '../accounts/index.ts';

type Db = Kysely<DB>;

/** Says that there is a profile image, and which one; null when there is none. */
const imageMarker = sql<string | null>`(
  select digest from profile_images where person_id = people.id)`;

const studentProfileColumns = [
  sql<string>`people.id::text`.as('id'),
  'people.name',
  'people.email',
  'people.univ_id as univId',
  'students.roll_no as rollNo',
  'students.course',
  'students.branch',
  'students.semester',
  'students.year',
  'people.dob',
  sql<Gender | null>`people.gender`.as('gender'),
  sql<number | null>`people.contact_no::float8`.as('contactNo'),
  'people.contact_phone as contactPhone',
  'people.address',
  'students.nationality',
  'students.blood_group as bloodGroup',
  'students.parent_name as parentName',
  sql<number | null>`students.parent_contact_no::float8`.as('parentContactNo'),
  'students.parent_contact_phone as parentContactPhone',
  'students.parent_occupation as parentOccupation',
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
  'people.name',
  'people.email',
  'people.univ_id as univId',
  'faculty.department',
  'people.dob',
  sql<Gender | null>`people.gender`.as('gender'),
  sql<number | null>`people.contact_no::float8`.as('contactNo'),
  'people.contact_phone as contactPhone',
  'people.address',
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

interface NewPerson {
  readonly role: 'student' | 'teacher';
  readonly email: string;
  readonly name: string;
  readonly univId: string | null;
  readonly dob: string | null;
  readonly gender: Gender | null;
  readonly contactNo: { readonly contactNo: number; readonly contactPhone: string } | null;
  readonly address: string | null;
}

/** Adds a person, with a university ID of the year `year` unless one is given. */
const insertPerson = (tx: Db, person: NewPerson, year: number): Promise<{ id: string }> =>
  tx
    .insertInto('people')
    .values({
      role: person.role,
      email: person.email,
      name: person.name,
      univ_id: person.univId ?? sql<string>`next_univ_id(${person.role}, ${year})`,
      dob: person.dob,
      gender: person.gender,
      contact_no: person.contactNo && String(person.contactNo.contactNo),
      contact_phone: person.contactNo && person.contactNo.contactPhone,
      address: person.address,
    })
    .returning('id')
    .executeTakeFirstOrThrow();

export const insertStudent = async (
  tx: Db,
  student: StudentInput,
  year: number,
): Promise<string> => {
  const { id } = await insertPerson(tx, { ...student, role: 'student' }, year);
  await queueInvitation(tx, id);
  await tx
    .insertInto('students')
    .values({
      person_id: id,
      roll_no: student.rollNo,
      course: student.course,
      branch: student.branch,
      semester: student.semester,
      year: student.year,
      nationality: student.nationality,
      blood_group: student.bloodGroup,
      parent_name: student.parentName,
      parent_contact_no: student.parentContactNo && String(student.parentContactNo.contactNo),
      parent_contact_phone: student.parentContactNo && student.parentContactNo.contactPhone,
      parent_occupation: student.parentOccupation,
    })
    .execute();
  return id;
};

export const insertFaculty = async (
  tx: Db,
  faculty: Omit<NewPerson, 'role'> & { readonly department: string },
  year: number,
): Promise<void> => {
  const { id } = await insertPerson(tx, { ...faculty, role: 'teacher' }, year);
  await queueInvitation(tx, id);
  await tx
    .insertInto('faculty')
    .values({ person_id: id, department: faculty.department })
    .execute();
};
