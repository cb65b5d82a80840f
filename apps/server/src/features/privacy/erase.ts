import type { Campus } from '../../campus.ts';
import { conflict, found } from '../../campus-error.ts';
import type { Db } from '../../db/db.ts';
import { actAs } from '../../db/history.ts';
import { inLongTransaction } from '../../db/transaction.ts';
import type { IdentityClient } from '../../identity-client.ts';
import { takeAccountActs } from '../accounts/index.ts';
import { openLoansOf, openReservationsOf } from '../library/index.ts';
import * as queries from './privacy.queries.ts';

export const personOf = async (db: Db, id: string) =>
  found(await queries.personById(db, id), 'There is no person with this id.');

/** Why a person cannot be erased now. */
export const refusalOf = async (db: Db, person: queries.PersonOfData): Promise<string | null> => {
  const { id, name, role, active, erased } = person;
  if (erased) return 'Who this was has been erased already.';
  if (active)
    return role === 'student'
      ? `${name} is active. Withdraw the student first.`
      : `${name} is active. Deactivate the account first.`;
  const open = (await openLoansOf(db, id)) + (await openReservationsOf(db, id));
  return open > 0
    ? `${name} has ${open} loans and reservations that are not over. End them in the library first.`
    : null;
};

/**
 * Erases who a person was, for an administrator or (null) for the retention. The account goes first: it
 * opens nothing any more, and a stop in between is mended by doing it again.
 */
export const erasePerson = (
  { db }: Pick<Campus, 'db'>,
  identity: IdentityClient,
  id: string,
  actorId: string | null,
): Promise<void> =>
  // Somebody who did a million acts has as many rows in the trail.
  inLongTransaction(db, async (tx) => {
    await queries.holdPerson(tx, id);
    const person = await personOf(tx, id);
    const refusal = await refusalOf(tx, person);
    if (refusal !== null) throw conflict(refusal);
    const { issuer, subject } = person;
    if (subject !== null && issuer === identity.issuer) await identity.removeAccount(subject);
    // What waits says who and from where, and would come after the erasing.
    await takeAccountActs(tx, identity);
    if (actorId !== null) await actAs(tx, actorId);
    await queries.erase(tx, id);
  });
