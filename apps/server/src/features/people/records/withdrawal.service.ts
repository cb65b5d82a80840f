import type { IsoDate, StudentDetails } from '@campus/contract';
import type { Campus } from '../../../campus.ts';
import { refuseDuplicates } from '../../../db/constraints.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { Actor } from '../../../http/call.ts';
import { conflict } from '../../../campus-error.ts';
import { setActive } from '../../accounts/index.ts';
import { endEnrolmentsOf, lockSubjectsOf, restoreEnrolments } from '../../subjects/index.ts';
import { changeRecord } from './change-record.ts';
import { lockPerson } from './record.queries.ts';
import { readStudentRecord } from './student-record.service.ts';
import { setWithdrawnOn, studentsToShutOut, withdrawnOn } from './withdrawal.queries.ts';

const taken = {
  enrolments_do_not_overlap:
    'The student was enrolled again since. Drop them from those subjects first, then reinstate them.',
  enrolments_one_open:
    'The student was enrolled again since. Drop them from those subjects first, then reinstate them.',
};

/** Gives a student a last day, or another one; on that day or after it they are out at once. */
export const withdrawStudent = async (
  campus: Campus,
  actor: Actor,
  id: string,
  on: IsoDate,
): Promise<StudentDetails> => {
  const first = (tx: Parameters<typeof lockSubjectsOf>[0]) => lockSubjectsOf(tx, id);
  await refuseDuplicates(taken, () =>
    changeRecord(campus, 'students', { actor, id, seen: null, first }, async (tx, person) => {
      const before = await withdrawnOn(tx, id);
      if (before === null && !person.active)
        throw conflict(
          `${person.name} is deactivated. Reactivate the account first, then withdraw the student.`,
        );
      if (before !== null) await restoreEnrolments(tx, id);
      await setWithdrawnOn(tx, id, on);
      await endEnrolmentsOf(tx, id, on);
      await setActive(tx, id, on > campus.today());
    }),
  );
  return readStudentRecord(campus, id);
};

/** As if the student had not been withdrawn. Of closed terms nothing changes. */
export const reinstateStudent = async (
  campus: Campus,
  actor: Actor,
  id: string,
): Promise<StudentDetails> => {
  const first = (tx: Parameters<typeof lockSubjectsOf>[0]) => lockSubjectsOf(tx, id);
  await refuseDuplicates(taken, () =>
    changeRecord(campus, 'students', { actor, id, seen: null, first }, async (tx, person) => {
      if ((await withdrawnOn(tx, id)) === null) throw conflict(`${person.name} is not withdrawn.`);
      await setWithdrawnOn(tx, id, null);
      await restoreEnrolments(tx, id);
      await setActive(tx, id, true);
    }),
  );
  return readStudentRecord(campus, id);
};

/**
 * Shuts out anyone who was withdrawn for today or before, and ends what they were enrolled in since.
 * Called when Campus starts and once every day; harmless when repeated.
 */
export const carryOutWithdrawals = async (campus: Campus): Promise<void> => {
  const today = campus.today();
  for (const id of await studentsToShutOut(campus.db, today))
    await inTransaction(campus.db, async (tx) => {
      await lockSubjectsOf(tx, id);
      await lockPerson(tx, 'students', id);
      const on = await withdrawnOn(tx, id);
      if (on === null || on > today) return;
      await endEnrolmentsOf(tx, id, on);
      await setActive(tx, id, false);
    });
};

/** A withdrawn student comes back by being reinstated: the account alone would leave them half out. */
export const refuseWhileWithdrawn = async (campus: Campus, personId: string): Promise<void> => {
  const on = await withdrawnOn(campus.db, personId);
  if (on !== null)
    throw conflict(`This student was withdrawn on ${on}. Reinstate them in Student Records.`);
};
