import type { IsoDate } from '@campus/contract';
import type { Campus } from '../../campus.ts';
import type { Transaction } from '../../db/db.ts';
import { setActive } from '../accounts/index.ts';
import {
  endEnrolmentsOf,
  notDeactivatedByHand,
  restoreEnrolments,
  setLastDay,
} from './withdrawal.queries.ts';

type Ids = readonly string[];

/** Activates the accounts of students who were withdrawn, unless they were deactivated by hand. */
export const letInAgain = async (tx: Transaction, students: Ids) =>
  setActive(tx, await notDeactivatedByHand(tx, students), true);

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
  if (on > today()) await letInAgain(tx, students);
  else await setActive(tx, students, false);
};

/** Undoes a withdrawal. Closed terms do not change. */
export const reinstate = async (tx: Transaction, students: Ids): Promise<void> => {
  await setLastDay(tx, students, null, false);
  await restoreEnrolments(tx, students);
  await letInAgain(tx, students);
};
