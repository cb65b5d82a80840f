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

/**
 * How files of other kinds name a record: by its Source ID if its own name is the Source ID of another one, for which it
 * would be taken. The default collation is that of the index.
 */
const asNamed = (name: 'terms' | 'subjects', called: string, other: string): string => `
  case when exists (select from foreign_ids join ${name} as other on other.id = record_id and ${other}
      where kind = '${name}' and foreign_id = ${called} collate "default" and other.id <> ${name}.id)
    then ${sourcedId(name, `${name}.id`)} else ${called} end`;

export const termCell = asNamed('terms', 'terms.name', 'other.deleted_at is null');
export const subjectCell = asNamed('subjects', 'subjects.code', 'other.term_id = subjects.term_id');

/** Whether a person is in files for another campus: who was erased or removed cannot move in. */
export const stays = (person: string): string =>
  `${person}.erased_at is null and ${person}.removed_at is null`;

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
  const listed = Object.fromEntries(Object.entries(fields).filter(([field]) => field in cells));
  const select = Object.keys(listed).map((field) => `${cells[field]} as "${field}"`);
  const row = exportedRow(listed);
  return {
    listed,
    pages: fetchPages(tx, row, `select ${select.join(', ')} from ${exported.from}`),
  };
};
