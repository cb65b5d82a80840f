import type { BodyOf, Correction, corrections } from '@campus/contract';
import type { Campus } from '../../campus.ts';
import { refuseDuplicates } from '../../db/constraints.ts';
import { isRecordId } from '../../db/sql.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Actor } from '../../http/call.ts';
import { CampusError, notFound } from '../../campus-error.ts';
import { lockPerson } from '../people/index.ts';
import { requireOwnRequests } from './corrections.policy.ts';
import {
  correctionById,
  insertRequest,
  openRequestsOfStudent,
  storeSeen,
  teachersOf,
} from './corrections.queries.ts';
import { activeStudent, recordOf, studentIdByEmail } from './students.queries.ts';

export {
  countOfTeacher,
  countRequests,
  countUnseenOutcomes,
  listRequests,
  requestsOfTeacher,
} from './corrections.queries.ts';

const alreadyAsked = (what: string): string =>
  `There is an open request about this student’s ${what} already. An administrator decides on it first.`;
const duplicates = {
  correction_requests_one_open_contact_no: alreadyAsked('contact number'),
  correction_requests_one_open_address: alreadyAsked('address'),
};

const noSuchStudent = () => notFound('There is no such student, or they have left.');
export const noSuchRequest = () => notFound('There is no such correction request.');

/** Stores a teacher's request. What the record says already is left out of it. */
export const requestCorrection = (
  campus: Campus,
  actor: Actor,
  input: BodyOf<typeof corrections.requestCorrection>,
): Promise<Correction> => {
  const { studentEmail, studentId = '', reason } = input;
  return refuseDuplicates(duplicates, () =>
    inTransaction(campus.db, async (tx) => {
      const id = await activeStudent(
        tx,
        studentEmail === undefined
          ? { column: 'id', value: isRecordId(studentId) ? studentId : null }
          : { column: 'email', value: studentEmail },
      );
      if (id === undefined) throw noSuchStudent();
      await lockPerson(tx, 'students', id);
      const record = await recordOf(tx, id);
      const phone = input.contactNo === null ? null : input.contactNo?.contactPhone;
      const contactNo = phone === record.contactPhone ? undefined : input.contactNo;
      const address = input.address === record.address ? undefined : input.address;
      if (contactNo === undefined && address === undefined)
        throw new CampusError('invalid', 'The record says this already: nothing would change.');
      const request = {
        studentId: id,
        teacherId: actor.id,
        record,
        contactNo,
        address,
        reason,
      };
      return existing(await correctionById(tx, await insertRequest(tx, request)));
    }),
  );
};

export const existing = (correction: Correction | undefined): Correction => {
  if (!correction) throw noSuchRequest();
  return correction;
};

export const openOfStudent = async (campus: Campus, email: string): Promise<Correction[]> => {
  const studentId = await studentIdByEmail(campus.db, email);
  if (studentId === undefined) throw notFound('There is no student with this e-mail.');
  return openRequestsOfStudent(campus.db, studentId);
};

/** Outcomes of the teacher's own requests count as looked at: all of these, or none. */
export const markSeen = async (
  campus: Campus,
  actor: Actor,
  ids: readonly string[],
): Promise<void> => {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return;
  if (!wanted.every(isRecordId)) throw noSuchRequest();
  const requests = await teachersOf(campus.db, wanted);
  requireOwnRequests(actor, requests);
  if (requests.length < wanted.length) throw noSuchRequest();
  await storeSeen(campus.db, wanted);
};
