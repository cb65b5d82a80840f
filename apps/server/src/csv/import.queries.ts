import { pipeline } from 'node:stream/promises';
import { type ListHeader, previewRow, rowChange, rowProblem } from '@campus/contract';
import { from as copyFrom } from 'pg-copy-streams';
import { z } from 'zod';
import { integer, text, type Transaction } from '../db/db.ts';
import { fetchPages } from '../db/sql.ts';
import type { Cell as StoredCell } from '../db/stored-fields.ts';
import type { Importing, ListReading } from './list-import.ts';
import type { ListedRow, ListFile } from './list-file.ts';

/**
 * Creates temporary tables for the file, dropped at the end of the transaction. `import_rows` has all
 * rows, including those with problems: another row may be a duplicate of one of them.
 */
export const createStaging = (
  tx: Transaction,
  { columns: staged, tables = '' }: Pick<ListReading<never>, 'columns' | 'tables'>,
) => {
  const columns = staged.map(({ name, type }) => `${name} ${type}`);
  return tx.query(`
    create temporary table import_rows (
      row integer not null, shown jsonb, problems jsonb, ${columns.join(', ')}
    ) on commit drop;
    create temporary table import_problems (
      row integer not null, place integer, found boolean not null, header text, value text,
      reason text not null
    ) on commit drop;
    create temporary table import_changes (
      row integer not null, place integer not null, subject text, field text, before text, after text
    ) on commit drop;
    ${tables}`);
};

const special: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

// Outside the function: each evaluation of a literal creates an object, millions for a file.
const hasSpecial = /[\\\n\r\t]/;
const everySpecial = /[\\\n\r\t]/g;

/** A value in the text format of COPY. */
const copied = (value: StoredCell): string => {
  if (value === null || value === undefined) return '\\N';
  const written = String(value);
  return hasSpecial.test(written)
    ? written.replaceAll(everySpecial, (char) => special[char] ?? char)
    : written;
};

/** Deletes the staged rows so that the file can be read again. */
export const emptyStaging = (tx: Transaction) => tx.query('truncate import_rows, import_problems');

/** Fills `import_rows`, and `import_problems` with those of each record alone; returns the number of rows. */
export const stageRows = async <Values extends object>(
  tx: Transaction,
  { columns }: ListReading<Values>,
  { header, rows: listed }: ListFile<Values>,
  signal: AbortSignal,
): Promise<number> => {
  // One array reused for every line: lists of a hundred thousand are ordinary.
  const cells: string[] = [];
  const line = ({ record, shown }: ListedRow<Values>): string => {
    const { row, values, problems } = record;
    cells[0] = String(row);
    cells[1] = copied(shown && JSON.stringify(shown));
    cells[2] = copied(problems.length > 0 ? JSON.stringify(problems) : null);
    let at = 3;
    for (const { field, of } of columns) {
      cells[at] = copied(of(values[field]));
      at += 1;
    }
    return cells.join('\t');
  };

  let rows = 0;
  const lines = async function* (): AsyncGenerator<string> {
    for await (const batch of listed) {
      signal.throwIfAborted();
      rows += batch.length;
      if (batch.length > 0) yield `${batch.map(line).join('\n')}\n`;
    }
  };
  const names = ['row', 'shown', 'problems', ...columns.map(({ name }) => name)].join(', ');
  await pipeline(lines, tx.client.query(copyFrom(`copy import_rows (${names}) from stdin`)));
  await tx.query(
    `insert into import_problems
     select import_rows.row, array_position($1::text[], problem->>'column'), false,
       problem->>'column', problem->>'value', problem->>'reason'
     from import_rows, jsonb_array_elements(problems) as problem
     where problems is not null`,
    [header.names],
  );
  return rows;
};

/** The name in the file and the position, from 1, of a field's column; null if the file has none. */
export const columnOf = ({ fields, names }: ListHeader<string>, field: string) => {
  const at = fields.indexOf(field);
  return at < 0 ? null : { name: names[at] ?? '', place: at + 1 };
};

export type Judged = Pick<Importing, 'tx' | 'header'>;

/** A field of the file, and the column of `import_rows` that has the text of its cell. */
export type Cell = readonly [field: string, column: string];

/** Rows whose own cells could be read. */
export const readable = 'import_rows.problems is null';

/**
 * Adds a problem to each row that a condition selects: `rows` follows `from import_rows`, `reason` is SQL too, with
 * `values` from `$3` on. Without a cell, the problem is about the row as a whole.
 */
export const insertProblems = (
  { tx, header }: Judged,
  cell: Cell | null,
  reason: string,
  rows: string,
  values: readonly unknown[] = [],
) => {
  const column = cell && columnOf(header, cell[0]);
  return tx.query(
    `insert into import_problems
     select import_rows.row, $1::integer, true, $2, ${column ? `import_rows.${cell?.[1]}::text` : 'null'}, ${reason}
     from import_rows ${rows}`,
    [column?.place ?? null, column?.name ?? null, ...values],
  );
};

/**
 * Adds a problem to rows with the same `key`, naming the first of them; the first row names the second. Nothing
 * without the column.
 */
