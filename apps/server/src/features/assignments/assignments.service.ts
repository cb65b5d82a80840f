import {
  type AssignmentChange,
  assignments,
  type AssignmentStudent,
  campusMinuteOf,
  countHandIns,
  handInLimits,
  handIns,
  handInStates,
  type ManagedAssignment,
  nameByContent,
  studentsShown,
} from '@campus/contract';
import type { Campus } from '../../campus.ts';
import type { Db, Transaction } from '../../db/db.ts';
import { changesBetween, readChanges } from '../../db/history.ts';
import { describeAct, discardAct } from '../../db/acts.ts';
import type { TeachingScope } from '../../db/sql.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Actor, Call, Handler } from '../../http/call.ts';
import { exportedList, exportedTable } from '../../http/export-list.ts';
import { found, conflict, forbidden } from '../../campus-error.ts';
import { readCountedPage } from '../../http/pages.ts';
import { invalid, requireVersion } from '../../http/refusals.ts';
import { StoredFile } from '../../http/stored-file.ts';
import {
  refuseNoTerm,
  requireMayChange,
  requireTeaching,
  requireTeachingOf,
  subjectContext,
  teachingScope,
} from '../subjects/index.ts';
import * as record from './assignment-record.queries.ts';
import { requireDeadline } from './assignments.policy.ts';
import * as queries from './assignments.queries.ts';
import { bytesOf, type CheckedFile, tooMany } from './file-kind.ts';
import * as files from './files.queries.ts';
import { hasHandedIn } from './hand-ins.queries.ts';
import { countStored, receiveFiles, storageFor } from './quotas.service.ts';
import { noSuchAssignment, noSuchFile } from './refusals.ts';
import { studentsOf } from './students.queries.ts';

const assignmentOf = async (
  campus: Campus,
  id: string,
  taught: TeachingScope | null = null,
): Promise<ManagedAssignment> =>
  found(await queries.assignmentById(campus, id, taught), noSuchAssignment);

export const recordOf = async (
  db: Db,
  id: string,
  lock?: Parameters<typeof record.readRecord>[2],
): Promise<record.AssignmentRecord> =>
  found(await record.readRecord(db, id, lock), noSuchAssignment);

/** An assignment the actor may grade, and the limit to their students. */
export const managedRecord = async ({ db }: Campus, actor: Actor, id: string) => {
  const assignment = await recordOf(db, id);
  return { assignment, taught: requireTeaching(actor, 'grade', assignment) };
};

export const listAssignments: Handler<typeof assignments.listAssignments> = async (call) => {
  const { campus, actor, query } = call;
  refuseNoTerm(query.termId);
  if (query.subjectId !== undefined)
    await requireTeachingOf(campus.db, actor, 'grade', query.subjectId);
  const taught = teachingScope(actor, 'grade');
  return readCountedPage(query, (page) => queries.listAssignments(campus, page, taught));
};

export const readAssignment: Handler<typeof handIns.readAssignment> = async (call) => {
  const { campus, actor, reply } = call;
  const id = call.params.assignmentId;
  const { assignment, taught } = await managedRecord(campus, actor, id);
  const students = await studentsOf(campus, assignment, taught);
  const counts = countHandIns(
    students.map(({ version, marked, returnedAt }) => ({
      version,
      markedVersion: marked ? version : null,
      returned: returnedAt !== null,
    })),
  );
  const shown = { ...(await assignmentOf(campus, id, taught)), ...counts };
  const changes = await readChanges(campus.db, 'assignment', id, handIns.assignmentChange);
  reply.header('etag', String(shown.version));
  return { assignment: shown, added: assignment.added, students, changes };
};

