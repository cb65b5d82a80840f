import {
  campusMinuteOf,
  type ExamTerm,
  type HandIn,
  type HandingIn,
  type handIns,
  handingInAt,
  handInLimits,
  handInState,
  type OwnAssignment,
  type TextsOf,
} from '@campus/contract';
import type { Campus } from '../../campus.ts';
import { isRecordId } from '../../db/record-id.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Actor } from '../../http/call.ts';
import { CampusError } from '../../campus-error.ts';
import { invalid } from '../../http/refusals.ts';
import type { StoredFile } from '../../http/stored-file.ts';
import { noSuchTerm, requireTeaching } from '../subjects/index.ts';
import { type AssignmentRecord, readRecord } from './assignment-record.queries.ts';
import { requireOwn } from './assignments.policy.ts';
import { isEnrolled, onCampus } from './assignments.queries.ts';
import { toSave } from './assignments.service.ts';
import { bytesOf, type CheckedFile, tooMany } from './file-kind.ts';
import { handInFileById, storeContent } from './files.queries.ts';
import * as queries from './hand-ins.queries.ts';
import { noSuchAssignment, noSuchFile, noSuchStudent, said } from './refusals.ts';
import { marksHistory } from './marks.queries.ts';
import { countStored } from './quotas.service.ts';
import { assignmentsOfStudent, termsOfStudent } from './students.queries.ts';

const studentOf = async (campus: Campus, email: string): Promise<queries.StudentOfEmail> => {
  const student = await queries.studentByEmail(campus.db, email);
  if (!student) throw noSuchStudent();
  return student;
};

export const studentAssignments = async (
  campus: Campus,
  actor: Actor,
  email: string,
  termId: string | undefined,
): Promise<OwnAssignment[]> => {
  requireOwn(actor, email);
  if (termId !== undefined && !isRecordId(termId)) throw noSuchTerm();
  return assignmentsOfStudent(campus, (await studentOf(campus, email)).id, termId ?? null);
};

export const studentTerms = async (
  campus: Campus,
  actor: Actor,
  email: string,
): Promise<ExamTerm[]> => {
  requireOwn(actor, email);
  return termsOfStudent(campus.db, (await studentOf(campus, email)).id);
};

/** The assignment and the student of an address, for whoever may see the student's work on it. */
export const workOf = async (
  campus: Campus,
  actor: Actor,
  { assignmentId, email }: { assignmentId: string; email: string },
): Promise<{ held: AssignmentRecord; student: queries.StudentOfEmail }> => {
  requireOwn(actor, email);
  const held = isRecordId(assignmentId) ? await readRecord(campus.db, assignmentId) : undefined;
  if (!held) throw noSuchAssignment();
  if (actor.role !== 'student') requireTeaching(actor, held.teacherId);
  return { held, student: await studentOf(campus, email) };
};

const notEnrolled = (): CampusError =>
  new CampusError(
    'forbidden',
    'You are not enrolled in the subject of this assignment today, so nothing can be handed in.',
  );

export const readHandIn = async (
  campus: Campus,
  actor: Actor,
  address: { assignmentId: string; email: string },
): Promise<HandIn> => {
  const { held, student } = await workOf(campus, actor, address);
  const asked = { id: held.id, studentId: student.id, today: campus.today() };
  const enrolled = await isEnrolled(campus.db, asked);
  const work = await queries.readWork(campus.db, held.id, student.id);
  if (actor.role === 'student' && !enrolled && work.version === 0) throw notEnrolled();
  const assignment = await queries.plainAssignment(campus, held.id);
  if (!assignment) throw noSuchAssignment();
  const facts = factsOf(held, work);
  const keeps = actor.role !== 'student';
  const shown = keeps || facts.returned;
  return {
    assignment: onCampus(campus, assignment),
    studentName: student.name,
    studentEmail: student.email,
    state: handInState(facts, campus.now()),
    handingIn: enrolled ? handingInNow(held, work, campus.now()) : 'notEnrolled',
    reopened: work.reopened,
    versions: await queries.versionsOf(campus.db, held.id, student.id),
    marks: shown ? work.marks : null,
    comment: shown ? work.comment : '',
    markedVersion: shown ? work.markedVersion : null,
    returnedAt: work.returnedAt,
    marksVersion: keeps ? work.marksVersion : 0,
    history: keeps ? await marksHistory(campus.db, held.id, student.id) : [],
  };
};

const factsOf = (held: AssignmentRecord, work: queries.WorkRecord) => ({
  ...held,
  ...work,
  returned: work.returnedAt !== null,
});

/** Nothing is handed in for a term that is closed. */
const handingInNow = (held: AssignmentRecord, work: queries.WorkRecord, at: Date): HandingIn => {
  const handing = handingInAt(factsOf(held, work), at);
  return held.termClosed && handing !== 'returned' ? 'tooLate' : handing;
};

const requireOpen = (
  campus: Campus,
  held: AssignmentRecord,
  work: queries.WorkRecord,
  at: Date,
): HandingIn => {
  const handing = handingInNow(held, work, at);
  const refusal =
    handing === 'returned'
      ? 'Your work has been returned. Ask your teacher to reopen it if you want to hand in again.'
      : held.termClosed
        ? 'The term of this subject is closed.'
        : `The deadline passed on ${said(campusMinuteOf(campus.timezone, held.deadline))}, and late work is not accepted.`;
  if (handing === 'returned' || handing === 'tooLate') throw new CampusError('conflict', refusal);
  return handing;
};

/** Before the files are received: whether the student can hand in at all at that moment. */
export const requireHandingIn = async (
  campus: Campus,
  actor: Actor,
  address: { assignmentId: string; email: string },
  at: Date,
): Promise<void> => {
  const { held, student } = await workOf(campus, actor, address);
  const asked = { id: held.id, studentId: student.id, today: campus.today() };
  if (!(await isEnrolled(campus.db, asked))) throw notEnrolled();
  requireOpen(campus, held, await queries.readWork(campus.db, held.id, student.id), at);
};

type HandedIn = TextsOf<(typeof handIns.handItIn)['upload']>;

/** `at`: when the request arrived, so that a slow line makes nobody late. */
export const handItIn = async (
  campus: Campus,
  actor: Actor,
  address: { assignmentId: string; email: string },
  { text, keep, files, at }: HandedIn & { files: readonly CheckedFile[]; at: Date },
): Promise<HandIn> => {
  if (text === '' && keep.length + files.length === 0)
    throw invalid('text', 'Write a text or choose a file to hand in.');
  if (keep.length + files.length > handInLimits.files) throw tooMany();
  if (!keep.every(isRecordId)) throw noSuchFile();
  const { id } = (await workOf(campus, actor, address)).held;
  await inTransaction(campus.db, async (tx) => {
    const held = await readRecord(tx, id, 'shared');
    if (!held) throw noSuchAssignment();
    await queries.holdStudent(tx, actor.id);
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
  return readHandIn(campus, actor, address);
};

export const readHandInFile = async (
  campus: Campus,
  actor: Actor,
  fileId: string,
): Promise<StoredFile> => {
  const file = isRecordId(fileId) ? await handInFileById(campus.db, fileId) : undefined;
  if (!file) throw noSuchFile();
  if (actor.role === 'student') {
    if (file.studentId !== actor.id)
      throw new CampusError('forbidden', 'This file belongs to another student.');
  } else requireTeaching(actor, file.teacherId);
  return toSave(campus, file);
};
