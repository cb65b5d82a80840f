import { previewRow, rowChange } from '@campus/contract';
import { z } from 'zod';
import { integer, type Transaction } from '../db/db.ts';
import type { ListImport } from './list-import.ts';

const outcomes = z.object({ existing: integer, changed: integer, changes: integer });

/** What would happen to the rows that have no problem. */
export const countOutcomes = <Values extends object>(
  tx: Transaction,
  { known }: ListImport<Values>,
) =>
  tx.one(
    outcomes,
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

export const firstChanges = <Values extends object>(
  tx: Transaction,
  { subject }: ListImport<Values>,
  limit: number,
) =>
  tx.rows(
    // And who or what it is of, as the list names it.
    rowChange.loose(),
    `select row, subject as "${subject}", field, before as "from", after as "to"
     from import_changes
     where row not in (select row from import_problems)
     order by row, place limit $1`,
    [limit],
  );

/** Rows with problems first, then the first others, as the file writes them. */
export const previewRows = <Values extends object>(
  tx: Transaction,
  { columns, shown, known }: ListImport<Values>,
  limit: number,
) => {
  const cells = columns
    .filter(({ field }) => shown.includes(field))
    .map(
      ({ field, name }) =>
        `coalesce(shown->>'${field}', import_rows.${name}::text, '') as "${field}"`,
    );
  return tx.rows(
    previewRow.loose(),
    `select import_rows.row, ${cells.join(', ')},
       case when import_rows.row in (select row from import_problems) then 'problem'
         when known.id is null then 'create'
         when import_rows.row in (select row from import_changes) then 'update'
         else 'skip' end as outcome
     from import_rows ${known}
     order by import_rows.row not in (select row from import_problems), import_rows.row
     limit $1`,
    [limit],
  );
};
