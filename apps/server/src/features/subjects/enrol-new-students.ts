import type { IsoDate } from '@campus/contract';
import type pg from 'pg';
import { audienceMatches } from './audience.ts';

/**
 * Enrols the students listed in the transaction's temporary table `new_students (person_id)` in the
 * open term's subjects of their audience, from today on, or from the first day of a term to come.
 */
export const enrolNewStudents = async (tx: pg.ClientBase, today: IsoDate): Promise<void> => {
  // As `holdOpenTerm` does for one student: a subject created meanwhile does not miss them.
  await tx.query('select id from terms where is_open for share');
  await tx.query(
    `insert into enrolments (subject_id, student_id, from_on)
     select subjects.id, students.person_id, greatest(terms.starts_on, $1::date)
     from new_students
     join students on students.person_id = new_students.person_id
     join terms on terms.is_open
     join subjects on subjects.term_id = terms.id and ${audienceMatches}`,
    [today],
  );
};
