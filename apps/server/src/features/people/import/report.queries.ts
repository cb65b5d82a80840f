import type { ImportChange, ImportPreviewRow } from '@campus/contract';
import type pg from 'pg';
import type { StoredList } from './imported-list.ts';

/** What would happen to the rows that have no problem. */
export const countOutcomes = async (
  tx: pg.ClientBase,
): Promise<{ existing: number; changed: number; changes: number }> => {
  const { rows } = await tx.query<{ existing: number; changed: number; changes: number }>(
    `with ready as (
       select row, email from people_import
       where not exists (select from people_import_problems as bad
         where bad.row = people_import.row)
     ), differing as (
       select row from people_import_changes where row in (select row from ready)
     )
     select
       (select count(*)::int from ready join people on people.email = ready.email) as existing,
       (select count(distinct row)::int from differing) as changed,
       (select count(*)::int from differing) as changes`,
  );
  return rows[0] ?? { existing: 0, changed: 0, changes: 0 };
};

export const firstChanges = async (tx: pg.ClientBase, limit: number): Promise<ImportChange[]> => {
  const { rows } = await tx.query<ImportChange>(
    `select row, email, field, before as "from", after as "to"
     from people_import_changes
     where row not in (select row from people_import_problems)
     order by row, place limit $1`,
    [limit],
  );
  return rows;
};

/** Rows with problems first, then the first others, as the file writes them. */
export const previewRows = async (
  tx: pg.ClientBase,
  { stored, shown }: StoredList,
  limit: number,
): Promise<ImportPreviewRow[]> => {
  const columns = stored
    .filter(({ field }) => shown.includes(field))
    .map(
      ({ field, column }) =>
        `coalesce(shown->>'${field}', people_import.${column}::text, '') as "${field}"`,
    );
  const { rows } = await tx.query<ImportPreviewRow>(
    `select row, ${columns.join(', ')},
       case when row in (select row from people_import_problems) then 'problem'
         when people.id is null then 'create'
         when row in (select row from people_import_changes) then 'update'
         else 'skip' end as outcome
     from people_import left join people on people.email = people_import.email
     order by row not in (select row from people_import_problems), row
     limit $1`,
    [limit],
  );
  return rows;
};
