import type { ChangeOf, facultyFields, people, studentFields } from '@campus/contract';
import { describeAct } from '../../../db/acts.ts';
import { actAs } from '../../../db/history.ts';
import type { Transaction } from '../../../db/db.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { Call } from '../../../http/call.ts';
import { conflict, found } from '../../../campus-error.ts';
import { requireSeen } from '../../../http/refusals.ts';
import { queueEmailChange } from '../../accounts/index.ts';
import { type Kind, kinds } from '../people.columns.ts';
import { updatePerson } from '../people.queries.ts';
import { type HeldPerson, lockPerson } from './record.queries.ts';
import { duplicates, erased, noSuchStudent, noSuchTeacher, requirePast } from './refusals.ts';

/** What is done with a person's record by its address. */
export type OfPerson = Pick<
  Call<typeof people.readStudent>,
  'campus' | 'actor' | 'params' | 'seen'
>;

/** One change of one record, in one transaction in which nobody else changes it. */
export const changeRecord = async (
  { campus, actor, params: { id }, seen }: OfPerson,
  kind: Kind,
  change: (tx: Transaction, person: HeldPerson) => Promise<void>,
  /** What has to be held before the record itself. */
  first?: (tx: Transaction) => Promise<void>,
): Promise<void> => {
  await inTransaction(campus.db, duplicates, async (tx) => {
    await first?.(tx);
    const missing = kind === 'students' ? noSuchStudent : noSuchTeacher;
    const person = found(await lockPerson(tx, kind, id), missing);
    if (person.erased_at) throw conflict(erased);
    await requireSeen(tx, 'person', person, seen);
    await actAs(tx, actor.id);
    await change(tx, person);
  });
};

type Edit = ChangeOf<typeof studentFields> | ChangeOf<typeof facultyFields>;

/** Changes what is sent. The identity stays bound to the person, whose account follows a new e-mail. */
export const changePerson = async (call: OfPerson & { readonly body: Edit }, kind: Kind) => {
  const { campus, body } = call;
  requirePast(kinds[kind].fields, body, campus.today());
  await changeRecord(call, kind, async (tx, { id, email }) => {
    await updatePerson(tx, kind, id, body);
    if (body.email === undefined || body.email === email) return;
    describeAct({ kind: 'email_changed' });
    await queueEmailChange(tx, id, { from: email, to: body.email });
  });
};
