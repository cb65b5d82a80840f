import type { Fields } from '@campus/contract';
import { formatDay } from '../../lib/day.ts';
import { labelsOf } from '../../lib/field-values.ts';

/** What a kind of record calls its fields on screen, and how it shows their values. */
export interface RecordLabels {
  readonly labels: Readonly<Record<string, string>>;
  /** Null for none. */
  readonly valueInWords: (field: string, value: string | null) => string | null;
}

/** The labels of the table, and its values: days as people read them. */
export const wordsOf = (fields: Fields): RecordLabels => ({
  labels: labelsOf(fields),
  valueInWords: (name, value) =>
    value && fields[name]?.type === 'day' ? formatDay(value) : value || null,
});
