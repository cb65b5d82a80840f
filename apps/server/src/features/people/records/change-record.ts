import type { Fields, IsoDate, people } from '@campus/contract';
import { describeAct } from '../../../db/acts.ts';
import { actAs } from '../../../db/history.ts';
import type { Transaction } from '../../../db/db.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { Call } from '../../../http/call.ts';
import { CampusError, conflict, found, notFound } from '../../../campus-error.ts';
import { requireVersion } from '../../../http/refusals.ts';
import { queueEmailChange } from '../../accounts/index.ts';
import { type Kind, kinds } from '../people.columns.ts';
import { type PersonEdit, updatePerson } from '../people.queries.ts';
import { type LockedPerson, lockPerson } from './record.queries.ts';

const enrolledAgain =
  'The student was enrolled again since. Drop them from those subjects first, then reinstate them.';

/** The unique values of a person, and the message when somebody else has one. */
export const duplicates = {
  people_email_key: { field: 'email', message: 'This e-mail belongs to someone already.' },
  people_univ_id_key: {
    field: 'univId',
    message: 'This university ID belongs to someone already.',
  },
  students_roll_no_key: {
    field: 'rollNo',
    message: 'This roll number belongs to another student already.',
  },
  enrolments_do_not_overlap: enrolledAgain,
  enrolments_one_open: enrolledAgain,
};

/** Refuses dates that must be in the past but are not, such as a birth date of today. */
export const requirePast = (fields: Fields, record: object, today: IsoDate): void => {
  const details = Object.entries(record)
    .filter(([name, value]) => {
      const field = fields[name];
      return field?.type === 'day' && field.past && typeof value === 'string' && value >= today;
    })
    .map(([name]) => ({ field: name, message: `${fields[name]?.label} must be in the past` }));
  if (details[0]) throw new CampusError('invalid', details[0].message, { details });
};

export const erased = 'Who this was has been erased. The record stays as it is.';

export const removed = 'The import that added this person was undone. Add them anew.';

export const noSuchStudent = () => notFound('There is no such student.');

export const noSuchTeacher = () => notFound('There is no such teacher.');

/** Locks a record to change it; that of an erased person stays as it is. */
export const lockRecord = async (
  tx: Transaction,
  kind: Kind,
  id: string,
): Promise<LockedPerson> => {
  const missing = kind === 'students' ? noSuchStudent : noSuchTeacher;
  const person = found(await lockPerson(tx, kind, id), missing);
  if (person.erased_at) throw conflict(erased);
  return person;
};

/** A call about one person's record. */
export type OfPerson = Pick<
  Call<typeof people.readStudent>,
  'campus' | 'actor' | 'params' | 'seen'
>;

/** Changes one record in one transaction, with the record locked. */
export const changeRecord = async (
  { campus, actor, params: { id }, seen }: OfPerson,
  kind: Kind,
  change: (tx: Transaction, person: LockedPerson) => Promise<void>,
  /** Takes locks that must come before that on the record. */
  first?: (tx: Transaction) => Promise<void>,
): Promise<void> => {
  await inTransaction(campus.db, duplicates, async (tx) => {
    await first?.(tx);
    const person = await lockRecord(tx, kind, id);
    await requireVersion(tx, 'person', person, seen);
    await actAs(tx, actor.id);
    await change(tx, person);
  });
};

/** Changes the fields sent. On a new e-mail the person keeps their identity, and the account's e-mail follows. */
export const changePerson = async (call: OfPerson & { readonly body: PersonEdit }, kind: Kind) => {
  const { campus, body } = call;
  requirePast(kinds[kind].fields, body, campus.today());
  await changeRecord(call, kind, async (tx, { id, email }) => {
    await updatePerson(tx, kind, id, body);
    if (body.email === undefined || body.email === email) return;
    describeAct({ kind: 'email_changed' });
    await queueEmailChange(tx, id, { from: email, to: body.email });
  });
};
