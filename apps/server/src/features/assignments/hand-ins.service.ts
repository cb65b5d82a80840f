import {
  campusMinuteOf,
  dayIn,
  handedInTooOften,
  type HandIn,
  handInLimits,
  type HandInOutcome,
  handInOutcomeAt,
  handIns,
  handInState,
  type TextsOf,
} from '@campus/contract';
import type { Campus } from '../../campus.ts';
import type { Db } from '../../db/db.ts';
import { isRecordId } from '../../db/sql.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Call, Handler } from '../../http/call.ts';
import { found, forbidden, conflict } from '../../campus-error.ts';
import { invalid } from '../../http/refusals.ts';
import { refuseNoTerm, requireStudents } from '../subjects/index.ts';
import type { AssignmentRecord } from './assignment-record.queries.ts';
import { requireOwnIfStudent } from './assignments.policy.ts';
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
  requireOwnIfStudent(actor, params.email);
  refuseNoTerm(query.termId);
  const { id } = await studentOf(campus, params.email);
  return assignmentsOfStudent(campus, id, query.termId ?? null);
};

export const studentTerms: Handler<typeof handIns.studentTerms> = async (call) => {
  const { campus, actor, params } = call;
  requireOwnIfStudent(actor, params.email);
  return termsOfStudent(campus.db, (await studentOf(campus, params.email)).id);
};

/** A call about one student's work on an assignment. */
export type WorkCall = Pick<Call<typeof handIns.readHandIn>, 'campus' | 'actor' | 'params'>;

/** The assignment and the student in the address; throws unless the actor may see that work. */
export const readWorkContext = async ({ campus, actor, params }: WorkCall) => {
  requireOwnIfStudent(actor, params.email);
  const assignment = await recordOf(campus.db, params.assignmentId);
  const student = await studentOf(campus, params.email);
  if (actor.role !== 'student') await requireStudents(campus.db, actor, assignment, [student.id]);
  return { assignment, student };
};

const notEnrolled = () =>
  forbidden(
    'You are not enrolled in the subject of this assignment today, so nothing can be handed in.',
  );

export const handInOf = async (call: WorkCall): Promise<HandIn> => {
  const { campus, actor } = call;
  const { assignment, student } = await readWorkContext(call);
  const asked = { id: assignment.id, studentId: student.id, today: campus.today() };
  const enrolled = await isEnrolled(campus.db, asked);
  const work = await queries.readWork(campus.db, assignment.id, student.id);
  if (actor.role === 'student' && !enrolled && work.version === 0) throw notEnrolled();
  const shared = found(await queries.plainAssignment(campus, assignment.id), noSuchAssignment);
  const facts = factsOf(assignment, work);
  const keeps = actor.role !== 'student';
  const shown = keeps || facts.returned;
  return {
    assignment: withCampusTime(campus, { ...shared, deadline: facts.deadline.toISOString() }),
    extended: work.extendedTo !== null,
    studentName: student.name,
    studentEmail: student.email,
    state: handInState(facts, campus.now()),
    handingIn: enrolled ? handInOutcomeAt(facts, campus.now()) : 'notEnrolled',
    reopened: work.reopened && !assignment.termClosed,
    versions: await queries.versionsOf(campus.db, assignment.id, student.id),
    marks: shown ? work.marks : null,
    comment: shown ? work.comment : '',
    markedVersion: shown ? work.markedVersion : null,
    returnedAt: work.returnedAt,
    marksVersion: keeps ? work.marksVersion : 0,
    history: keeps ? await marksHistory(campus.db, assignment.id, student.id) : [],
    extensions: keeps ? await extensionsOf(campus, assignment.id, student.id) : [],
  };
};

export const readHandIn: Handler<typeof handIns.readHandIn> = async (call) => {
  const handIn = await handInOf(call);
  call.reply.header('etag', String(handIn.marksVersion));
  return handIn;
};

const factsOf = (assignment: AssignmentRecord, work: queries.WorkRecord) => ({
  ...assignment,
  ...work,
  deadline: work.extendedTo ?? assignment.deadline,
  returned: work.returnedAt !== null,
});

const requireOpen = (
  campus: Campus,
  assignment: AssignmentRecord,
  work: queries.WorkRecord,
  at: Date,
): HandInOutcome => {
  const facts = factsOf(assignment, work);
  const outcome = handInOutcomeAt(facts, at);
  if (outcome === 'inTime' || outcome === 'late') return outcome;
  throw conflict(
    {
      returned:
        'Your work has been returned. Ask your teacher to reopen it if you want to hand in again.',
      termClosed: 'The term of this subject is closed.',
      tooOften: handedInTooOften,
      tooLate: `The deadline passed on ${minuteInWords(campusMinuteOf(campus.timezone, facts.deadline))}, and late work is not accepted.`,
    }[outcome],
  );
};

/** Refuses a student who is not enrolled in the subject of an assignment at that moment. */
const requireEnrolled = async (
  db: Db,
  { timezone }: Campus,
  at: Date,
  work: { readonly id: string; readonly studentId: string },
): Promise<void> => {
  if (!(await isEnrolled(db, { ...work, today: dayIn(timezone, at) }))) throw notEnrolled();
};

/** Refuses a student who cannot hand in at that moment. */
const requireMayHandIn = async (call: WorkCall, at: Date): Promise<void> => {
  const { campus } = call;
  const { assignment, student } = await readWorkContext(call);
  await requireEnrolled(campus.db, campus, at, { id: assignment.id, studentId: student.id });
  requireOpen(campus, assignment, await queries.readWork(campus.db, assignment.id, student.id), at);
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
  call: WorkCall,
  { text, keep, files, at }: HandedIn & { files: readonly CheckedFile[]; at: Date },
): Promise<HandIn> => {
  const { campus, actor } = call;
  const { id } = (await readWorkContext(call)).assignment;
  await inTransaction(campus.db, async (tx) => {
    const assignment = await recordOf(tx, id, 'shared');
    await queries.lockStudent(tx, actor.id);
    // Again: the enrolment may have been undone while the files arrived.
    await requireEnrolled(tx, campus, at, { id, studentId: actor.id });
    const work = await queries.readWork(tx, id, actor.id);
    const late = requireOpen(campus, assignment, work, at) === 'late';
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
