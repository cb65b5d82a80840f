import {
  campusMinuteOf,
  type HandIn,
  handInLimits,
  type HandInOutcome,
  handInOutcomeAt,
  handIns,
  handInState,
  type TextsOf,
} from '@campus/contract';
import type { Campus } from '../../campus.ts';
import { isRecordId } from '../../db/sql.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Call, Handler } from '../../http/call.ts';
import { found, forbidden, conflict } from '../../campus-error.ts';
import { invalid } from '../../http/refusals.ts';
import { refuseNoTerm, requireStudents } from '../subjects/index.ts';
import type { AssignmentRecord } from './assignment-record.queries.ts';
import { requireOwn } from './assignments.policy.ts';
import { isEnrolled, withCampusTime } from './assignments.queries.ts';
import { downloadOf, recordOf } from './assignments.service.ts';
import { extensionsOf } from './extensions.queries.ts';
import { bytesOf, type CheckedFile, tooMany } from './file-kind.ts';
import { handInFileById, storeContent } from './files.queries.ts';
import * as queries from './hand-ins.queries.ts';
import { minuteInWords, noSuchAssignment, noSuchFile, noSuchStudent } from './refusals.ts';
import { marksHistory } from './marks.queries.ts';
import { countStored, receiveFiles } from './quotas.service.ts';
import { assignmentsOfStudent, termsOfStudent } from './students.queries.ts';

const studentOf = async ({ db }: Campus, email: string): Promise<queries.StudentOfEmail> =>
  found(await queries.studentByEmail(db, email), noSuchStudent);

export const studentAssignments: Handler<typeof handIns.studentAssignments> = async (call) => {
  const { campus, actor, params, query } = call;
  requireOwn(actor, params.email);
  refuseNoTerm(query.termId);
  const { id } = await studentOf(campus, params.email);
  return assignmentsOfStudent(campus, id, query.termId ?? null);
};

export const studentTerms: Handler<typeof handIns.studentTerms> = async (call) => {
  const { campus, actor, params } = call;
  requireOwn(actor, params.email);
  return termsOfStudent(campus.db, (await studentOf(campus, params.email)).id);
};

/** A call about one student's work on an assignment. */
export type OfWork = Pick<Call<typeof handIns.readHandIn>, 'campus' | 'actor' | 'params'>;

/** The assignment and the student in the address; throws unless the actor may see that work. */
export const workOf = async ({ campus, actor, params }: OfWork) => {
  requireOwn(actor, params.email);
  const held = await recordOf(campus.db, params.assignmentId);
  const student = await studentOf(campus, params.email);
  if (actor.role !== 'student') await requireStudents(campus.db, actor, held, [student.id]);
  return { held, student };
};

const notEnrolled = () =>
  forbidden(
    'You are not enrolled in the subject of this assignment today, so nothing can be handed in.',
  );

export const handInOf = async (call: OfWork): Promise<HandIn> => {
  const { campus, actor } = call;
  const { held, student } = await workOf(call);
  const asked = { id: held.id, studentId: student.id, today: campus.today() };
  const enrolled = await isEnrolled(campus.db, asked);
  const work = await queries.readWork(campus.db, held.id, student.id);
  if (actor.role === 'student' && !enrolled && work.version === 0) throw notEnrolled();
  const shared = found(await queries.plainAssignment(campus, held.id), noSuchAssignment);
  const facts = factsOf(held, work);
  const keeps = actor.role !== 'student';
  const shown = keeps || facts.returned;
  const assignment = { ...shared, deadline: facts.deadline.toISOString() };
  return {
    assignment: withCampusTime(campus, assignment),
    extended: work.extendedTo !== null,
    studentName: student.name,
    studentEmail: student.email,
    state: handInState(facts, campus.now()),
    handingIn: enrolled ? handInOutcomeNow(held, work, campus.now()) : 'notEnrolled',
    reopened: work.reopened,
    versions: await queries.versionsOf(campus.db, held.id, student.id),
    marks: shown ? work.marks : null,
    comment: shown ? work.comment : '',
    markedVersion: shown ? work.markedVersion : null,
    returnedAt: work.returnedAt,
    marksVersion: keeps ? work.marksVersion : 0,
    history: keeps ? await marksHistory(campus.db, held.id, student.id) : [],
    extensions: keeps ? await extensionsOf(campus, held.id, student.id) : [],
  };
};

