import {
  type AssignmentChange,
  type AssignmentStudent,
  type assignments,
  type BodyOf,
  campusMinuteOf,
  countHandIns,
  type KeptAssignment,
  handInLimits,
  nameByContent,
  type QueryOf,
  type ReplyOf,
  type TextsOf,
} from '@campus/contract';
import type { Campus } from '../../campus.ts';
import type { Transaction } from '../../db/db.ts';
import { changesBetween, readChanges } from '../../db/history.ts';
import { isRecordId } from '../../db/record-id.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Actor } from '../../http/call.ts';
import { CampusError } from '../../campus-error.ts';
import { skippedBy } from '../../http/pages.ts';
import { invalid, requireSeen } from '../../http/refusals.ts';
import { StoredFile } from '../../http/stored-file.ts';
import {
  groundOf,
  noSuchSubject,
  noSuchTerm,
  requireChanging,
  requireTeaching,
  taughtBy,
} from '../subjects/index.ts';
import * as record from './assignment-record.queries.ts';
import { requireDeadline } from './assignments.policy.ts';
import * as queries from './assignments.queries.ts';
import { bytesOf, type CheckedFile, tooMany } from './file-kind.ts';
import * as files from './files.queries.ts';
import { hasHandedIn } from './hand-ins.queries.ts';
import { countStored, storageFor } from './quotas.service.ts';
import { noSuchAssignment, noSuchFile } from './refusals.ts';
import { studentsOf } from './students.queries.ts';

const assignmentOf = async (campus: Campus, id: string): Promise<KeptAssignment> => {
  const assignment = await queries.assignmentById(campus, id);
  if (!assignment) throw noSuchAssignment();
  return assignment;
};

/** An assignment that the actor keeps. */
export const keptRecord = async (
  campus: Campus,
  actor: Actor,
  id: string,
): Promise<record.AssignmentRecord> => {
  const held = isRecordId(id) ? await record.readRecord(campus.db, id) : undefined;
  if (!held) throw noSuchAssignment();
  requireTeaching(actor, held.teacherId);
  return held;
};

/** Before a form is received: whether the actor may add to the subject or assignment at all. */
export const requireToChange = async (campus: Campus, actor: Actor, id: string): Promise<void> =>
  requireChanging(actor, await keptRecord(campus, actor, id), 'assignments');

export const listAssignments = async (
  campus: Campus,
  actor: Actor,
  query: QueryOf<typeof assignments.listAssignments>,
): Promise<{ assignments: KeptAssignment[]; total: number }> => {
  const { subjectId, termId, search, limit, page } = query;
  if (termId !== undefined && !isRecordId(termId)) throw noSuchTerm();
  if (subjectId !== undefined) {
    const ground = isRecordId(subjectId) ? await groundOf(campus.db, subjectId) : undefined;
    if (!ground) throw noSuchSubject();
    requireTeaching(actor, ground.teacherId);
  }
  return queries.listAssignments(campus, {
    teacherId: taughtBy(actor),
    subjectId: subjectId ?? null,
    termId: termId ?? null,
    search,
    limit,
    skip: skippedBy({ limit, page }),
  });
};

export const readAssignment = async (
  campus: Campus,
  actor: Actor,
  id: string,
): Promise<{
  assignment: KeptAssignment;
  students: AssignmentStudent[];
  changes: AssignmentChange[];
}> => {
  const held = await keptRecord(campus, actor, id);
  const students = await studentsOf(campus, held);
  const counts = countHandIns(
    students.map(({ version, marked, returnedAt }) => ({
      version,
      markedVersion: marked ? version : null,
      returned: returnedAt !== null,
    })),
  );
  const assignment = { ...(await assignmentOf(campus, id)), ...counts };
  const changes = await readChanges<AssignmentChange>(campus.db, 'assignment', id);
  return { assignment, students, changes };
};

const attach = async (
  tx: Transaction,
  campus: Campus,
  actor: Actor,
  id: string,
  checked: readonly CheckedFile[],
): Promise<void> => {
  for (const file of checked) {
    const contentId = await files.storeContent(tx, file);
    await files.addAttachment(tx, id, { contentId, name: file.name, by: actor.id });
  }
  await countStored(tx, campus, { personId: actor.id, assignmentId: id }, bytesOf(checked));
};

type NewAssignment = TextsOf<(typeof assignments.createAssignment)['upload']>;

export const createAssignment = async (
  campus: Campus,
  actor: Actor,
  { subjectId, ...input }: NewAssignment,
  checked: readonly CheckedFile[],
): Promise<KeptAssignment> => {
  if (!isRecordId(subjectId)) throw noSuchSubject();
  const id = await inTransaction(campus.db, async (tx) => {
    const ground = await groundOf(tx, subjectId);
    if (!ground) throw noSuchSubject();
    requireChanging(actor, ground, 'assignments');
    const deadline = requireDeadline(campus, input.deadline, ground);
    const by = { actorId: actor.id, at: campus.now() };
    const added = await record.insertAssignment(tx, subjectId, { ...input, deadline }, by);
    await attach(tx, campus, actor, added, checked);
    return added;
  });
  return assignmentOf(campus, id);
};

