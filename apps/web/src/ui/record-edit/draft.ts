import type { RecordChange } from '@campus/contract';

/** The fields of a record as a form holds them: text, blank for nothing. */
export type Draft = Readonly<Record<string, string>>;

/** What a kind of record calls its fields on screen, and how it shows their values. */
export interface RecordWords {
  readonly labels: Readonly<Record<string, string>>;
  /** Null for none. */
  readonly valueInWords: (field: string, value: string | null) => string | null;
}

/** Fields whose text differs from what the form was opened with. */
export const touched = (draft: Draft, opened: Draft): readonly string[] =>
  Object.keys(opened).filter((field) => draft[field]?.trim() !== opened[field]?.trim());

/** What the form would have been opened with, had it been opened after these changes. */
export const openedAfter = <D extends Draft>(opened: D, changes: readonly RecordChange[]): D => ({
  ...opened,
  ...Object.fromEntries(
    changes.filter(({ field }) => field in opened).map(({ field, now }) => [field, now ?? '']),
  ),
});
