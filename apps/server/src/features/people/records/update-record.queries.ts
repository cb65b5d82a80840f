import type { BodyOf, facultyRecords, studentRecords } from '@campus/contract';
import { sql } from 'kysely';
import type { Transaction } from '../../../db/db.ts';

export type StudentEdit = BodyOf<typeof studentRecords.changeStudent>;
export type FacultyEdit = BodyOf<typeof facultyRecords.changeFaculty>;
type Contact = StudentEdit['contactNo'];

/** Only what was sent: a column that is missing here stays as it is. */
const given = <T extends Record<string, unknown>>(columns: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(columns).filter(([, value]) => value !== undefined),
  ) as Partial<T>;

const contactColumns = (contact: Contact) => ({
  contact_no: contact && String(contact.contactNo),
  contact_phone: contact && contact.contactPhone,
});

const updatePerson = async (
  tx: Transaction,
  id: string,
  edit: Pick<StudentEdit, 'name' | 'email' | 'univId' | 'dob' | 'gender' | 'contactNo' | 'address'>,
): Promise<void> => {
  const columns = given({
    name: edit.name,
    email: edit.email,
    univ_id: edit.univId,
    dob: edit.dob,
    gender: edit.gender,
    address: edit.address,
    ...contactColumns(edit.contactNo),
  });
  if (Object.keys(columns).length === 0) return;
  await tx
    .updateTable('people')
    .set({ ...columns, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
};

export const updateStudent = async (
  tx: Transaction,
  id: string,
  edit: StudentEdit,
): Promise<void> => {
  await updatePerson(tx, id, edit);
  const parent = contactColumns(edit.parentContactNo);
  const columns = given({
    roll_no: edit.rollNo,
    course: edit.course,
    branch: edit.branch,
    semester: edit.semester,
    year: edit.year,
    nationality: edit.nationality,
    blood_group: edit.bloodGroup,
    parent_name: edit.parentName,
    parent_contact_no: parent.contact_no,
    parent_contact_phone: parent.contact_phone,
    parent_occupation: edit.parentOccupation,
  });
  if (Object.keys(columns).length === 0) return;
  await tx.updateTable('students').set(columns).where('person_id', '=', id).execute();
};

export const updateFaculty = async (
  tx: Transaction,
  id: string,
  edit: FacultyEdit,
): Promise<void> => {
  await updatePerson(tx, id, edit);
  if (edit.department === undefined) return;
  await tx
    .updateTable('faculty')
    .set({ department: edit.department })
    .where('person_id', '=', id)
    .execute();
};
