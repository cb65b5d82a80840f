import type { Db } from '../../db/db.ts';

/** What of a student a correction may change. */
export interface CorrectableRecord {
  readonly contactPhone: string | null;
  readonly address: string | null;
}

/** The id of a student who has not left. */
export const activeStudent = async (
  db: Db,
  { column, value }: { readonly column: 'id' | 'email'; readonly value: string | null },
): Promise<string | undefined> => {
  const student = await db
    .selectFrom('people')
    .where('role', '=', 'student')
    .where('active', '=', true)
    .where(column, '=', value)
    .select('id')
    .executeTakeFirst();
  return student?.id;
};

export const studentIdByEmail = async (db: Db, email: string): Promise<string | undefined> => {
  const student = await db
    .selectFrom('people')
    .where('role', '=', 'student')
    .where('email', '=', email)
    .select('id')
    .executeTakeFirst();
  return student?.id;
};

export const recordOf = (db: Db, id: string): Promise<CorrectableRecord> =>
  db
    .selectFrom('people')
    .where('id', '=', id)
    .select(['contact_phone as contactPhone', 'address'])
    .executeTakeFirstOrThrow();
