import type { Fields } from '@campus/contract';
import { formatDay } from '../lib/day.ts';
import { type Draft, draftOf, labelsOf, sentValues, touched } from '../lib/field-values.ts';
import { useForm } from './form.tsx';
import type { FieldProblems } from '../lib/use-form-fields.ts';

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

interface RecordEdit<Stored extends object> {
  /** As `useForm` takes it. */
  readonly keptAs: string;
  readonly fields: Fields;
  readonly words: RecordLabels;
  readonly record: Stored & { readonly version: number };
  /** What is wrong with what is typed, beside what is missing. */
  readonly problemsOf?: (values: Draft) => FieldProblems<Draft>;
  /** Gets what is to be sent: the touched fields alone. */
  readonly save: (version: number, change: object) => Promise<Stored>;
  readonly onSaved: (stored: Stored) => unknown;
  /** Nothing was changed, so nothing is to be saved. */
  readonly onUnchanged?: () => void;
}

/**
 * The form of a record. Only what was touched is sent, with the version it was opened at. When
 * others have changed the record since, the person chooses for each field that both have changed.
 */
export const useRecordEdit = <Stored extends object>(edit: RecordEdit<Stored>) => {
  const { fields } = edit;
  const labels = (names: readonly string[]): string =>
    names.map((name) => edit.words.labels[name] ?? name).join(', ');

  const form = useForm<Draft, Stored | null>({
    keptAs: edit.keptAs,
    opened: draftOf(fields, edit.record),
    version: edit.record.version,
    check: (values, unreadable, opened) => {
      if (unreadable.length > 0)
        return {
          ...Object.fromEntries(
            unreadable.map((name) => [name, `${labels([name])} cannot be read`]),
          ),
          form: 'Please correct the marked fields.',
        };
      // What was never filled in may stay blank; what was is not taken away, unless it may be blank.
      const missing = Object.keys(fields).filter(
        (name) => fields[name]?.presence && opened[name] !== '' && !values[name]?.trim(),
      );
      if (missing.length === 0) return edit.problemsOf?.(values) ?? {};
      return {
        ...Object.fromEntries(missing.map((name) => [name, true])),
        form: `Please fill in the following fields: ${labels(missing)}`,
      };
    },
    send: async (values, { opened, version }) => {
      const names = touched(values, opened);
      return names.length === 0 ? null : edit.save(version, sentValues(fields, names, values));
    },
    onStored: (stored) => (stored ? edit.onSaved(stored) : edit.onUnchanged?.()),
    failed: 'The record could not be saved. Please try again.',
    alwaysSays: true,
  });

  return { ...form, dirty: touched(form.values, form.opened).length > 0 };
};
