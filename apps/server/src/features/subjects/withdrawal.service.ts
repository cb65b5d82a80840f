import type { IsoDate } from '@campus/contract';
import type { Campus } from '../../campus.ts';
import type { Transaction } from '../../db/db.ts';
import { setActive } from '../accounts/index.ts';
import { endEnrolmentsOf, restoreEnrolments, setLastDay } from './withdrawal.queries.ts';

type Ids = readonly string[];
type Clock = Pick<Campus, 'today' | 'clock'>;

/** Gives students a last day; on that day or after it they are out at once. */
export const withdraw = async (
  { today, clock }: Clock,
  tx: Transaction,
  students: Ids,
  on: IsoDate,
  graduated: true | null = null,
): Promise<void> => {
  await setLastDay(tx, students, on, graduated);
  await endEnrolmentsOf(tx, students, on);
  await setActive(tx, students, on > today(), clock.now());
};

/** As if the students had not left. Of closed terms nothing changes. */
export const reinstate = async (
  { clock }: Pick<Clock, 'clock'>,
  tx: Transaction,
  students: Ids,
): Promise<void> => {
  await setLastDay(tx, students, null, false);
  await restoreEnrolments(tx, students);
  await setActive(tx, students, true, clock.now());
};
