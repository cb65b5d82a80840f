import type { IsoDate } from '@campus/contract';
import type { Campus } from '../../campus.ts';
import { conflict, found } from '../../campus-error.ts';
import { discardAct } from '../../db/acts.ts';
import type { Db } from '../../db/db.ts';
import { actAs } from '../../db/history.ts';
import { inLongTransaction } from '../../db/transaction.ts';
import type { IdentityClient } from '../../identity-client.ts';
import { drainAccountActs } from '../accounts/index.ts';
import { openLoansOf, openReservationsOf } from '../library/index.ts';
import { endEnrolmentsOf, lockRostersOf, lockSubjectsOf } from '../subjects/index.ts';
import * as queries from './privacy.queries.ts';

export const personOf = async (db: Db, id: string) =>
  found(await queries.personById(db, id), 'There is no person with this id.');

/** Why a person cannot be erased now; null if they can. */
export const refusalOf = async (
  db: Db,
  person: queries.PersonOfData,
  today: IsoDate,
): Promise<string | null> => {
  const { id, name, role, active, erased } = person;
  if (erased) return 'This person has been erased already.';
  if (active)
    return role === 'student'
      ? `${name} is active. Withdraw the student first.`
      : `${name} is active. Deactivate the account first.`;
  const open = (await openLoansOf(db, id)) + (await openReservationsOf(db, id, today));
  return open > 0
    ? `${name} has ${open} loans and reservations that are not over. End them in the library first.`
    : null;
};

/**
 * Erases a person, for an administrator or (null) for the retention. The account is removed first, so that nobody can
 * sign in with it; after a crash in between, erasing again finishes the job. Whoever was deactivated, not withdrawn, is
 * on rosters until today.
 */
export const erasePerson = (
  { db, today }: Pick<Campus, 'db' | 'today'>,
  identity: IdentityClient,
  id: string,
  actorId: string | null,
): Promise<void> =>
  // In a long transaction: a person with a million acts has as many rows in the audit trail.
  inLongTransaction(db, async (tx) => {
    // Of students alone: everybody's rosters would wait for the long trail of somebody of the staff.
    const enrolled = (await personOf(tx, id)).role === 'student' ? [id] : [];
    await queries.lockBatchesOf(tx, id);
    if (enrolled.length > 0) await lockSubjectsOf(tx, enrolled);
    await queries.lockPersonRecord(tx, id);
    const person = await personOf(tx, id);
    const refusal = await refusalOf(tx, person, today());
    if (refusal !== null) {
      // For the retention, somebody was faster: another process has erased them, or they were lent a book.
      if (actorId === null) return discardAct();
      throw conflict(refusal);
    }
    const { issuer, subject } = person;
    if (subject !== null && issuer === identity.issuer) await identity.removeAccount(subject);
    // Acts still waiting at the identity service name the person and their origin, and would arrive after the erasure.
    await drainAccountActs(tx, identity);
    if (actorId !== null) await actAs(tx, actorId);
    if (enrolled.length > 0) {
      await lockRostersOf(tx, enrolled);
      await endEnrolmentsOf(tx, enrolled, today());
    }
    await queries.erase(tx, id);
  });
