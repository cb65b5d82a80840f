import type { Db } from '../../db/db.ts';

/** What of a student a correction may change. */
export interface CorrectableRecord {
  readonly contactPhone: string | null;
  readonly address: string | null;
}

const studentWith = (db: Db, who: { readonly id: string } | { readonly email: string }) =>
  db
    .selectFrom('people')
    .where('role', '=', 'student')
    .where((where) => where.and({ ...who }))
    .select(['id', 'active'])
    .executeTakeFirst();

/** The id of a student who has not left. */
export const activeStudent = async (db: Db, who: Parameters<typeof studentWith>[1]) => {
  const student = await studentWith(db, who);
  return student?.active ? student.id : undefined;
};

export const studentIdByEmail = async (db: Db, email: string): Promise<string | undefined> =>
  (await studentWith(db, { email }))?.id;

export const recordOf = (db: Db, id: string): Promise<CorrectableRecord> =>
  db
    .selectFrom('people')
    .where('id', '=', id)
    .select(['contact_phone as contactPhone', 'address'])
    .executeTakeFirstOrThrow();
