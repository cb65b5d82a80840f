import { type StudentDetails, studentFields } from '@campus/contract';
import type { Campus } from '../../../campus.ts';
import { isRecordId } from '../../../db/sql.ts';
import type { Actor } from '../../../http/call.ts';
import { queueEmailChange } from '../../accounts/index.ts';
import { studentDetailsById, type StudentEdit, updateStudent } from '../people.queries.ts';
import { changeRecord } from './change-record.ts';
import { noSuchStudent, requirePast } from './refusals.ts';

export { studentFilterValues } from '../student-list.queries.ts';

export const readStudentRecord = async (campus: Campus, id: string): Promise<StudentDetails> => {
  const row = isRecordId(id) ? await studentDetailsById(campus.db, id) : undefined;
  if (!row) throw noSuchStudent();
  return row;
};

/** Changes what is sent. The identity stays bound to the person, whose account follows a new e-mail. */
export const changeStudent = async (
  campus: Campus,
  change: { readonly actor: Actor; readonly id: string; readonly seen: number | null },
  edit: StudentEdit,
): Promise<StudentDetails> => {
  requirePast(studentFields, edit, campus.today());
  await changeRecord(campus, 'students', change, async (tx, person) => {
    await updateStudent(tx, person.id, edit);
    if (edit.email !== undefined && edit.email !== person.email)
      await queueEmailChange(tx, person.id, { from: person.email, to: edit.email });
  });
  return readStudentRecord(campus, change.id);
};
