import type { IsoDate } from '@campus/contract';
import type { Transaction } from '../../db/db.ts';
import { audienceMatches } from './audience.ts';

/**
 * Enrols the students listed in the transaction's temporary table `new_people (person_id)` in the
 * open term's subjects of their audience, from today on, or from the first day of a term to come.
 */
export const enrolNewStudents = async (tx: Transaction, today: IsoDate): Promise<void> => {
  // As `holdOpenTerm` does for one student: a subject created meanwhile does not miss them.
  await tx.query('select id from terms where is_open for share');
  // Students of the same course, branch, semester and year have the same subjects: they are matched
  // once, because a class list has thousands of students and a university a thousand subjects.
  await tx.query(
    `with newcomers as materialized (
       select person_id, course, branch, semester, year,
         dense_rank() over (order by course, branch, semester, year) as kind
       from new_people join students using (person_id)
     ),
     audiences as materialized (
       select students.kind, subjects.id as subject_id,
         greatest(terms.starts_on, $1::date) as from_on
       from (select distinct kind, course, branch, semester, year from newcomers) as students
       join terms on terms.is_open
       join subjects on subjects.term_id = terms.id and ${audienceMatches}
     )
     insert into enrolments (subject_id, student_id, from_on)
     select subject_id, person_id, from_on
     from newcomers join audiences using (kind)
     order by subject_id, person_id`,
    [today],
  );
};
