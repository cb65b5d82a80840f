import { z } from 'zod';
import { type Db, text, textOrNull } from '../../db/db.ts';
import { finds, keyOfColleague, keyOfStaff } from '../../db/sql.ts';

const foundPerson = z.object({
  kind: z.enum(['student', 'teacher', 'admin']),
  id: text,
  name: text,
  email: text,
  univId: textOrNull,
  rollNo: textOrNull,
  /** Of a student. */
  course: textOrNull,
  /** Of a teacher. */
  department: textOrNull,
  /** Withdrawn or Deactivated. */
  left: textOrNull,
});
export type FoundPerson = z.infer<typeof foundPerson>;

/** So many are looked at before the best are chosen: of a search that fits half of all, not every one. */
const looked = 200;

const statement = (of: 'beginning' | 'anywhere', all: boolean): string => {
  const found = (key: string, stored: string): string =>
    of === 'beginning' ? `key_words(${stored}) @@ beginning_with($1)` : finds(key, '$1');
  const asColleague = all ? '' : `and people.role = 'teacher' and ${finds(keyOfColleague, '$1')}`;
  return `
    select kind, id::text, name, email, "univId", "rollNo", course, department, "left" from (
    select *, row_number() over (partition by kind order by
      starts_with(search_key(name collate "C"), search_key($1)) desc, name, id) as place from (
      (select 'student' as kind, person_id as id, name, email, nullif(univ_id, '') as "univId",
         roll_no as "rollNo", course, null as department,
         case when status <> 'active' then initcap(status) end as "left"
       from student_directory where (status = 'active' or $2)
         and ${found('search_key', 'search_key')} limit ${looked})
      union all
      (select people.role, people.id, name, email, univ_id, null, null, department,
         case when not active then 'Deactivated' end
       from people left join faculty on faculty.person_id = people.id
       where people.role <> 'student' and (active or $2) and removed_at is null
         and ${found(keyOfStaff, 'people.search_key')} ${asColleague} limit ${looked})
    ) as found) as placed
    where place <= $3 order by array_position(array['student', 'teacher', 'admin'], kind), place`;
};

/**
 * Students, teachers and administrators, of each at most so many, best first: those in whom words begin so,
 * which an index knows, and only where there are none those who hold the words elsewhere. `all`: also
 * administrators and those who have left, and by all that is known.
 */
export const findPeople = async (
  db: Db,
  search: string,
  { all, most }: { readonly all: boolean; readonly most: number },
): Promise<FoundPerson[]> => {
  const find = (of: Parameters<typeof statement>[0]) =>
    db.rows(foundPerson, statement(of, all), [search, all, most]);
  const beginning = await find('beginning');
  return beginning.length > 0 ? beginning : find('anywhere');
};
