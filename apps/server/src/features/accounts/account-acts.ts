import { recordActs } from '../../db/acts.ts';
import type { Database } from '../../db/database.ts';
import type { Transaction } from '../../db/db.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { IdentityClient } from '../../identity-client.ts';
import type { Job } from '../../jobs.ts';
import { listHolders } from './accounts.queries.ts';

/**
 * Copies what people did at the identity service to the audit trail. The person of an account is found by the binding
 * or, before their first visit, by e-mail. A failed sign-in by an unknown person is recorded without one.
 */
export const drainAccountActs = async (
  tx: Transaction,
  { issuer, drainActs }: IdentityClient,
): Promise<void> => {
  for (;;) {
    const acts = (await drainActs?.(tx.client)) ?? [];
    if (acts.length === 0) return;
    const holders = await listHolders(
      tx,
      'identity_issuer = $1 and identity_subject = any($2) or email = any($3)',
      [issuer, acts.map(({ subject }) => subject), acts.map(({ email }) => email)],
    );
    await recordActs(
      tx,
      acts.map(({ email, subject, ...act }) => {
        if (act.kind === 'sign_in_failed')
          return { ...act, personId: null, role: 'visitor', recordEmail: email };
        const person =
          holders.find((holder) => holder.issuer === issuer && holder.subject === subject) ??
          holders.find((holder) => holder.email === email);
        return { ...act, personId: person?.id ?? null, role: person?.role ?? 'visitor' };
      }),
    );
  }
};

export const accountActsJob = (db: Database, identity: IdentityClient): Job => ({
  name: 'Acts with accounts',
  does: 'Takes sign-ins and what people do with their accounts over into the trail',
  retryMs: 1000,
  failed: 'What people do with their accounts could not be taken over into the trail.',
  async run() {
    await inTransaction(db, (tx) => drainAccountActs(tx, identity));
    return 1000;
  },
});