export const exportHandIns: Handler<typeof handIns.exportHandIns> = (call) =>
  exportedTable<typeof handIns.readAssignment, AssignmentStudent>(
    readAssignment,
    ({ assignment, students }) => ({
      rows: studentsShown(students, call.query),
      columns: [
        ['Roll Number', 'text', (row) => row.rollNo],
        ['Name', 'text', (row) => row.studentName],
        ['Email', 'text', (row) => row.studentEmail],
        ['State', 'text', (row) => handInStates[row.state]],
        ['Late', 'text', (row) => (row.late ? 'yes' : 'no')],
        ['Handed in (UTC)', 'instant', (row) => row.handedInAt],
        ['Version', 'number', (row) => row.version],
        ['Files', 'number', (row) => row.files],
        ['Extended to', 'text', (row) => row.extendedTo],
        ['Marks', 'number', (row) => row.marks],
        ['Latest version marked', 'text', (row) => (row.marked ? 'yes' : 'no')],
        ['Grade', 'number', () => assignment.grade],
        ['Returned (UTC)', 'instant', (row) => row.returnedAt],
      ],
    }),
  )(call);

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

export const createAssignment: Handler<typeof assignments.createAssignment> = async (call) => {
  const { campus, actor } = call;
  const storing = { personId: actor.id, assignmentId: null };
  const { upload } = assignments.createAssignment;
  return receiveFiles(call, upload, storing, async ({ subjectId, ...input }, checked) => {
    const id = await inTransaction(campus.db, async (tx) => {
      const context = await subjectContext(tx, subjectId);
      requireMayChange(actor, context, 'assignments');
      const deadline = requireDeadline(campus, input.deadline, context);
      const by = { actorId: actor.id, at: campus.now() };
      const added = await record.insertAssignment(tx, subjectId, { ...input, deadline }, by);
      await attach(tx, campus, actor, added, checked);
      describeAct({ recordId: added });
      return added;
    });
    return assignmentOf(campus, id);
  });
};

type OfAssignment = Pick<Call<typeof assignments.changeAssignment>, 'campus' | 'actor' | 'params'>;

/**
 * Locks an assignment that the actor may change (or as `allowed` checks) against everybody else, and does the work.
 */
export const withAssignment = <T>(
  { campus, actor, params }: OfAssignment,
  work: (tx: Transaction, assignment: record.AssignmentRecord) => Promise<T>,
  allowed: typeof requireMayChange = requireMayChange,
): Promise<T> =>
  inTransaction(campus.db, async (tx) => {
    const assignment = await recordOf(tx, params.assignmentId, 'exclusive');
    allowed(actor, assignment, 'assignments');
    return work(tx, assignment);
  });

type Words = Readonly<Record<AssignmentChange['field'], string>>;

/** The values as the history stores them. */
const inWords = ({ timezone }: Campus, values: record.AssignmentValues): Words => ({
  title: values.title,
  description: values.description,
  grade: String(values.grade),
  deadline: campusMinuteOf(timezone, values.deadline),
  acceptLate: values.acceptLate ? 'yes' : 'no',
});

export const changeAssignment: Handler<typeof assignments.changeAssignment> = async (call) => {
  const { campus, actor, seen } = call;
  const { deadline, ...input } = call.body;
  await withAssignment(call, async (tx, assignment) => {
    const { id } = assignment;
    await requireVersion(tx, 'assignment', assignment, seen, 'this assignment');
    const sameDeadline =
      deadline === undefined || deadline === campusMinuteOf(campus.timezone, assignment.deadline);
    const values: record.AssignmentValues = {
      title: input.title ?? assignment.title,
      description: input.description ?? assignment.description,
      grade: input.grade ?? assignment.grade,
      acceptLate: input.acceptLate ?? assignment.acceptLate,
      deadline: sameDeadline ? assignment.deadline : requireDeadline(campus, deadline, assignment),
    };
    const changes = changesBetween(inWords(campus, assignment), inWords(campus, values));
    if (changes.length === 0) return discardAct();
    if (values.grade < assignment.grade) {
      const { highest, whose } = await record.handInCounts(tx, id);
      if (highest !== null && highest > values.grade)
        throw invalid('grade', `${whose} has ${highest} marks: the grade cannot be below that.`);
    }
    const by = { actorId: actor.id, at: campus.now(), changes };
    await record.updateAssignment(tx, id, values, by);
  });
  return assignmentOf(campus, call.params.assignmentId);
};

