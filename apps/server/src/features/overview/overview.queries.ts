import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';

const n = sql<number>`count(*)::int`.as('n');

/** Those who have not left. */
export const countPeople = async (db: Db, role: 'student' | 'teacher'): Promise<number> => {
  const counted = await db
    .selectFrom('people')
    .where('role', '=', role)
    .where('active', '=', true)
    .select(n)
    .executeTakeFirstOrThrow();
  return counted.n;
};

/** The subjects of the open term; 0 while no term is open. */
export const countOpenSubjects = async (db: Db): Promise<number> => {
  const counted = await db
    .selectFrom('subjects')
    .innerJoin('terms', 'terms.id', 'subjects.term_id')
    .where('terms.is_open', '=', true)
    .select(n)
    .executeTakeFirstOrThrow();
  return counted.n;
};
