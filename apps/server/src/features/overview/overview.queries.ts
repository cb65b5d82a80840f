import type { Db } from '../../db/db.ts';
import { countOf } from '../../db/sql.ts';

/** Those who have not left. */
export const countPeople = (db: Db, role: 'student' | 'teacher') =>
  countOf(db.selectFrom('people').where('role', '=', role).where('active', '=', true));

/** The subjects of the open term; 0 while no term is open. */
export const countOpenSubjects = (db: Db) =>
  countOf(
    db
      .selectFrom('subjects')
      .innerJoin('terms', 'terms.id', 'subjects.term_id')
      .where('terms.is_open', '=', true),
  );
