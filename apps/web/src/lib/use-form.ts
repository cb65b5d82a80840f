import type { RecordChange } from '@campus/contract';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { conflictOf } from './conflict-of.ts';
import { type Draft, openedAfter, touched } from './field-values.ts';
import { unreadableFields } from './unreadable-fields.ts';
import { type FieldProblems, useFormFields } from './use-form-fields.ts';

/** What others have changed meanwhile, and what was typed here into the same field. */
export interface Contested extends RecordChange {
  /** Null where nothing was typed: theirs has been taken over. */
  readonly mine: string | null;
}

interface FormOptions<Values extends Draft, Stored> {
  readonly opened: Values;
  /** Marks the change, for what must wait meanwhile. */
  readonly mutationKey?: readonly string[];
  /** Of the record that is changed, as it was opened. */
  readonly version?: number;
  /** What is wrong with what is typed, by field; under `form` a sentence for all of it. */
  readonly check?: (
    values: Values,
    unreadable: readonly string[],
    opened: Values,
  ) => FieldProblems<Values> & { readonly form?: string };
  /** With what the form was opened, or would have been after what others have stored since. */
  readonly send: (
    values: Values,
    seen: { readonly opened: Values; readonly version: number },
  ) => Promise<Stored>;
  /** The fields are blank again then, for the next one. */
  readonly clears?: true;
  readonly onStored: (stored: Stored, values: Values) => unknown;
  readonly onSettled?: () => unknown;
  /** Said where the server says nothing. */
  readonly failed: string;
  /** Answers the sentence for the whole form, which else is `said`: blank where a field says it. */
  readonly onRefused?: (error: unknown, said: string) => string;
}

/**
 * A form that makes one call: its fields, and what `DialogForm` and `CardForm` need to know. When others
 * have changed the record since, fields nobody has touched here take theirs, and the rest stays as typed.
 */
export const useForm = <Values extends Draft, Stored>(options: FormOptions<Values, Stored>) => {
  const { version, check, send, onStored, onSettled, failed, onRefused } = options;
  const [problem, setProblem] = useState('');
  const [changes, setChanges] = useState<readonly Contested[]>([]);
  const [seen, setSeen] = useState({ opened: options.opened, version: version ?? 0 });
  const { opened } = version === undefined ? options : seen;

  const meet = (met: readonly RecordChange[]): void => {
    const { values, textOf } = fields;
    const mine = touched(values, opened);
    for (const { field, now } of met)
      if (field in opened && !mine.includes(field)) textOf(field).onText(now ?? '');
    setChanges(
      met.map((change) => ({
        ...change,
        mine: mine.includes(change.field) ? (values[change.field] ?? '') : null,
      })),
    );
    setSeen({ opened: openedAfter(opened, met), version: met[0]?.version ?? seen.version });
  };
  const save = useMutation({
    ...(options.mutationKey && { mutationKey: options.mutationKey }),
    mutationFn: (values: Values) => send(values, { ...seen, opened }),
    onSuccess: (stored, values) => {
      if (options.clears) fields.clear();
      return onStored(stored, values);
    },
    onError: (error) => {
      const met = conflictOf(error);
      if (met.length > 0) {
        meet(met);
        return;
      }
      const said = fields.refuseBy(error, failed);
      setProblem(onRefused?.(error, said) ?? said);
    },
    onSettled: () => onSettled?.(),
  });
  const busy = save.isPending;
  const fields = useFormFields(opened, busy);
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (busy) return;
    save.reset();
    const unreadable = unreadableFields(event.currentTarget);
    const { form: sentence = '', ...wrong } = check?.(fields.values, unreadable, opened) ?? {};
    setProblem(sentence);
    if (sentence || Object.values(wrong).some(Boolean))
      fields.refuse(wrong as FieldProblems<Values>);
    else save.mutate(fields.values);
  };
  const onDismiss = (): void => setProblem('');
  return {
    ...fields,
    opened,
    version: seen.version,
    busy,
    save,
    props: { form: fields.form, onSubmit, busy, problem, onDismiss, changes },
  };
};
