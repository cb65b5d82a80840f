import type { IsoDate, people } from '@campus/contract';
import type { Campus } from '../../../campus.ts';
import { byCampus, recordActs } from '../../../db/acts.ts';
import { rowWith } from '../../../db/sql.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { Handler } from '../../../http/call.ts';
import type { Db, Transaction } from '../../../db/db.ts';
import { conflict } from '../../../campus-error.ts';
import { setActive } from '../../accounts/index.ts';
import {
  endEnrolmentsOf,
  lockRostersOf,
  lockSubjectsOf,
  reinstate,
  restoreEnrolments,
  withdraw,
} from '../../subjects/index.ts';
import { changeRecord, erased, type OfPerson, removed } from './change-record.ts';
import { type LockedPerson, lockPerson } from './record.queries.ts';
import { studentOf } from './records.service.ts';
import { studentsDueForDeactivation, withdrawnOn } from './withdrawal.queries.ts';

/** Changes whether and when a student is withdrawn, with the student's subjects locked. */
const changeWithdrawal = async (
  call: OfPerson,
  change: (tx: Transaction, person: LockedPerson, before: IsoDate | null) => Promise<unknown>,
) => {
  const { id } = call.params;
  await changeRecord(
    call,
    'students',
    async (tx, person) => {
      await lockRostersOf(tx, [id]);
      await change(tx, person, await withdrawnOn(tx, id));
    },
    (tx) => lockSubjectsOf(tx, [id]),
  );
  return studentOf(call.campus, id);
};

/** Withdraws a student, or changes the last day of one who is withdrawn. */
export const withdrawStudent: Handler<typeof people.withdrawStudent> = (call) =>
  changeWithdrawal(call, async (tx, { id, name, active }, before) => {
    const { on } = call.body;
    if (!active && (before === null || before > call.campus.today()))
      throw conflict(
        `${name} is deactivated. Reactivate the account first, then withdraw the student.`,
      );
    if (before !== null) await restoreEnrolments(tx, [id]);
    await withdraw(call.campus, tx, [id], on);
  });

export const reinstateStudent: Handler<typeof people.reinstateStudent> = (call) =>
  changeWithdrawal(call, async (tx, { id, name }, before) => {
    if (before === null) throw conflict(`${name} is not withdrawn.`);
    await reinstate(tx, [id]);
  });

/**
 * Deactivates students whose last day is today or past, and ends enrolments made since. Called every minute;
 * idempotent.
 */
export const applyDueWithdrawals = async (campus: Campus): Promise<void> => {
  const today = campus.today();
  for (const id of await studentsDueForDeactivation(campus.db, today))
    await inTransaction(campus.db, async (tx) => {
      await lockSubjectsOf(tx, [id]);
      const student = await lockPerson(tx, 'students', id);
      await lockRostersOf(tx, [id]);
      const on = await withdrawnOn(tx, id);
      // Another process may have done it, or an administrator changed the day.
      if (!student?.active || on === null || on > today) return;
      await endEnrolmentsOf(tx, [id], on);
      await setActive(tx, [id], false);
      await recordActs(tx, [{ kind: 'student_withdrawn', ...byCampus, recordId: id }]);
    });
};

/**
 * Refuses to reactivate an account that must not be: a withdrawn student has to be reinstated, which restores the
 * enrolments too; erased and removed people do not come back.
 */
export const requireReactivatable =
  ({ today }: Pick<Campus, 'today'>) =>
  async (db: Db, personId: string): Promise<void> => {
    const columns = ['erased_at', 'removed_at'] as const;
    const person = await rowWith(db, 'people', { id: personId }, columns);
    if (person?.erased_at) throw conflict(erased);
    if (person?.removed_at) throw conflict(removed);
    const on = await withdrawnOn(db, personId);
    if (on !== null && on <= today())
      throw conflict(`This student was withdrawn on ${on}. Reinstate them in Student Records.`);
  };
