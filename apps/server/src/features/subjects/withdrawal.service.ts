import type { IsoDate } from '@campus/contract';
import type { Campus } from '../../campus.ts';
import type { Transaction } from '../../db/db.ts';
import { setActive } from '../accounts/index.ts';
import { endEnrolmentsOf, haveLeft, restoreEnrolments, setLastDay } from './withdrawal.queries.ts';

type Ids = readonly string[];

/** Sets the last day of students; if it is today or earlier, their accounts are deactivated at once. */
export const withdraw = async (
  { today }: Pick<Campus, 'today'>,
  tx: Transaction,
  students: Ids,
  on: IsoDate,
  graduated: true | null = null,
): Promise<void> => {
  await setLastDay(tx, students, on, graduated);
  await endEnrolmentsOf(tx, students, on);
  await setActive(tx, students, on > today());
};

/** Undoes a withdrawal. Closed terms do not change, nor accounts that were deactivated before the last day. */
export const reinstate = async (
  { today }: Pick<Campus, 'today'>,
  tx: Transaction,
  students: Ids,
): Promise<void> => {
  const left = await haveLeft(tx, students, today());
  await setLastDay(tx, students, null, false);
  await restoreEnrolments(tx, students);
  await setActive(tx, left, true);
};
