import type { IsoDate } from '@campus/contract';
import type { Db } from '../../../db/db.ts';
import { rowWith } from '../../../db/sql.ts';

export const withdrawnOn = async (db: Db, studentId: string): Promise<IsoDate | null> =>
  (await rowWith(db, 'students', { person_id: studentId }, ['withdrawn_on']))?.withdrawn_on ?? null;

export const isErased = async (db: Db, id: string): Promise<boolean> =>
  Boolean((await rowWith(db, 'people', { id }, ['erased_at']))?.erased_at);

export const isRemoved = async (db: Db, id: string): Promise<boolean> =>
  Boolean((await rowWith(db, 'people', { id }, ['removed_at']))?.removed_at);

/** Active students whose last day has come. */
export const studentsDueForDeactivation = async (db: Db, today: IsoDate): Promise<string[]> => {
  const rows = await db
    .selectFrom('students')
    .innerJoin('people', 'people.id', 'students.person_id')
    .where('people.active', '=', true)
    .where('students.withdrawn_on', '<=', today)
    .select('people.id')
    .orderBy('people.id')
    .execute();
  return rows.map(({ id }) => id);
};
