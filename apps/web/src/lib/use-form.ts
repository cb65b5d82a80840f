import type { RecordChange } from '@campus/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useContext, useState } from 'react';
import { DialogContext } from '../ui/dialog.tsx';
import { notifySuccess } from '../ui/toasts.tsx';
import { isConflict } from './call-error.ts';
import { type Draft, openedAfter, touched } from './field-values.ts';
import { refresh } from './query.ts';
import { type FieldProblems, useFormFields } from './use-form-fields.ts';

/**
 * Names of the fields whose text the browser can read neither as a date nor as a number. It hands
 * such a field out as blank, so without this check what was typed would be lost without a word.
 */
const unreadableFields = (form: HTMLFormElement): readonly string[] =>
  [...form.elements]
    .filter((field) => field instanceof HTMLInputElement && field.validity.badInput)
    .map((field) => (field as HTMLInputElement).name);

const isChange = (entry: unknown): entry is RecordChange =>
  typeof entry === 'object' && entry !== null && 'field' in entry && 'changedBy' in entry;

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
  /** Of a form that stays: the version of what it has stored. */
  readonly versionOf?: (stored: Stored) => number;
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
  /** What is said once it is stored. */
  readonly done?: (stored: Stored, values: Values) => string;
  readonly onStored?: (stored: Stored, values: Values) => unknown;
  /** Paths as `refresh` takes them, also after a failure: an answer that got lost does not say that nothing was stored. */
  readonly refreshes?: readonly string[];
  readonly onSettled?: () => unknown;
  /** Said where the server says nothing. */
  readonly failed: string;
  /** Answers the sentence for the whole form, which else is `said`: blank where a field says it. */
  readonly onRefused?: (error: unknown, said: string) => string;
}

/**
 * A form that makes one call: its fields, and what `DialogForm` and `CardForm` need to know. When others
 * have changed the record since, fields nobody has touched here take theirs, and the rest stays as typed. A
 * dialog around it closes once it is stored.
 */
export const useForm = <Values extends Draft, Stored>(options: FormOptions<Values, Stored>) => {
  const { version, check, send, onStored, refreshes = [], failed, onRefused } = options;
  const client = useQueryClient();
  const dialog = useContext(DialogContext);
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
      setChanges([]);
      if (options.versionOf) setSeen({ opened, version: options.versionOf(stored) });
      if (options.clears) fields.clear();
      if (options.done) notifySuccess(options.done(stored, values));
      dialog?.onClose();
      return onStored?.(stored, values);
    },
    onError: (error) => {
      const met = isConflict(error) ? error.details.filter(isChange) : [];
      if (met.length > 0) {
        meet(met);
        return;
      }
      const said = fields.refuseBy(error, failed);
      setProblem(onRefused?.(error, said) ?? said);
    },
    onSettled: () => Promise.all([options.onSettled?.(), refresh(client, ...refreshes)]),
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
  const onChoose = (whose: 'mine' | 'theirs', { field, mine, now }: Contested): void => {
    if (mine !== null) fields.textOf(field).onText(whose === 'mine' ? mine : (now ?? ''));
  };
  const conflict = { changes, values: fields.values, onChoose };
  return {
    ...fields,
    opened,
    version: seen.version,
    busy,
    save,
    props: { form: fields.form, onSubmit, busy, problem, onDismiss, conflict },
  };
};
