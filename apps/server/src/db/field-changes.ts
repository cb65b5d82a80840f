import type { RecordChange } from '@campus/contract';
import type { Transaction } from './db.ts';
import { instant } from './sql.ts';

/** A field as the contract names it, with its value as text before and after. */
export interface FieldChange<Field extends string = string> {
  readonly field: Field;
  readonly previous: string | null;
  readonly value: string | null;
}

/** What others have changed of a held record after the version `seen`, field by field. */
export const changesSince = async (
  tx: Transaction,
  of: 'event' | 'exam',
  { id, version }: { readonly id: string; readonly version: number },
  seen: number,
): Promise<RecordChange[]> => {
  const { rows } = await tx.query<RecordChange>(
    `select distinct on (field) field, first_value(previous) over of_field as before, value as now,
       people.name as "changedBy", ${instant('changes.changed_at')} as "changedAt", $3::int as version
     from ${of}_changes changes join people on people.id = changes.changed_by
     where ${of}_id = $1 and version > $2
     window of_field as (partition by field order by changes.id)
     order by field, changes.id desc`,
    [id, seen, version],
  );
  return rows;
};
