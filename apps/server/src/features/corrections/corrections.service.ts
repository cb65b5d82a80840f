import {
  changedMeanwhile,
  type CorrectableField,
  correctableFields,
  type Correction,
  type corrections,
  type Reader,
  studentFields,
} from '@campus/contract';
import { CampusError, conflict, forbidden, found, notFound } from '../../campus-error.ts';
import type { Transaction } from '../../db/db.ts';
import { describeAct } from '../../db/acts.ts';
import { actAs } from '../../db/history.ts';
import type { Part } from '../../db/lists.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Actor, Handler } from '../../http/call.ts';
import { exportedList } from '../../http/export-list.ts';
import { readPart } from '../../http/pages.ts';
import { lockRecord, personId, readersOf, updatePerson } from '../people/index.ts';
import * as queries from './corrections.queries.ts';

type Readers = Parameters<typeof readersOf>[0];

const seenBy = (field: CorrectableField, reader: Reader): boolean =>
  (studentFields[field].seenBy as readonly Reader[]).includes(reader);

/** Refuses to correct a field that the actor may not see of the student: the reply would reveal its value. */
const requireSeen = async (
  campus: Readers,
  actor: Actor,
  email: string,
  asked: Readonly<Partial<Record<CorrectableField, unknown>>>,
): Promise<void> => {
  const reader = (await readersOf(campus, actor, [email]))(email);
  const hidden = correctableFields.find(
    (field) => asked[field] !== undefined && !seenBy(field, reader),
  );
  if (hidden)
    throw forbidden(
      `The ${studentFields[hidden].label.toLowerCase()} of students whom you do not teach is not shown to you.`,
    );
};

/** The requests without the values of fields that the actor may not see of the student. */
const visibleRequests = async (
  campus: Readers,
  actor: Actor,
  requests: readonly Correction[],
): Promise<Correction[]> => {
  describeAct({ count: requests.length });
  const emails = requests.map(({ student }) => student.email);
  const readerOf = await readersOf(campus, actor, emails);
  return requests.map(({ changes, ...request }) => ({
    ...request,
    changes: changes.map((change) =>
      seenBy(change.field, readerOf(request.student.email)) ? change : { field: change.field },
    ),
  }));
};

const alreadyAsked = (what: string): string =>
  `There is an open request about this student’s ${what} already. An administrator decides on it first.`;

const duplicates = {
  correction_requests_one_open_contact_no: alreadyAsked('contact number'),
  correction_requests_one_open_address: alreadyAsked('address'),
};

const noSuchRequest = () => notFound('There is no such correction request.');

/** Stores a teacher's request, without the values that the record has already. */
export const requestCorrection: Handler<typeof corrections.requestCorrection> = (call) => {
  const { campus, actor, body } = call;
  const { studentEmail, studentId = '0', reason } = body;
  return inTransaction(campus.db, duplicates, async (tx) => {
    const id = found(
      await queries.activeStudent(
        tx,
        studentEmail === undefined ? { id: studentId } : { email: studentEmail },
      ),
      'There is no such student, or they have left.',
    );
    await lockRecord(tx, 'students', id);
    describeAct({ recordId: id });
    const record = await queries.recordOf(tx, id);
    await requireSeen({ ...campus, db: tx }, actor, record.email, body);
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
  campus,
  actor,
  query,
}) => {
  const list = queries.requestsOfTeacher(campus.db, actor.id);
  const rows = async (part: Part) => visibleRequests(campus, actor, await list.rows(part));
  return readPart(query, { ...list, rows });
};

export const countUnseen: Handler<typeof corrections.countUnseen> = ({ campus, actor }) =>
  queries.countUnseenOutcomes(campus.db, actor.id);

export const openOfStudent: Handler<typeof corrections.openOfStudent> = async (call) => {
  const { campus, actor, params } = call;
  const studentId = await personId(campus, params.email, 'student');
  return visibleRequests(campus, actor, await queries.openRequestsOfStudent(campus.db, studentId));
};

export const listCorrections: Handler<typeof corrections.listCorrections> = ({
  campus,
  actor,
  query,
}) => {
  const list = queries.requestsList(campus.db, query.state ?? 'open', query.search);
  const rows = async (part: Part) => visibleRequests(campus, actor, await list.rows(part));
  return readPart(query, { ...list, rows });
};

export const countOpen: Handler<typeof corrections.countOpen> = ({ campus }) =>
  queries.requestsList(campus.db, 'open').total();

/** Marks the outcomes of the teacher's own requests as seen: all of them, or none. */
export const markSeen: Handler<typeof corrections.markSeen> = async ({ campus, actor, body }) => {
  const wanted = [...new Set(body.ids)];
  if (wanted.length === 0) return;
  const requests = await queries.teachersOf(campus.db, wanted);
  // Only the teacher who asked may do it.
  if (requests.some(({ teacherId }) => teacherId !== actor.id)) throw forbidden();
  if (requests.length < wanted.length) throw noSuchRequest();
  await queries.storeSeen(campus.db, wanted);
};

/** Locks an open request and the student's record, and reads both. */
const lockOpen = async (tx: Transaction, id: string) => {
  const request = found(await queries.lockRequest(tx, id), noSuchRequest);
  await lockRecord(tx, 'students', request.studentId);
  describeAct({ recordId: request.studentId });
  const correction = await queries.correctionById(tx, id);
  if (correction.state !== 'open')
    throw conflict(`This request was ${correction.state} by ${correction.decidedBy} already.`);
  return { request, correction };
};

export const approveCorrection: Handler<typeof corrections.approveCorrection> = (call) =>
  inTransaction(call.campus.db, async (tx) => {
    const { actor, body, params } = call;
    const { id } = params;
    const { request, correction } = await lockOpen(tx, id);
    const unseen = changedMeanwhile(correction.changes, body.seen);
    if (unseen.length > 0)
      throw conflict(
        'The record has been changed since. Please decide on what it says now.',
        unseen,
      );
    await actAs(tx, actor.id);
    const { studentId, contactNo, address } = request;
    await updatePerson(tx, 'students', studentId, {
      ...(contactNo !== undefined && { contactNo }),
      ...(address !== undefined && { address }),
    });
    await queries.storeDecision(tx, id, {
      outcome: 'approved',
      note: body.note,
      actorId: actor.id,
    });
    return queries.correctionById(tx, id);
  });

export const refuseCorrection: Handler<typeof corrections.refuseCorrection> = (call) =>
  inTransaction(call.campus.db, async (tx) => {
    const { actor, body, params } = call;
    const { id } = params;
    await lockOpen(tx, id);
    await queries.storeDecision(tx, id, { outcome: 'refused', note: body.note, actorId: actor.id });
    return queries.correctionById(tx, id);
  });

export const exportCorrections = exportedList<typeof corrections.listCorrections>(listCorrections, [
  ['Student', 'text', (row) => row.student.name],
  ['Email', 'text', (row) => row.student.email],
  ['Roll Number', 'text', (row) => row.student.rollNo],
  [
    'Changes',
    'text',
    (row) =>
      row.changes
        .map(({ field, was, proposed }) => `${field}: ${was ?? ''} → ${proposed ?? ''}`)
        .join('; '),
  ],
  ['Reason', 'text', (row) => row.reason],
  ['State', 'text', (row) => row.state],
  ['Requested by', 'text', (row) => row.requestedBy],
  ['Requested (UTC)', 'instant', (row) => row.requestedAt],
  ['Decided by', 'text', (row) => row.decidedBy],
  ['Decided (UTC)', 'instant', (row) => row.decidedAt],
  ['Note', 'text', (row) => row.note],
]);
