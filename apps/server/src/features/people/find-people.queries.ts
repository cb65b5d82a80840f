import { z } from 'zod';
import { type Db, text, textOrNull } from '../../db/db.ts';
import { colleagueSearchKey, searchCondition, staffSearchKey } from '../../db/sql.ts';

const foundPerson = z.object({
  kind: z.enum(['student', 'teacher', 'admin']),
  id: text,
  name: text,
  email: text,
  univId: textOrNull,
  rollNo: textOrNull,
  /** Students only. */
  course: textOrNull,
  /** Teachers only. */
  department: textOrNull,
  /** “Withdrawn”, “Deactivated” and the like; null for active people. */
  left: textOrNull,
});
export type FoundPerson = z.infer<typeof foundPerson>;

/** How many matches are ranked at most, so that a search that matches half of all people does not rank them all. */
const maxRanked = 200;

const statement = (of: 'beginning' | 'anywhere', all: boolean): string => {
  const found = (key: string, stored: string): string =>
    of === 'beginning' ? `key_words(${stored}) @@ beginning_with($1)` : searchCondition(key, '$1');
  const asColleague = all
    ? ''
    : `and people.role = 'teacher' and ${searchCondition(colleagueSearchKey, '$1')}`;
  return `
    select kind, id::text, name, email, "univId", "rollNo", course, department, "left" from (
    select *, row_number() over (partition by kind order by
      starts_with(search_key(name collate "C"), search_key($1)) desc, name, id) as place from (
      (select 'student' as kind, person_id as id, name, email, nullif(univ_id, '') as "univId",
         roll_no as "rollNo", course, null as department,
         case when status <> 'active' then initcap(status) end as "left"
       from student_directory where (status = 'active' or $2)
         and ${found('search_key', 'search_key')} limit ${maxRanked})
      union all
      (select people.role, people.id, name, email, univ_id, null, null, department,
         case when not active then 'Deactivated' end
       from people left join faculty on faculty.person_id = people.id
       where people.role <> 'student' and (active or $2) and removed_at is null
         and ${found(staffSearchKey, 'people.search_key')} ${asColleague} limit ${maxRanked})
    ) as found) as placed
    where place <= $3 order by array_position(array['student', 'teacher', 'admin'], kind), place`;
};

/**
 * Finds students, teachers and administrators, at most `most` of each, best first. Words that begin with the search
 * come from an index; only if there are none are the words searched for anywhere. `all` includes administrators and
 * people who have left, and searches all stored fields.
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
