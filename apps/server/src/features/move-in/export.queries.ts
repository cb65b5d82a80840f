import { exportedRow } from '../../csv/table-file.ts';
import type { Transaction } from '../../db/db.ts';
import { fetchPages } from '../../db/sql.ts';
import type { StoredKind } from './kind.ts';

/**
 * The id of the record in another system, or else the one under which another campus will know it. That is numbered if
 * a record from another campus has it already.
 */
export const sourcedId = (name: string, id: string): string => `
  coalesce((select min(foreign_id) from foreign_ids where kind = '${name}' and record_id = ${id}),
    (select own.id from generate_series(1, 9) as n
     cross join lateral (select 'campus-${name}-' || ${id} || coalesce('-' || nullif(n, 1), '')) as own (id)
     where not exists (select from foreign_ids where kind = '${name}' and foreign_id = own.id)
     order by n limit 1))`;

/** All records of a kind in the columns of its import file, 1,000 at a time. */
export const exportedRecords = (
  tx: Transaction,
  {
    name,
    fields,
    id,
    kept,
    exported,
  }: Pick<StoredKind, 'name' | 'fields' | 'id' | 'kept' | 'exported'>,
) => {
  const stored = Object.fromEntries(kept.map((one) => [one.field, one.stored]));
  const sourced = 'sourcedId' in fields ? { sourcedId: sourcedId(name, id) } : {};
  const cells: Readonly<Record<string, string>> = { ...stored, ...exported.cells, ...sourced };
  const listed = Object.keys(fields).filter((field) => field in cells);
  const select = listed.map((field) => `${cells[field]} as "${field}"`).join(', ');
  const row = exportedRow({ fields: listed });
  return { listed, pages: fetchPages(tx, row, `select ${select} from ${exported.from}`) };
};
