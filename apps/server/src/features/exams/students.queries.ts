import { examResults, type IsoDate } from '@campus/contract';
import { boolean, type Db, text } from '../../db/db.ts';
import { enrolledOn, isTaughtStudent, type TeachingScope } from '../../db/sql.ts';

/**
 * The students with this university ID or roll number, as written or else ignoring case. `within` is the subject and
 * the day that decide about `enrolled`, limited to what is taught.
 */
export const studentsByNumber = async (
  db: Db,
  number: string,
  within: { subjectId: string; day: IsoDate; taught: TeachingScope | null } | null,
) => {
  const rows = await db.rows(
    { ...examResults.foundStudent.shape, exact: boolean },
    `select person.id::text as "studentId", person.name as "studentName",
       person.univ_id as "univId", students.roll_no as "rollNo",
       $1 in (person.univ_id, students.roll_no) is true as exact,
       case when $3::bigint is not null then exists (
         select from enrolments join subjects on subjects.id = subject_id
         where subject_id = $3 and student_id = person.id and ${isTaughtStudent('$5', 'person.id')}
           and ${enrolledOn('$4')}) end as enrolled
     from (
       select id from people where role = 'student' and univ_id = any($2::text[])
       union
       select person_id from students where roll_no = any($2::text[])
     ) as known
     join people person on person.id = known.id
     join students on students.person_id = known.id
     order by exact desc, person.univ_id, person.id
     limit 5`,
    [
      number,
      [number, number.toUpperCase(), number.toLowerCase()],
      within?.subjectId ?? null,
      within?.day ?? null,
      within?.taught ?? null,
    ],
  );
  const exact = rows.filter((row) => row.exact);
  return (exact.length > 0 ? exact : rows).map(({ exact: _exact, ...student }) => student);
};

/** The names of students, keyed by any of their identities. */
export const namesByIdentity = async (db: Db, identities: readonly string[]) => {
  const rows = await db.rows(
    { identity: text, name: text },
    `select given.identity, person.name
     from unnest($1::text[]) as given (identity)
     join people person on person.role = 'student' and person.univ_id = given.identity
     union all
     select given.identity, person.name
     from unnest($1::text[]) as given (identity)
     join students on students.roll_no = given.identity
     join people person on person.id = students.person_id
     union all
     select given.identity, person.name
     from unnest($1::text[]) as given (identity)
     join people person on person.role = 'student' and person.email = lower(given.identity)`,
    [identities],
  );
  return new Map(rows.map(({ identity, name }) => [identity, name]));
};