export const insertRepeated = async (
  judged: Judged,
  cell: Cell,
  label: string,
  key: string = cell[1],
): Promise<void> => {
  if (!columnOf(judged.header, cell[0])) return;
  await insertProblems(
    judged,
    cell,
    `'This ${label} is the same as in row ' || case when import_rows.row = first then second else first end`,
    `join (
       select row, first_value(row) over same as first, nth_value(row, 2) over same as second
       from import_rows
       where ${key} in (select ${key} from import_rows group by ${key} having count(*) > 1)
       window same as (partition by ${key} order by row
         rows between unbounded preceding and unbounded following)
     ) as repeated using (row)`,
  );
};

/** Fills `import_changes` with every difference; blank cells and absent columns change nothing. */
export const insertChanges = (tx: Transaction, { stored }: Pick<ListReading<never>, 'stored'>) => {
  const compared = stored.values.map(
    ({ field, before, after }, place) =>
      `(${place}, '${field}', ${before} collate "C", ${after} collate "C")`,
  );
  return tx.query(
    `insert into import_changes
     select import_rows.row, place, ${stored.subject}, field, before, after
     from import_rows ${stored.from},
     lateral (values ${compared.join(', ')}) as compared (place, field, before, after)
     where after is not null and after is distinct from before`,
  );
};

const absentByName = (absent: string) => `${absent} order by name`;

/** How many stored records are not in the file, and the names of the first 20. */
export const readAbsent = async (tx: Transaction, absent: string) => ({
  count: await tx.value(integer, `select count(*)::int as n from (${absent}) as absent`),
  first: (await tx.rows({ name: text }, `${absentByName(absent)} limit 20`)).map(
    ({ name }) => name,
  ),
});

export const everyAbsent = (tx: Transaction, absent: string) =>
  fetchPages(tx, z.object({ name: text }), absentByName(absent));

/** Deletes the problems found by a list’s `findProblems`, before it is called again. */
export const forgetFoundProblems = (tx: Transaction) =>
  tx.query('delete from import_problems where found');

export const countProblems = (tx: Transaction) =>
  tx.one(
    { problems: integer, rows: integer },
    `select count(*)::int as problems, count(distinct row)::int as rows from import_problems`,
  );

const select = `select row, header as column, value, reason
  from import_problems order by row, place, found, reason desc`;

export const firstProblems = (tx: Transaction, limit: number) =>
  tx.rows(rowProblem, `${select} limit $1`, [limit]);

/** All problems, a thousand at a time. */
export const everyProblem = (tx: Transaction) => fetchPages(tx, rowProblem, select);

/** Counts what would happen to the rows without problems. */
export const countOutcomes = (tx: Transaction, { known }: Pick<ListReading<never>, 'known'>) =>
  tx.one(
    { existing: integer, changed: integer, changes: integer },
    `with bad as (select distinct row from import_problems),
     differing as (
       select row from import_changes where row not in (select row from bad)
     )
     select
       (select count(*)::int from import_rows ${known}
        where known.id is not null and import_rows.row not in (select row from bad)) as existing,
       (select count(distinct row)::int from differing) as changed,
       (select count(*)::int from differing) as changes`,
  );

/** Counts the new records without problems whose rows meet a condition. */
export const countNew = (
  tx: Transaction,
  { known }: Pick<ListReading<never>, 'known'>,
  condition: string,
) =>
  tx.value(
    integer,
    `select count(*)::int as n from import_rows ${known}
     where known.id is null and import_rows.row not in (select row from import_problems)
       and ${condition}`,
  );

type Reported = Pick<ListReading<never>, 'subject' | 'reported'>;

const changesOf = ({ subject, reported }: Reported) =>
  `select row, import_changes.subject as "${subject}", field, before as "from", after as "to"
     ${reported ? `, ${reported.columns}` : ''}
   from import_changes ${reported ? 'join import_rows using (row)' : ''}
   where import_changes.row not in (select row from import_problems)
   order by ${reported ? `${reported.first}, ` : ''}row, place`;

/** Also the list's `subject` and `reported` columns. */
const change = rowChange.loose();

export const firstChanges = (tx: Transaction, list: Reported, limit: number) =>
  tx.rows(change, `${changesOf(list)} limit $1`, [limit]);

export const everyChange = (tx: Transaction, list: Reported) =>
  fetchPages(tx, change, changesOf(list));

/** Rows with problems first, then others, as written in the file. */
export const previewRows = <Values extends object>(
  { tx, header, existing }: Importing,
  { columns, shown, shownOfKnown = {}, known }: ListReading<Values>,
  limit: number,
) => {
  const read = new Set([...shown, ...header.fields]);
  const cells = columns
    .filter(({ field }) => read.has(field))
    .map(({ field, name }) => {
      const otherwise = shownOfKnown[field] ?? 'null';
      return `coalesce(shown->>'${field}', import_rows.${name}::text, ${otherwise}, '') as "${field}"`;
    });
  return tx.rows(
    previewRow.loose(),
    `select import_rows.row, ${cells.join(', ')},
       case when import_rows.row in (select row from import_problems) then 'problem'
         when known.id is null then 'create'
         when import_rows.row in (select row from import_changes) then 'update'
         else '${existing === 'update' ? 'unchanged' : 'skip'}' end as outcome
     from import_rows ${known}
     order by import_rows.row not in (select row from import_problems), import_rows.row
     limit $1`,
    [limit],
  );
};
