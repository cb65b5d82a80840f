import { type ListHeader, rowProblem } from '@campus/contract';
import { z } from 'zod';
import { integer, type Transaction } from '../db/db.ts';
import { fetchPages } from '../db/sql.ts';

/** A column as the file names it, and where it stands, from 1. */
export interface Column {
  readonly name: string;
  readonly place: number;
}

/** The column that fills a field, or null when the file has none. */
export const columnOf = ({ fields, names }: ListHeader<string>, field: string): Column | null => {
  const at = fields.indexOf(field);
  return at < 0 ? null : { name: names[at] ?? '', place: at + 1 };
};

/** Rows that share an identity each name the first other one; the first names the second. */
export const insertRepeated = async (
  tx: Transaction,
  { column, label }: { readonly column: string; readonly label: string },
  { name, place }: Column,
): Promise<void> => {
  await tx.query(
    `insert into import_problems
     select row, $2, true, $1, value, $3 || case when row = first then second else first end
     from (
       select row, ${column} as value, first_value(row) over same as first,
         nth_value(row, 2) over same as second
       from import_rows
       where ${column} in (
         select ${column} from import_rows group by ${column} having count(*) > 1)
       window same as (partition by ${column} order by row
         rows between unbounded preceding and unbounded following)
     ) as repeated`,
    [name, place, `This ${label} is the same as in row `],
  );
};

/** Forgets what a list’s `findProblems` found, to look again. */
export const forgetFoundProblems = async (tx: Transaction): Promise<void> => {
  await tx.query('delete from import_problems where found');
};

const counts = z.object({ problems: integer, rows: integer });

export const countProblems = (tx: Transaction) =>
  tx.one(
    counts,
    `select count(*)::int as problems, count(distinct row)::int as rows from import_problems`,
  );

const select = `select row, header as column, value, reason
  from import_problems order by row, place, found, reason desc`;

export const firstProblems = (tx: Transaction, limit: number) =>
  tx.rows(rowProblem, `${select} limit $1`, [limit]);

/** All of them, a thousand at a time. */
export const everyProblem = (tx: Transaction) => fetchPages(tx, rowProblem, select);
