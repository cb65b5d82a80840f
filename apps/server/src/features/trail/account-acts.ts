import { recordActs } from '../../db/acts.ts';
import type { Db } from '../../db/db.ts';
import type { AccountAct } from '../../identity-client.ts';
import { holderByEmail, holderOfSubject } from '../accounts/index.ts';

/**
 * Tells the trail what somebody did at the built-in identity service. Whose account it is says the
 * binding or, before a person's first visit, the e-mail. Who failed to sign in is nobody that is known.
 */
export const tellAccountAct = async (
  db: Db,
  issuer: string,
  { kind, email, subject, ...origin }: AccountAct,
): Promise<void> => {
  if (kind === 'sign_in_failed')
    return recordActs(db, [
      { kind, personId: null, role: 'visitor', recordEmail: email, ...origin },
    ]);
  const person =
    (subject !== undefined && (await holderOfSubject(db, issuer, subject))) ||
    (await holderByEmail(db, email));
  const { id: personId = null, role = 'visitor' } = person ?? {};
  return recordActs(db, [{ kind, personId, role, ...origin }]);
};
