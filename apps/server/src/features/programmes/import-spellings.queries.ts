import { nearestIn, type SpellingHint } from '@campus/contract';
import { integer, text, texts } from '../../db/db.ts';
import type { Judged } from '../../csv/import.queries.ts';

/** The table for each column of a file. The course comes before the branch, which depends on it. */
const tables = {
  programme: 'programmes',
  course: 'programmes',
  branch: 'programme_branches',
  department: 'departments',
} as const;
type Field = keyof typeof tables;

const courseBy = (key: 'email' | 'univ_id'): string => `(select course from students
  join people on people.id = person_id where people.${key} = import_rows.${key})`;

/** The course of a row or, if it gives none, of the student it is about. */
export const courseOfStudent = `coalesce(import_rows.course, ${courseBy('email')}, ${courseBy('univ_id')})`;

/** The confirmed record, as `named`, that a text of a row (`import_rows`) refers to. */
const meaning = (field: Field, course: string): string =>
  `from ${tables[field]} known
   join ${tables[field]} named on named.id = coalesce(known.merged_into, known.id) and named.confirmed
   where lower(known.name) = lower(import_rows.${field}) ${
     field === 'branch'
       ? `and known.programme_id in (
            select id from programmes where lower(name) = lower(${course}))`
       : ''
   }`;

/** The most different texts to compare with the names. */
const maxCompared = 1000;

/**
 * Replaces spellings in the rows of a file as described for `ListReading.respell`; a branch is one of `course` (SQL).
 * Does nothing on a campus without confirmed names.
 */
export const respellRows = async (
  { tx, header }: Judged,
  taken: ReadonlySet<string>,
  course = 'import_rows.course',
): Promise<SpellingHint[]> => {
  const hints: SpellingHint[] = [];
  for (const field of Object.keys(tables) as Field[]) {
    if (!header.fields.includes(field)) continue;
    const names = await tx.value(
      texts,
      `select array(select distinct name from ${tables[field]} where confirmed order by name)`,
    );
    if (names.length === 0) continue;
    await tx.query(
      `update import_rows set ${field} = meant.name from (
         select row, (select named.name ${meaning(field, course)}) as name
         from import_rows where ${field} is not null) as meant
       where meant.row = import_rows.row and meant.name <> ${field}`,
    );
    const unknown = await tx.rows(
      { value: text, rows: integer },
      `select ${field} as value, count(*)::int as rows from import_rows
       where ${field} is not null and not exists (select ${meaning(field, course)})
       group by ${field} order by ${field} limit ${maxCompared}`,
    );
    const nearest = nearestIn(names);
    for (const { value, rows } of unknown) {
      const meant = nearest(value);
      if (meant === undefined || meant === value) continue;
      const isTaken = taken.has(`${field}.${value}`);
      hints.push({ field, value, meant, rows, taken: isTaken });
      if (isTaken)
        await tx.query(`update import_rows set ${field} = $2 where ${field} = $1`, [value, meant]);
    }
  }
  return hints;
};