export const readHandIn: Handler<typeof handIns.readHandIn> = async (call) => {
  const handIn = await handInOf(call);
  call.reply.header('etag', String(handIn.marksVersion));
  return handIn;
};

const factsOf = (held: AssignmentRecord, work: queries.WorkRecord) => ({
  ...held,
  ...work,
  deadline: work.extendedTo ?? held.deadline,
  returned: work.returnedAt !== null,
});

/** Whether the student may hand in; in a closed term it is too late. */
const handInOutcomeNow = (
  held: AssignmentRecord,
  work: queries.WorkRecord,
  at: Date,
): HandInOutcome => {
  const outcome = handInOutcomeAt(factsOf(held, work), at);
  return held.termClosed && outcome !== 'returned' ? 'tooLate' : outcome;
};

const requireOpen = (
  campus: Campus,
  held: AssignmentRecord,
  work: queries.WorkRecord,
  at: Date,
): HandInOutcome => {
  const outcome = handInOutcomeNow(held, work, at);
  const refusal =
    outcome === 'returned'
      ? 'Your work has been returned. Ask your teacher to reopen it if you want to hand in again.'
      : held.termClosed
        ? 'The term of this subject is closed.'
        : `The deadline passed on ${minuteInWords(campusMinuteOf(campus.timezone, factsOf(held, work).deadline))}, and late work is not accepted.`;
  if (outcome === 'returned' || outcome === 'tooLate') throw conflict(refusal);
  return outcome;
};

/** Refuses a student who cannot hand in at that moment. */
const requireMayHandIn = async (call: OfWork, at: Date): Promise<void> => {
  const { campus } = call;
  const { held, student } = await workOf(call);
  const asked = { id: held.id, studentId: student.id, today: campus.today() };
  if (!(await isEnrolled(campus.db, asked))) throw notEnrolled();
  requireOpen(campus, held, await queries.readWork(campus.db, held.id, student.id), at);
};

/** The time of arrival of the request counts, so that a slow connection makes nobody late. */
export const handItIn: Handler<typeof handIns.handItIn> = async (call) => {
  const { campus, actor } = call;
  const at = campus.now();
  await requireMayHandIn(call, at);
  const storing = { personId: actor.id, assignmentId: call.params.assignmentId };
  return receiveFiles(call, handIns.handItIn.upload, storing, ({ text, keep }, files) => {
    if (text === '' && keep.length + files.length === 0)
      throw invalid('text', 'Write a text or choose a file to hand in.');
    if (keep.length + files.length > handInLimits.files) throw tooMany();
    if (!keep.every(isRecordId)) throw noSuchFile();
    return storeVersion(call, { text, keep, files, at });
  });
};

type HandedIn = TextsOf<(typeof handIns.handItIn)['upload']>;

const storeVersion = async (
  call: OfWork,
  { text, keep, files, at }: HandedIn & { files: readonly CheckedFile[]; at: Date },
): Promise<HandIn> => {
  const { campus, actor } = call;
  const { id } = (await workOf(call)).held;
  await inTransaction(campus.db, async (tx) => {
    const held = await recordOf(tx, id, 'shared');
    await queries.lockStudent(tx, actor.id);
    const work = await queries.readWork(tx, id, actor.id);
    const late = requireOpen(campus, held, work, at) === 'late';
    const whose = { assignmentId: id, studentId: actor.id };
    const version = work.version + 1;
    const added = await queries.insertVersion(tx, { ...whose, version, text, late, at });
    const former = { ...whose, version: work.version };
    if ((await queries.keepFiles(tx, added, former, keep)) !== keep.length) throw noSuchFile();
    for (const file of files) {
      const contentId = await storeContent(tx, file);
      await queries.addHandInFile(tx, added, { contentId, name: file.name });
    }
    const storing = { personId: actor.id, assignmentId: id };
    await countStored(tx, campus, storing, Buffer.byteLength(text) + bytesOf(files));
  });
  return handInOf(call);
};

export const readHandInFile: Handler<typeof handIns.readHandInFile> = async (call) => {
  const { campus, actor, params } = call;
  const file = found(await handInFileById(campus.db, params.fileId), noSuchFile);
  if (actor.role === 'student') {
    if (file.studentId !== actor.id) throw forbidden('This file belongs to another student.');
  } else await requireStudents(campus.db, actor, file, [file.studentId]);
  return downloadOf(campus, file);
};
