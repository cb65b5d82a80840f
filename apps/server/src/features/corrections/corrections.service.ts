import type { corrections } from '@campus/contract';
import { CampusError, found, notFound } from '../../campus-error.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Handler } from '../../http/call.ts';
import { readPage } from '../../http/pages.ts';
import { lockPerson } from '../people/index.ts';
import { requireOwnRequests } from './corrections.policy.ts';
import * as queries from './corrections.queries.ts';
import { activeStudent, recordOf, studentIdByEmail } from './students.queries.ts';

const alreadyAsked = (what: string): string =>
  `There is an open request about this student’s ${what} already. An administrator decides on it first.`;

const duplicates = {
  correction_requests_one_open_contact_no: alreadyAsked('contact number'),
  correction_requests_one_open_address: alreadyAsked('address'),
};

export const noSuchRequest = () => notFound('There is no such correction request.');

/** Stores a teacher's request. What the record says already is left out of it. */
export const requestCorrection: Handler<typeof corrections.requestCorrection> = (call) => {
  const { campus, actor, body } = call;
  const { studentEmail, studentId = '0', reason } = body;
  return inTransaction(campus.db, duplicates, async (tx) => {
    const id = found(
      await activeStudent(
        tx,
        studentEmail === undefined ? { id: studentId } : { email: studentEmail },
      ),
      'There is no such student, or they have left.',
    );
    await lockPerson(tx, 'students', id);
    const record = await recordOf(tx, id);
    const phone = body.contactNo === null ? null : body.contactNo?.contactPhone;
    const contactNo = phone === record.contactPhone ? undefined : body.contactNo;
    const address = body.address === record.address ? undefined : body.address;
    if (contactNo === undefined && address === undefined)
      throw new CampusError('invalid', 'The record says this already: nothing would change.');
    const request = { studentId: id, teacherId: actor.id, record, contactNo, address, reason };
    return queries.correctionById(tx, await queries.insertRequest(tx, request));
  });
};

export const ownCorrections: Handler<typeof corrections.ownCorrections> = ({
  campus: { db },
  actor,
  query,
}) =>
  readPage(query, {
    rows: (part) => queries.requestsOfTeacher(db, actor.id, part),
    total: () => queries.countOfTeacher(db, actor.id),
  });

export const countUnseen: Handler<typeof corrections.countUnseen> = ({ campus, actor }) =>
  queries.countUnseenOutcomes(campus.db, actor.id);

export const openOfStudent: Handler<typeof corrections.openOfStudent> = async (call) => {
  const { db } = call.campus;
  const studentId = await studentIdByEmail(db, call.params.email);
  return queries.openRequestsOfStudent(
    db,
    found(studentId, 'There is no student with this e-mail.'),
  );
};

export const listCorrections: Handler<typeof corrections.listCorrections> = (call) => {
  const { db } = call.campus;
  const { state = 'open', search } = call.query;
  return readPage(call.query, {
    rows: (part) => queries.listRequests(db, { state, search }, part),
    total: () => queries.countRequests(db, { state, search }),
  });
};

export const countOpen: Handler<typeof corrections.countOpen> = ({ campus }) =>
  queries.countRequests(campus.db, { state: 'open', search: undefined });

/** Outcomes of the teacher's own requests count as looked at: all of these, or none. */
export const markSeen: Handler<typeof corrections.markSeen> = async ({ campus, actor, body }) => {
  const wanted = [...new Set(body.ids)];
  if (wanted.length === 0) return;
  const requests = await queries.teachersOf(campus.db, wanted);
  requireOwnRequests(actor, requests);
  if (requests.length < wanted.length) throw noSuchRequest();
  await queries.storeSeen(campus.db, wanted);
};