/** Holds an assignment that the actor may change, alone, and does the work. */
const withAssignment = async (
  campus: Campus,
  actor: Actor,
  id: string,
  work: (tx: Transaction, held: record.AssignmentRecord) => Promise<void>,
): Promise<void> => {
  if (!isRecordId(id)) throw noSuchAssignment();
  await inTransaction(campus.db, async (tx) => {
    const held = await record.readRecord(tx, id, 'alone');
    if (!held) throw noSuchAssignment();
    requireChanging(actor, held, 'assignments');
    await work(tx, held);
  });
};

type Words = Readonly<Record<AssignmentChange['field'], string>>;

/** The values as the history has them. */
const inWords = ({ timezone }: Campus, values: record.AssignmentValues): Words => ({
  title: values.title,
  description: values.description,
  grade: String(values.grade),
  deadline: campusMinuteOf(timezone, values.deadline),
  acceptLate: values.acceptLate ? 'yes' : 'no',
});

/** `seen` is the version the screen started from. */
export const changeAssignment = async (
  campus: Campus,
  actor: Actor,
  id: string,
  { deadline, ...input }: BodyOf<typeof assignments.changeAssignment>,
  seen: number | null,
): Promise<KeptAssignment> => {
  await withAssignment(campus, actor, id, async (tx, held) => {
    await requireSeen(tx, 'assignment', held, seen, 'this assignment');
    const sameDeadline =
      deadline === undefined || deadline === campusMinuteOf(campus.timezone, held.deadline);
    const values: record.AssignmentValues = {
      title: input.title ?? held.title,
      description: input.description ?? held.description,
      grade: input.grade ?? held.grade,
      acceptLate: input.acceptLate ?? held.acceptLate,
      deadline: sameDeadline ? held.deadline : requireDeadline(campus, deadline, held),
    };
    const changes = changesBetween(inWords(campus, held), inWords(campus, values));
    if (changes.length === 0) return;
    if (values.grade < held.grade) {
      const { highest, whose } = await record.workOn(tx, id);
      if (highest !== null && highest > values.grade)
        throw invalid('grade', `${whose} has ${highest} marks: the grade cannot be below that.`);
    }
    const by = { actorId: actor.id, at: campus.now(), changes };
    await record.updateAssignment(tx, id, values, by);
  });
  return assignmentOf(campus, id);
};

export const deleteAssignment = (campus: Campus, actor: Actor, id: string): Promise<void> =>
  withAssignment(campus, actor, id, async (tx) => {
    const { handedIn } = await record.workOn(tx, id);
    if (handedIn > 0)
      throw new CampusError(
        'conflict',
        `${handedIn === 1 ? 'A student has' : `${handedIn} students have`} handed in work for this assignment: it cannot be deleted any more.`,
      );
    await record.removeAssignment(tx, id, { actorId: actor.id, at: campus.now() });
  });

export const addAttachments = async (
  campus: Campus,
  actor: Actor,
  id: string,
  checked: readonly CheckedFile[],
): Promise<KeptAssignment> => {
  if (checked.length === 0) throw invalid('files', 'Please select a file to add.');
  await withAssignment(campus, actor, id, async (tx) => {
    if ((await files.countAttachments(tx, id)) + checked.length > handInLimits.files)
      throw tooMany();
    await attach(tx, campus, actor, id, checked);
  });
  return assignmentOf(campus, id);
};

export const removeAttachment = (
  campus: Campus,
  actor: Actor,
  id: string,
  fileId: string,
): Promise<void> =>
  withAssignment(campus, actor, id, async (tx) => {
    const file = { assignmentId: id, fileId, by: actor.id, at: campus.now() };
    if (!isRecordId(fileId) || !(await files.removeAttachment(tx, file))) throw noSuchFile();
  });

/** To be saved, never shown: whatever it holds runs nowhere. */
export const toSave = (campus: Campus, { name, type, digest, contentId }: files.FileRow) =>
  new StoredFile({
    name: nameByContent(name, type),
    type,
    digest,
    disposition: 'attachment',
    content: () => files.contentById(campus.db, contentId),
  });

export const readAttachment = async (
  campus: Campus,
  actor: Actor,
  id: string,
  fileId: string,
): Promise<StoredFile> => {
  await requireReading(campus, actor, id);
  const file = isRecordId(fileId) ? await files.attachmentById(campus.db, id, fileId) : undefined;
  if (!file) throw noSuchFile();
  return toSave(campus, file);
};

/** A student sees the assignments they have to do, and those they have handed in for. */
const requireReading = async (campus: Campus, actor: Actor, id: string): Promise<void> => {
  const held = isRecordId(id) ? await record.readRecord(campus.db, id) : undefined;
  if (!held) throw noSuchAssignment();
  if (actor.role !== 'student') return requireTeaching(actor, held.teacherId);
  const asked = { id, studentId: actor.id, today: campus.today() };
  if (await queries.isEnrolled(campus.db, asked)) return;
  if (!(await hasHandedIn(campus.db, id, actor.id)))
    throw new CampusError('forbidden', 'You are not enrolled in the subject of this assignment.');
};

export const readStorage = async (
  campus: Campus,
  actor: Actor,
  assignmentId: string | null,
): Promise<ReplyOf<typeof assignments.readStorage>> => {
  if (assignmentId !== null) await requireReading(campus, actor, assignmentId);
  return storageFor(campus, actor, assignmentId);
};
