import type { HandIn, handIns } from '@campus/contract';
import type { Transaction } from '../../db/db.ts';
import { describeAct, discardAct } from '../../db/acts.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Handler } from '../../http/call.ts';
import { conflict } from '../../campus-error.ts';
import { isStale } from '../../http/if-match.ts';
import { invalid, refuseChanged } from '../../http/refusals.ts';
import { requireMayChangeMarks, requireOpenTerm, teachingScope } from '../subjects/index.ts';
import type { AssignmentRecord } from './assignment-record.queries.ts';
import { recordOf, withAssignment } from './assignments.service.ts';
import { lockStudent, readWork, type WorkRecord } from './hand-ins.queries.ts';
import { handInOf, type WorkCall, readWorkContext } from './hand-ins.service.ts';
import * as queries from './marks.queries.ts';

interface LockedWork {
  readonly assignment: AssignmentRecord;
  readonly work: WorkRecord;
  readonly by: queries.Event;
}

/** Locks a student’s work for a person who may change it, makes the change and returns the new state. */
export const withStudent = async (
  call: WorkCall,
  change: (tx: Transaction, one: LockedWork) => Promise<unknown>,
): Promise<HandIn> => {
  const { campus, actor } = call;
  const { assignment: known, student } = await readWorkContext(call);
  requireOpenTerm(actor, known, 'assignments');
  await inTransaction(campus.db, async (tx) => {
    const assignment = await recordOf(tx, known.id, 'shared');
    await lockStudent(tx, student.id);
    const work = await readWork(tx, assignment.id, student.id);
    const by = { id: assignment.id, studentId: student.id, actorId: actor.id, at: campus.now() };
    await change(tx, { assignment, work, by });
  });
  return handInOf(call);
};

/** As `withStudent`, for work that was handed in. */
const withWork = (call: WorkCall, change: Parameters<typeof withStudent>[1]): Promise<HandIn> =>
  withStudent(call, (tx, one) => {
    if (one.work.version === 0) throw conflict('This student has not handed in anything yet.');
    return change(tx, one);
  });

export const markHandIn: Handler<typeof handIns.markHandIn> = (call) =>
  withWork(call, async (tx, { assignment, work, by }) => {
    const { seen } = call;
    const { version, marks, comment } = call.body;
    if (marks > assignment.grade)
      throw invalid('marks', `Marks must be a whole or half number from 0 to ${assignment.grade}`);
    if (version !== work.version)
      throw conflict(
        'The student has handed in again in the meantime. Look at the new version, then mark it.',
      );
    if (isStale(seen, work.marksVersion, 0)) {
      const since = await queries.marksSince(tx, by, seen);
      const sent: Readonly<Record<string, string>> = { marks: String(marks), comment };
      const differing = since.filter(({ field, now }) => sent[field] !== now);
      refuseChanged('these marks', differing);
    }
    await queries.storeMarks(tx, by, { version, marks, comment, grade: assignment.grade });
  });

/** Returning work that is returned already changes nothing. */
export const returnHandIn: Handler<typeof handIns.returnHandIn> = (call) =>
  withWork(call, async (tx, { work, by }) => {
    if (work.returnedAt !== null) return discardAct();
    if (work.markedVersion !== work.version)
      throw conflict('Give marks for the newest version first, then return it.');
    await queries.returnMarked(tx, by, null);
  });

export const reopenHandIn: Handler<typeof handIns.reopenHandIn> = (call) =>
  withWork(call, async (tx, { work, by }) => {
    if (work.reopened) return discardAct();
    if (work.returnedAt === null)
      throw conflict('Only work that has been returned can be reopened.');
    await queries.reopen(tx, by);
  });

export const returnAll: Handler<typeof handIns.returnAll> = (call) =>
  withAssignment(
    call,
    async (tx, { id }) => {
      const { actor } = call;
      const by = { id, studentId: null, actorId: actor.id, at: call.campus.now() };
      const returned = await queries.returnMarked(tx, by, teachingScope(actor, 'grade'));
      describeAct({ count: returned });
      return { returned };
    },
    requireMayChangeMarks,
  );

export const readPhrases: Handler<typeof handIns.readPhrases> = ({ campus, actor }) =>
  queries.phrasesOf(campus.db, actor.id);

export const setPhrases: Handler<typeof handIns.setPhrases> = ({ campus, actor, body }) =>
  inTransaction(campus.db, async (tx) => {
    await queries.storePhrases(tx, actor.id, body.phrases);
    return body.phrases;
  });
