import { byOperator, recordActs } from '../../db/acts.ts';
import type { Database } from '../../db/database.ts';
import { actAs } from '../../db/history.ts';
import { inTransaction } from '../../db/transaction.ts';
import { conflict } from '../../campus-error.ts';
import type { IdentityClient } from '../../identity-client.ts';
import { refuseTokens } from '../identity/index.ts';
import { type AccountHolder, lockHolder, recordAct } from './accounts.queries.ts';
import { queueTask } from './outbox.queries.ts';

/**
 * Removes a lost second factor, ends the owner's sessions, tells them by mail and records who did it: an
 * administrator, or (null) the operator of the server.
 */
export const resetFactorOf = async (
  db: Database,
  identity: Pick<IdentityClient, 'issuer' | 'resetFactor'>,
  { id, issuer, subject }: AccountHolder,
  actorId: string | null,
): Promise<void> => {
  const none = conflict('This account has no second factor.');
  if (subject === null || issuer !== identity.issuer) throw none;
  await inTransaction(db, async (tx) => {
    // Whoever has to wait does so before what cannot be rolled back.
    await lockHolder(tx, id);
    if (actorId === null)
      await recordActs(tx, [{ kind: 'factor_reset', ...byOperator, recordId: id }]);
    else await actAs(tx, actorId);
    await recordAct(tx, id, 'secondFactor', actorId === null ? 'operator' : 'actor');
    await queueTask(tx, 'factor_reset', id);
    // Before the tokens: a session could issue one later than their refusal.
    if (!(await identity.resetFactor(subject))) throw none;
    await refuseTokens(tx, id);
  });
};
