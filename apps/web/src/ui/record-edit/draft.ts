import type { Fields, RecordChange } from '@campus/contract';
import { formatDay } from '../../lib/day.ts';
import type { Draft } from '../../lib/field-values.ts';

/** What a kind of record calls its fields on screen, and how it shows their values. */
export interface RecordWords {
  readonly labels: Readonly<Record<string, string>>;
  /** Null for none. */
  readonly valueInWords: (field: string, value: string | null) => string | null;
}

/** The labels of the table, and its values: days as people read them. */
export const wordsOf = (fields: Fields): RecordWords => ({
  labels: Object.fromEntries(Object.entries(fields).map(([name, { label }]) => [name, label])),
  valueInWords: (name, value) =>
    value && fields[name]?.type === 'day' ? formatDay(value) : value || null,
});

/** What the form would have been opened with, had it been opened after these changes. */
export const openedAfter = <D extends Draft>(opened: D, changes: readonly RecordChange[]): D => ({
  ...opened,
  ...Object.fromEntries(
    changes.filter(({ field }) => field in opened).map(({ field, now }) => [field, now ?? '']),
  ),
});
