import { type Grade, type gradingScales as contract, inOrder } from '@campus/contract';
import { discardAct } from '../../db/acts.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Handler } from '../../http/call.ts';
import { conflict } from '../../campus-error.ts';
import { isStale } from '../../http/if-match.ts';
import { addScale, currentScale, latestScales, lockScales } from './grading-scale.queries.ts';

export const readGradingScale: Handler<typeof contract.readGradingScale> = ({ campus }) =>
  currentScale(campus.db);

export const gradingScaleHistory: Handler<typeof contract.gradingScaleHistory> = ({ campus }) =>
  latestScales(campus.db, null);

const same = (one: readonly Grade[], other: readonly Grade[]): boolean =>
  one.length === other.length &&
  one.every((grade, index) => {
    const beside = other[index];
    return (
      grade.letter === beside?.letter &&
      grade.fromPercent === beside.fromPercent &&
      grade.points === beside.points
    );
  });

/** Sets the scale in force from now on; does nothing if it is the same as before. */
export const setGradingScale: Handler<typeof contract.setGradingScale> = (call) => {
  const { campus, actor, body, seen } = call;
  const grades = inOrder(body.grades);
  return inTransaction(campus.db, async (tx) => {
    await lockScales(tx);
    const now = await currentScale(tx);
    const stale = isStale(seen, now.version);
    if (same(now.grades, grades)) {
      discardAct();
      return now;
    }
    if (stale)
      throw conflict(
        `${now.setBy ?? 'Someone'} has set another grading scale in the meantime. Nothing was overwritten.`,
        [now],
      );
    await addScale(tx, { setBy: actor.id, at: campus.now(), grades });
    return currentScale(tx);
  });
};
