import { type BodyOf, changedMeanwhile, type Correction, type corrections } from '@campus/contract';
import type { Campus } from '../../campus.ts';
import { actAs } from '../../db/history.ts';
import type { Transaction } from '../../db/db.ts';
import { isRecordId } from '../../db/sql.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Actor } from '../../http/call.ts';
import { conflict } from '../../campus-error.ts';
import { lockPerson, updateStudent } from '../people/index.ts';
import { correctionById } from './corrections.queries.ts';
import { existing, noSuchRequest } from './corrections.service.ts';
import { lockRequest, storeDecision } from './decisions.queries.ts';

/** Holds an open request and the student's record, and reads both as they are now. */
const lockOpen = async (tx: Transaction, id: string) => {
  const held = isRecordId(id) ? await lockRequest(tx, id) : undefined;
  if (!held) throw noSuchRequest();
  await lockPerson(tx, 'students', held.studentId);
  const correction = existing(await correctionById(tx, id));
  if (correction.state !== 'open')
    throw conflict(`This request was ${correction.state} by ${correction.decidedBy} already.`);
  return { held, correction };
};

export const approve = (
  campus: Campus,
  actor: Actor,
  id: string,
  { note, seen }: BodyOf<typeof corrections.approveCorrection>,
): Promise<Correction> =>
  inTransaction(campus.db, async (tx) => {
    const { held, correction } = await lockOpen(tx, id);
    const unseen = changedMeanwhile(correction.changes, seen);
    if (unseen.length > 0)
      throw conflict(
        'The record has been changed since. Please decide on what it says now.',
        unseen,
      );
    await actAs(tx, actor.id);
    const { studentId, contactNo, address } = held;
    await updateStudent(tx, studentId, {
      ...(contactNo !== undefined && { contactNo }),
      ...(address !== undefined && { address }),
    });
    await storeDecision(tx, id, { outcome: 'approved', note, actorId: actor.id });
    return existing(await correctionById(tx, id));
  });

export const refuse = (
  campus: Campus,
  actor: Actor,
  id: string,
  note: string,
): Promise<Correction> =>
  inTransaction(campus.db, async (tx) => {
    await lockOpen(tx, id);
    await storeDecision(tx, id, { outcome: 'refused', note, actorId: actor.id });
    return existing(await correctionById(tx, id));
  });
