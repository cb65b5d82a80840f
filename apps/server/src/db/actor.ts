import type { Transaction } from './db.ts';

/** Whose work this transaction is: the history of people's records names them. */
export const actAs = async (tx: Transaction, actorId: string): Promise<void> => {
  await tx.query(`select set_config('campus.actor', $1, true)`, [actorId]);
};
