import { type Grade, type GradingScale, inOrder } from '@campus/contract';
import type { Campus } from '../../campus.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Actor } from '../../http/call.ts';
import { CampusError } from '../../campus-error.ts';
import { isStale } from '../../http/if-match.ts';
import { addScale, currentScale, lockScales } from './grading-scale.queries.ts';

export { currentScale, latestScales } from './grading-scale.queries.ts';

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

/**
 * Sets the scale that counts from now on; one that says the same is no new one. `seen` is the
 * version the screen started from, null where the last write wins.
 */
export const setGradingScale = async (
  campus: Campus,
  actor: Actor,
  given: readonly Grade[],
  seen: number | null,
): Promise<GradingScale> => {
  const grades = inOrder(given);
  return inTransaction(campus.db, async (tx) => {
    await lockScales(tx);
    const now = await currentScale(tx);
    const stale = isStale(seen, now.version);
    if (same(now.grades, grades)) return now;
    if (stale)
      throw new CampusError(
        'conflict',
        `${now.setBy ?? 'Somebody'} has set another grading scale in the meantime. Nothing was overwritten.`,
        { details: [now] },
      );
    await addScale(tx, { setBy: actor.id, at: campus.now(), grades });
    return currentScale(tx);
  });
};
