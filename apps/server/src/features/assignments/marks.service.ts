import type { BodyOf, HandIn, handIns } from '@campus/contract';
import type { Campus } from '../../campus.ts';
import type { Transaction } from '../../db/db.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Actor } from '../../http/call.ts';
import { CampusError } from '../../campus-error.ts';
import { isStale } from '../../http/if-match.ts';
import { invalid, refuseChanged } from '../../http/refusals.ts';
import { requireChanging } from '../subjects/index.ts';
import { type AssignmentRecord, readRecord } from './assignment-record.queries.ts';
import { keptRecord } from './assignments.service.ts';
import { holdStudent, readWork, type WorkRecord } from './hand-ins.queries.ts';
import { readHandIn, workOf } from './hand-ins.service.ts';
import * as queries from './marks.queries.ts';
import { noSuchAssignment, nothingHandedIn } from './refusals.ts';

interface Address {
  readonly assignmentId: string;
  readonly email: string;
}

interface HeldWork {
  readonly held: AssignmentRecord;
  readonly work: WorkRecord;
  readonly by: queries.Event;
}

/** Holds work that was handed in, for whoever may change it, and answers it as it is then. */
const withWork = async (
  campus: Campus,
  actor: Actor,
  address: Address,
  change: (tx: Transaction, one: HeldWork) => Promise<void>,
): Promise<HandIn> => {
  const { held: found, student } = await workOf(campus, actor, address);
  requireChanging(actor, found, 'assignments');
  await inTransaction(campus.db, async (tx) => {
    const held = await readRecord(tx, found.id, 'shared');
    if (!held) throw noSuchAssignment();
    await holdStudent(tx, student.id);
    const work = await readWork(tx, held.id, student.id);
    if (work.version === 0) throw nothingHandedIn();
    const by = { id: held.id, studentId: student.id, actorId: actor.id, at: campus.now() };
    await change(tx, { held, work, by });
  });
  return readHandIn(campus, actor, address);
};

/** `seen` is the version of the marks that the screen started from. */
type Given = BodyOf<typeof handIns.markHandIn> & { readonly seen: number | null };

export const markHandIn = (
  campus: Campus,
  actor: Actor,
  address: Address,
  { version, marks, comment, seen }: Given,
): Promise<HandIn> =>
  withWork(campus, actor, address, async (tx, { held, work, by }) => {
    if (marks > held.grade)
      throw invalid('marks', `Marks must be a whole number from 0 to ${held.grade}`);
    if (version !== work.version)
      throw new CampusError(
        'conflict',
        'The student has handed in again in the meantime. Look at the new version, then mark it.',
      );
    if (isStale(seen, work.marksVersion, 0)) {
      const since = await queries.marksSince(tx, by, seen);
      const sent: Readonly<Record<string, string>> = { marks: String(marks), comment };
      const differing = since.filter(({ field, now }) => sent[field] !== now);
      refuseChanged('these marks', differing);
    }
    await queries.storeMarks(tx, by, { version, marks, comment, grade: held.grade });
  });

/** Returning what is returned changes nothing. */
export const returnHandIn = (campus: Campus, actor: Actor, address: Address): Promise<HandIn> =>
  withWork(campus, actor, address, async (tx, { work, by }) => {
    if (work.returnedAt !== null) return;
    if (work.markedVersion !== work.version)
      throw new CampusError('conflict', 'Give marks for the newest version first, then return it.');
    await queries.returnMarked(tx, by);
  });

export const reopenHandIn = (campus: Campus, actor: Actor, address: Address): Promise<HandIn> =>
  withWork(campus, actor, address, async (tx, { work, by }) => {
    if (work.reopened) return;
    if (work.returnedAt === null)
      throw new CampusError('conflict', 'Only work that has been returned can be reopened.');
    await queries.reopen(tx, by);
  });

export const returnAll = async (
  campus: Campus,
  actor: Actor,
  id: string,
): Promise<{ returned: number }> => {
  requireChanging(actor, await keptRecord(campus, actor, id), 'assignments');
  return inTransaction(campus.db, async (tx) => {
    const held = await readRecord(tx, id, 'alone');
    if (!held) throw noSuchAssignment();
    const by = { id, studentId: null, actorId: actor.id, at: campus.now() };
    return { returned: await queries.returnMarked(tx, by) };
  });
};
