import type { IsoDate } from '@campus/contract';
import { type Db, texts } from '../../../db/db.ts';
import { rowWith } from '../../../db/sql.ts';

export const withdrawnOn = async (db: Db, studentId: string): Promise<IsoDate | null> =>
  (await rowWith(db, 'students', { person_id: studentId }, ['withdrawn_on']))?.withdrawn_on ?? null;

/** Active students whose last day has come. */
export const studentsDueForDeactivation = (db: Db, today: IsoDate) =>
  db.value(
    texts,
    `select array(select people.id::text from students join people on people.id = person_id
       where active and withdrawn_on <= $1 order by people.id) as ids`,
    [today],
  );
