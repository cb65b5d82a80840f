import type { ListHeader, RowProblem } from '@campus/contract';
import type pg from 'pg';
import type { Identity, StoredList } from './imported-list.ts';

/** What happens to a row whose e-mail one of these people has already. */
export type ExistingRows = 'refuse' | 'skip' | 'update';

/** A column as the file names it, and where it stands, from 1. */
interface Column {
  readonly name: string;
  readonly place: number;
}

/** Rows that share an identity each name the first other one; the first names the second. */
const insertRepeated = async (
  tx: pg.ClientBase,
  { column, label }: Identity<string>,
  { name, place }: Column,
): Promise<void> => {
  await tx.query(
    `insert into people_import_problems
     select row, $2, true, $1, value, $3 || case when row = first then second else first end
     from (
       select row, ${column} as value, first_value(row) over same as first,
         nth_value(row, 2) over same as second
       from people_import
       where ${column} in (
         select ${column} from people_import group by ${column} having count(*) > 1)
       window same as (partition by ${column} order by row
         rows between unbounded preceding and unbounded following)
     ) as repeated`,
    [name, place, `This ${label} is the same as in row `],
  );
};

const insertTakenEmails = async (
  tx: pg.ClientBase,
  { owners, role }: StoredList,
  { name, place }: Column,
  existing: ExistingRows,
): Promise<void> => {
  await tx.query(
    `insert into people_import_problems
     select row, $2, true, $1, people_import.email,
       ($5::jsonb ->> people.role) || ' has this email already'
     from people_import join people on people.email = people_import.email
     where $3 or people.role <> $4`,
    [name, place, existing === 'refuse', role, JSON.stringify(owners)],
  );
};

/** Who has an identity: a person, or the record of their role. */
const holderOf = ({ stored, roleTable }: StoredList, { field, column }: Identity<string>): string =>
  stored.find((one) => one.field === field)?.of === 'role'
    ? `${roleTable} on ${roleTable}.${column} = people_import.${column}
       join people on people.id = ${roleTable}.person_id`
    : `people on people.${column} = people_import.${column}`;

/** Rows that are not about somebody who exists, or would change them, must not take from others. */
const insertTakenIdentities = async (
  tx: pg.ClientBase,
  list: StoredList,
  identity: Identity<string>,
  { name, place }: Column,
  existing: ExistingRows,
): Promise<void> => {
  await tx.query(
    `insert into people_import_problems
     select row, $2, true, $1, people_import.${identity.column}, $3
     from people_import join ${holderOf(list, identity)}
     where people.email is distinct from people_import.email
       and ($4 or not exists (select from people as own where own.email = people_import.email))`,
    [name, place, `Somebody else has this ${identity.label} already`, existing === 'update'],
  );
};

/** Adds the problems that only the whole file and the campus together show. */
export const findProblems = async (
  tx: pg.ClientBase,
  list: StoredList,
  header: ListHeader<string>,
  existing: ExistingRows,
): Promise<void> => {
  for (const identity of list.identities) {
    const at = header.fields.indexOf(identity.field);
    if (at < 0) continue;
    const column = { name: header.names[at] ?? '', place: at + 1 };
    await insertRepeated(tx, identity, column);
    if (identity.field === 'email') await insertTakenEmails(tx, list, column, existing);
    else await insertTakenIdentities(tx, list, identity, column, existing);
  }
};

/** Forgets what `findProblems` found, to look again. */
export const forgetFoundProblems = async (tx: pg.ClientBase): Promise<void> => {
  await tx.query('delete from people_import_problems where found');
};

export const countProblems = async (
  tx: pg.ClientBase,
): Promise<{ problems: number; rows: number }> => {
  const { rows } = await tx.query<{ problems: number; rows: number }>(
    `select count(*)::int as problems, count(distinct row)::int as rows
     from people_import_problems`,
  );
  return rows[0] ?? { problems: 0, rows: 0 };
};

const select = `select row, header as column, value, reason
  from people_import_problems order by row, place, found, reason desc`;

export const firstProblems = async (tx: pg.ClientBase, limit: number): Promise<RowProblem[]> => {
  const { rows } = await tx.query<RowProblem>(`${select} limit $1`, [limit]);
  return rows;
};

/** All of them, a thousand at a time. */
export async function* everyProblem(tx: pg.ClientBase): AsyncGenerator<RowProblem[]> {
  await tx.query(`declare every_problem no scroll cursor for ${select}`);
  for (;;) {
    const { rows } = await tx.query<RowProblem>('fetch 1000 from every_problem');
    if (rows.length === 0) return;
    yield rows;
  }
}
