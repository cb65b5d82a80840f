import type { Kysely } from 'kysely';
import type { DB } from '../../db/tables.generated.ts';

type Db = Kysely<DB>;

/** What of a student a correction may change. */
export interface CorrectableRecord {
  readonly contactPhone: string | null;
  readonly address: string | null;
}

const activeStudents = (db: Db) =>
  db.selectFrom('people').where('role', '=', 'student').where('active', '=', true).select('id');

export const activeStudentById = (db: Db, id: string) =>
  activeStudents(db).where('id', '=', id).executeTakeFirst();

export const activeStudentByEmail = (db: Db, email: string) =>
  activeStudents(db).where('email', '=', email).executeTakeFirst();

export const studentIdByEmail = async (db: Db, email: string): Promise<string | undefined> => {
  const student = await db
    .selectFrom('people')
    .where('role', '=', 'student')
    .where('email', '=', email)
    .select('id')
    .executeTakeFirst();
  return student?.id;
};

/** Holds the record of a student until the transaction ends, and reads it. */
export const holdStudent = (tx: Db, id: string): Promise<CorrectableRecord> =>
  tx
    .selectFrom('people')
    .where('id', '=', id)
    .select(['contact_phone as contactPhone', 'address'])
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
