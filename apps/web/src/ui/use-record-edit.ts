import type { Fields } from '@campus/contract';
import { formatDay } from '../lib/day.ts';
import { changedFields, type Draft, draftOf, labelsOf, sentValues } from '../lib/field-values.ts';
import { useForm } from './use-form.ts';
import type { FieldProblems } from '../lib/use-form-fields.ts';

/** How a kind of record labels its fields and displays their values. */
export interface RecordLabels {
  readonly labels: Readonly<Record<string, string>>;
  /** Null for no value. */
  readonly formatValue: (field: string, value: string | null) => string | null;
}

/** Labels from the fields' definitions; days are formatted, other values unchanged. */
export const labelsFor = (fields: Fields): RecordLabels => ({
  labels: labelsOf(fields),
  formatValue: (name, value) =>
    value && fields[name]?.type === 'day' ? formatDay(value) : value || null,
});

interface RecordEdit<Stored extends object> {
  /** As in `useForm`. */
  readonly draftKey: string;
  readonly fields: Fields;
  readonly words: RecordLabels;
  readonly record: Stored & { readonly version: number };
  /** Errors besides missing values. */
  readonly problemsOf?: (values: Draft) => FieldProblems<Draft>;
  /** Receives the changed fields only. */
  readonly save: (version: number, change: object) => Promise<Stored>;
  readonly onSaved: (stored: Stored) => unknown;
  /** Called instead of `save` if nothing was changed. */
  readonly onUnchanged?: () => void;
}

/**
 * The form of a record. Sends only the fields that were changed, with the version they were opened at. When
 * others have changed the record since, the person chooses for each field that both have changed.
 */
export const useRecordEdit = <Stored extends object>(edit: RecordEdit<Stored>) => {
  const { fields } = edit;
  const labels = (names: readonly string[]): string =>
    names.map((name) => edit.words.labels[name] ?? name).join(', ');

  const form = useForm<Draft, Stored | null>({
    draftKey: edit.draftKey,
    initial: draftOf(fields, edit.record),
    version: edit.record.version,
    check: (values, unreadable, opened) => {
      if (unreadable.length > 0)
        return {
          ...Object.fromEntries(
            unreadable.map((name) => [name, `${labels([name])} cannot be read`]),
          ),
          form: 'Please correct the marked fields.',
        };
      // A field that was never filled in may stay blank; one that was may only be cleared if it is optional.
      const missing = Object.keys(fields).filter(
        (name) => fields[name]?.presence && opened[name] !== '' && !values[name]?.trim(),
      );
      if (missing.length === 0) return edit.problemsOf?.(values) ?? {};
      return {
        ...Object.fromEntries(missing.map((name) => [name, true])),
        form: `Please fill in the following fields: ${labels(missing)}`,
      };
    },
    send: async (values, { initial, version }) => {
      const names = changedFields(values, initial);
      return names.length === 0 ? null : edit.save(version, sentValues(fields, names, values));
    },
    onStored: (stored) => (stored ? edit.onSaved(stored) : edit.onUnchanged?.()),
    failed: 'The record could not be saved. Please try again.',
    alwaysShowsMessage: true,
  });

  return { ...form, dirty: changedFields(form.values, form.initial).length > 0 };
};
