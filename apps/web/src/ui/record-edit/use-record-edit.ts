import type { Fields, RecordChange } from '@campus/contract';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { conflictOf } from '../../lib/conflict-of.ts';
import { errorText, fieldErrors } from '../../lib/error-text.ts';
import { type Draft, draftOf, sentValues, touched } from '../../lib/field-values.ts';
import { unreadableFields } from '../../lib/unreadable-fields.ts';
import { type FieldProblems, useFormFields } from '../../lib/use-form-fields.ts';
import { openedAfter, type RecordWords } from './draft.ts';

/** What somebody else has changed meanwhile, and what was typed here into the same field. */
export interface Contested extends RecordChange {
  /** Null where nothing was typed: theirs has been taken over. */
  readonly mine: string | null;
}

interface RecordEdit<Stored extends object> {
  readonly fields: Fields;
  readonly words: RecordWords;
  readonly record: Stored & { readonly version: number };
  /** What is wrong with what is typed, beside what is missing. */
  readonly problemsOf?: (values: Draft) => FieldProblems<Draft>;
  /** Gets what is to be sent: the touched fields alone. */
  readonly save: (version: number, change: object) => Promise<Stored>;
  readonly onSaved: (stored: Stored) => void;
  /** Nothing was changed, so nothing is to be saved. */
  readonly onUnchanged: () => void;
}

/**
 * The form of a record. Only what was touched is sent, with the version it was opened at. When
 * somebody else has changed the record since, what was typed stays, theirs is taken over where nothing
 * was typed, and the person chooses for each field that both have changed.
 */
export const useRecordEdit = <Stored extends object>(edit: RecordEdit<Stored>) => {
  const { fields } = edit;
  const [opened, setOpened] = useState<Draft>(() => draftOf(fields, edit.record));
  const [version, setVersion] = useState(edit.record.version);
  const [contested, setContested] = useState<readonly Contested[]>([]);
  const [problem, setProblem] = useState('');

  const meet = (changes: readonly RecordChange[]): void => {
    const mine = touched(values, opened);
    setContested(
      changes.map((change) => ({
        ...change,
        mine: mine.includes(change.field) ? (values[change.field] ?? '') : null,
      })),
    );
    for (const { field: name, now } of changes)
      if (name in opened && !mine.includes(name)) textOf(name).onText(now ?? '');
    setOpened(openedAfter(opened, changes));
    setVersion(changes[0]?.version ?? version);
  };

  const saving = useMutation({
    mutationFn: (change: object) => edit.save(version, change),
    onSuccess: edit.onSaved,
    onError: (error) => {
      const changes = conflictOf(error);
      if (changes.length > 0) {
        meet(changes);
        return;
      }
      refuse(fieldErrors(error));
      setProblem(errorText(error, 'The record could not be saved. Please try again.'));
    },
  });
  const busy = saving.isPending;
  const { form, values, field, textOf, refuse } = useFormFields<Draft>(opened, busy);

  const labels = (names: readonly string[]): string =>
    names.map((name) => edit.words.labels[name] ?? name).join(', ');

  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (busy) return;
    setProblem('');
    const half = unreadableFields(event.currentTarget);
    if (half.length > 0) {
      refuse(Object.fromEntries(half.map((name) => [name, `${labels([name])} cannot be read`])));
      setProblem('Please correct the marked fields.');
      return;
    }
    // What was never filled in may stay blank; what was is not taken away, unless it may be blank.
    const missing = Object.keys(fields).filter(
      (name) => fields[name]?.presence && opened[name] !== '' && !values[name]?.trim(),
    );
    if (missing.length > 0) {
      refuse(Object.fromEntries(missing.map((name) => [name, true])));
      setProblem(`Please fill in the following fields: ${labels(missing)}`);
      return;
    }
    const problems = edit.problemsOf?.(values) ?? {};
    if (Object.keys(problems).length > 0) {
      refuse(problems);
      return;
    }
    const names = touched(values, opened);
    if (names.length === 0) edit.onUnchanged();
    else saving.mutate(sentValues(fields, names, values));
  };

  const choose = (whose: 'mine' | 'theirs', { field: name, mine, now }: Contested): void => {
    if (mine !== null) textOf(name).onText(whose === 'mine' ? mine : (now ?? ''));
  };

  return {
    form,
    values,
    field,
    textOf,
    submit,
    busy,
    problem,
    dismiss: () => setProblem(''),
    /** At which the record is changed by anything else of the form. */
    version,
    contested,
    choose,
    dirty: touched(values, opened).length > 0,
  };
};

export type RecordForm = ReturnType<typeof useRecordEdit>;
