import type { Settings } from '@campus/contract';
import { conflict } from '../../campus-error.ts';
import type { Transaction } from '../../db/db.ts';
import { latestChanges } from './settings.queries.ts';

/** Refuses to overwrite what someone else has set since; the details hold it. */
export const changedMeanwhile = async (tx: Transaction, now: Settings) => {
  const [last] = await latestChanges(tx, 1);
  return conflict(
    `${last?.changedBy ?? 'Someone'} has changed the settings in the meantime. Nothing was overwritten.`,
    [now],
  );
};
