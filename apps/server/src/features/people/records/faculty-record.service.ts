import {
  type BodyOf,
  type CurrentSubject,
  type FacultyDetails,
  facultyFields,
  type facultyRecords,
} from '@campus/contract';
import type { Campus } from '../../../campus.ts';
import { isRecordId } from '../../../db/sql.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { Actor } from '../../../http/call.ts';
import { queueEmailChange } from '../../accounts/index.ts';
import { handOverSubjects, subjectsTaughtBy } from '../../subjects/index.ts';
import { facultyDetailsById, type FacultyEdit, updateFaculty } from '../people.queries.ts';
import { changeRecord } from './change-record.ts';
import { noSuchTeacher, requirePast } from './refusals.ts';

export const readFacultyRecord = async (campus: Campus, id: string): Promise<FacultyDetails> => {
  const row = isRecordId(id) ? await facultyDetailsById(campus.db, id) : undefined;
  if (!row) throw noSuchTeacher();
  return row;
};

/** As `changeStudent`. */
export const changeFaculty = async (
  campus: Campus,
  change: { readonly actor: Actor; readonly id: string; readonly seen: number | null },
  edit: FacultyEdit,
): Promise<FacultyDetails> => {
  requirePast(facultyFields, edit, campus.today());
  await changeRecord(campus, 'faculty', change, async (tx, person) => {
    await updateFaculty(tx, person.id, edit);
    if (edit.email !== undefined && edit.email !== person.email)
      await queueEmailChange(tx, person.id, { from: person.email, to: edit.email });
  });
  return readFacultyRecord(campus, change.id);
};

export const readTaughtSubjects = async (campus: Campus, id: string): Promise<CurrentSubject[]> => {
  await readFacultyRecord(campus, id);
  return subjectsTaughtBy(campus.db, id);
};

export const handOver = async (
  campus: Campus,
  actor: Actor,
  id: string,
  wish: BodyOf<typeof facultyRecords.handOver>,
): Promise<CurrentSubject[]> => {
  const from = await readFacultyRecord(campus, id);
  await inTransaction(campus.db, (tx) =>
    handOverSubjects(tx, { ...wish, from, actorId: actor.id }),
  );
  return subjectsTaughtBy(campus.db, id);
};
