import { changedMeanwhile, type corrections } from '@campus/contract';
import { actAs } from '../../db/history.ts';
import type { Transaction } from '../../db/db.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Handler } from '../../http/call.ts';
import { conflict, found } from '../../campus-error.ts';
import { lockPerson, updatePerson } from '../people/index.ts';
import { correctionById } from './corrections.queries.ts';
import { noSuchRequest } from './corrections.service.ts';
import { lockRequest, storeDecision } from './decisions.queries.ts';

/** Holds an open request and the student's record, and reads both as they are now. */
const lockOpen = async (tx: Transaction, id: string) => {
  const held = found(await lockRequest(tx, id), noSuchRequest);
  await lockPerson(tx, 'students', held.studentId);
  const correction = await correctionById(tx, id);
  if (correction.state !== 'open')
    throw conflict(`This request was ${correction.state} by ${correction.decidedBy} already.`);
  return { held, correction };
};

export const approveCorrection: Handler<typeof corrections.approveCorrection> = ({
  campus,
  actor,
  params: { id },
  body: { note, seen },
}) =>
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
    await updatePerson(tx, 'students', studentId, {
      ...(contactNo !== undefined && { contactNo }),
      ...(address !== undefined && { address }),
    });
    await storeDecision(tx, id, { outcome: 'approved', note, actorId: actor.id });
    return correctionById(tx, id);
  });

export const refuseCorrection: Handler<typeof corrections.refuseCorrection> = ({
  campus,
  actor,
  params: { id },
  body: { note },
}) =>
  inTransaction(campus.db, async (tx) => {
    await lockOpen(tx, id);
    await storeDecision(tx, id, { outcome: 'refused', note, actorId: actor.id });
    return correctionById(tx, id);
  });
