import { actAs } from '../../../db/history.ts';
import { refuseDuplicates } from '../../../db/constraints.ts';
import type { Transaction } from '../../../db/db.ts';
import { isRecordId } from '../../../db/sql.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { Actor } from '../../../http/call.ts';
import type { Campus } from '../../../campus.ts';
import { requireSeen } from '../../../http/refusals.ts';
import { type HeldPerson, lockPerson } from './record.queries.ts';
import { duplicates, noSuchStudent, noSuchTeacher } from './refusals.ts';

export interface RecordChanging {
  readonly actor: Actor;
  readonly id: string;
  /** The version the person at the screen has seen; null when they do not say. */
  readonly seen: number | null;
  /** What has to be held before the record itself. */
  readonly first?: (tx: Transaction) => Promise<void>;
}

/** One change of one record, in one transaction in which nobody else changes it. */
export const changeRecord = async (
  campus: Campus,
  part: 'students' | 'faculty',
  { actor, id, seen, first }: RecordChanging,
  change: (tx: Transaction, person: HeldPerson) => Promise<void>,
): Promise<void> => {
  const missing = part === 'students' ? noSuchStudent : noSuchTeacher;
  if (!isRecordId(id)) throw missing();
  await refuseDuplicates(duplicates, () =>
    inTransaction(campus.db, async (tx) => {
      await first?.(tx);
      const person = await lockPerson(tx, part, id);
      if (!person) throw missing();
      await requireSeen(tx, 'person', person, seen);
      await actAs(tx, actor.id);
      await change(tx, person);
    }),
  );
};
