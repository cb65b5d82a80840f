import type { RecordChange } from '@campus/contract';
import { sql } from 'kysely';
import type { Transaction } from '../../db/db.ts';
import type { FieldChange } from '../../db/field-changes.ts';
import { instant } from '../../db/sql.ts';

/** A term or a subject. */
export type ChangedRecord = { readonly termId: string } | { readonly subjectId: string };

/** Adds changes to the history of a record; `version` is the record's after them. */
export const storeChanges = async (
  tx: Transaction,
  record: ChangedRecord,
  changes: readonly FieldChange[],
  by: { readonly version: number; readonly actorId: string },
): Promise<void> => {
  const owner = 'termId' in record ? { term_id: record.termId } : { subject_id: record.subjectId };
  await tx
    .insertInto('record_changes')
    .values(
      changes.map((change) => ({
        ...owner,
        ...change,
        version: by.version,
        changed_by: by.actorId,
      })),
    )
    .execute();
};

/** What has changed after `version`: each field once, from what it was then to what it is now. */
export const changesSince = async (
  tx: Transaction,
  record: ChangedRecord,
  version: number,
): Promise<RecordChange[]> => {
  const mine =
    'termId' in record
      ? sql`changes.term_id = ${record.termId}`
      : sql`changes.subject_id = ${record.subjectId}`;
  const { rows } = await sql<RecordChange>`
    select last.field, first.previous as before, last.value as now, people.name as "changedBy",
      ${sql.raw(instant('last.changed_at'))} as "changedAt",
      max(last.version) over () as version
    from (select distinct on (field) field, previous from record_changes changes
          where ${mine} and changes.version > ${version} order by field, changes.id) first
    join (select distinct on (field) field, value, version, changed_by, changed_at
          from record_changes changes
          where ${mine} and changes.version > ${version} order by field, changes.id desc) last
      using (field)
    join people on people.id = last.changed_by
    where first.previous is distinct from last.value
    order by last.field`.execute(tx);
  return rows;
};
