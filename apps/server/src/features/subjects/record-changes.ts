import type { Transaction } from '../../db/db.ts';
import type { FieldChange } from '../../db/field-changes.ts';
import { isStale } from '../../http/if-match.ts';
import { refuseChanged } from '../../http/refusals.ts';
import { type ChangedRecord, changesSince } from './record-changes.queries.ts';

/** What of a record would change: `sent` fields that are there and differ from the stored ones. */
export const changesBetween = (
  stored: Readonly<Record<string, string | number>>,
  sent: Readonly<Record<string, string | number | undefined>>,
): FieldChange[] =>
  Object.entries(stored).flatMap(([field, previous]) => {
    const value = sent[field];
    return value === undefined || value === previous
      ? []
      : [{ field, previous: String(previous), value: String(value) }];
  });

/**
 * Refuses (409) when others have changed the record since the version a screen started from, and
 * says what. Without a version the last write wins.
 */
export const requireSeen = async (
  tx: Transaction,
  record: ChangedRecord,
  { seen, now }: { readonly seen: number | null; readonly now: number },
): Promise<void> => {
  if (isStale(seen, now)) refuseChanged('this', await changesSince(tx, record, seen));
};
