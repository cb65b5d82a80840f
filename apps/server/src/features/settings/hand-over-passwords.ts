import type { Campus } from '../../campus.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { PasswordPolicyClient } from '../../identity-client.ts';
import { lockSettings } from './settings.queries.ts';

/**
 * Brings the identity service in step with what is stored here. Repeating it is harmless; anyone who does
 * so at the same moment waits, so that the last one hands over what was stored last.
 */
export const handOverPasswords = ({ db }: Pick<Campus, 'db'>, identity: PasswordPolicyClient) =>
  inTransaction(db, async (tx) => {
    const { passwords } = await lockSettings(tx);
    if (passwords) await identity.setPasswordPolicy(passwords);
  });