export const deleteAssignment: Handler<typeof assignments.deleteAssignment> = (call) =>
  withAssignment(call, async (tx, { id }) => {
    const { handedIn } = await record.handInCounts(tx, id);
    if (handedIn > 0)
      throw conflict(
        `${handedIn === 1 ? 'A student has' : `${handedIn} students have`} handed in work for this assignment: it cannot be deleted any more.`,
      );
    await record.removeAssignment(tx, id, { actorId: call.actor.id, at: call.campus.now() });
  });

export const addAttachments: Handler<typeof assignments.addAttachments> = async (call) => {
  const { campus, actor } = call;
  const { assignmentId } = call.params;
  // Checked before the form is received.
  requireMayChange(actor, await recordOf(campus.db, assignmentId), 'assignments');
  const storing = { personId: actor.id, assignmentId };
  const { upload } = assignments.addAttachments;
  return receiveFiles(call, upload, storing, async (_texts, checked) => {
    if (checked.length === 0) throw invalid('files', 'Please select a file to add.');
    await withAssignment(call, async (tx, { id }) => {
      const there = await files.attachmentsOf(tx, id);
      // A form whose answer was lost is sent again.
      const added = checked.filter(
        (file) => !there.some(({ name, digest }) => name === file.name && digest === file.digest),
      );
      if (added.length === 0) return discardAct();
      if (there.length + added.length > handInLimits.files) throw tooMany();
      return attach(tx, campus, actor, id, added);
    });
    return assignmentOf(campus, assignmentId);
  });
};

export const removeAttachment: Handler<typeof assignments.removeAttachment> = (call) =>
  withAssignment(call, async (tx) => {
    const file = { ...call.params, by: call.actor.id, at: call.campus.now() };
    if (!(await files.removeAttachment(tx, file))) throw noSuchFile();
  });

/** A download that browsers save and never show, so that no content is executed. */
export const downloadOf = (campus: Campus, { name, type, digest, contentId }: files.FileRow) =>
  new StoredFile({
    name: nameByContent(name, type),
    type,
    digest,
    disposition: 'attachment',
    content: async () => found(await files.contentById(campus.db, contentId), noSuchFile),
  });

export const readAttachment: Handler<typeof assignments.readAttachment> = async (call) => {
  const { campus, actor, params } = call;
  await requireReading(campus, actor, params.assignmentId);
  const file = await files.attachmentById(campus.db, params.assignmentId, params.fileId);
  return downloadOf(campus, found(file, noSuchFile));
};

/** Students may read assignments of subjects they are enrolled in, and those they have handed in for. */
const requireReading = async (campus: Campus, actor: Actor, id: string): Promise<void> => {
  const assignment = await recordOf(campus.db, id);
  if (actor.role !== 'student') return void requireTeaching(actor, 'grade', assignment);
  const asked = { id, studentId: actor.id, today: campus.today() };
  if (await queries.isEnrolled(campus.db, asked)) return;
  if (!(await hasHandedIn(campus.db, id, actor.id)))
    throw forbidden('You are not enrolled in the subject of this assignment.');
};

export const readStorage: Handler<typeof assignments.readStorage> = async (call) => {
  const { campus, actor, query } = call;
  if (query.assignmentId !== undefined) await requireReading(campus, actor, query.assignmentId);
  return storageFor(campus, actor, query.assignmentId ?? null);
};

export const exportAssignments = exportedList<typeof assignments.listAssignments>(listAssignments, [
  ['Title', 'text', (row) => row.title],
  ['Subject Name', 'text', (row) => row.subjectName],
  ['Subject Code', 'text', (row) => row.subjectCode],
  ['Deadline (UTC)', 'instant', (row) => row.deadline],
  ['Grade', 'number', (row) => row.grade],
  ['Students', 'number', (row) => row.students],
  ['Handed in', 'number', (row) => row.handedIn],
  ['To mark', 'number', (row) => row.toMark],
  ['To return', 'number', (row) => row.toReturn],
  ['Returned', 'number', (row) => row.returned],
]);
