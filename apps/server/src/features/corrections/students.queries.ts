import type { Db } from '../../db/db.ts';
import { rowWith } from '../../db/sql.ts';

/** What of a student a correction may change. */
export interface CorrectableRecord {
  readonly contactPhone: string | null;
  readonly address: string | null;
}

/** The id of a student who has not left. */
export const activeStudent = async (db: Db, who: { id: string } | { email: string }) =>
  (await rowWith(db, 'people', { ...who, role: 'student', active: true }, ['id']))?.id;

export const studentIdByEmail = async (db: Db, email: string) =>
  (await rowWith(db, 'people', { email, role: 'student' }, ['id']))?.id;

export const recordOf = (db: Db, id: string): Promise<CorrectableRecord> =>
  db
    .selectFrom('people')
    .where('id', '=', id)
    .select(['contact_phone as contactPhone', 'address'])
    .executeTakeFirstOrThrow();
