import type { RecordChange } from '@campus/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useContext, useEffect, useEffectEvent, useRef, useState } from 'react';
import { isConflict } from '../lib/call-error.ts';
import { errorText } from '../lib/error-text.ts';
import { changedFields, type Draft, initialValuesAfter } from '../lib/field-values.ts';
import { refreshFirst } from '../lib/query.ts';
import { useDraft } from '../lib/use-draft.ts';
import { type FieldProblems, useFormFields } from '../lib/use-form-fields.ts';
import { DialogContext } from './actions.tsx';
import { notifySuccess } from './toasts.tsx';

/**
 * Names of the fields whose text is neither a date nor a number. Browsers report half a date as blank, so
 * without this check what was typed would be lost silently.
 */
const unreadableFields = (form: HTMLFormElement): readonly string[] =>
  [...form.elements]
    .filter(
      (field) =>
        field instanceof HTMLInputElement &&
        (field.validity.badInput || field.validity.patternMismatch),
    )
    .map((field) => (field as HTMLInputElement).name);

const isChange = (entry: unknown): entry is RecordChange =>
  typeof entry === 'object' && entry !== null && 'field' in entry && 'changedBy' in entry;

/** A field that others have changed meanwhile, with what was typed here. */
export interface ConflictingField extends RecordChange {
  /** Null if nothing was typed: the other value has been adopted. */
  readonly mine: string | null;
}

interface FormOptions<Values extends Draft, Stored> {
  /**
   * The name under which what is typed stays on this device until it is sent: the form, and the id of its
   * record.
   * Null for secrets, and for students selected in a list.
   */
  readonly draftKey: string | null;
  readonly initial: Values;
  /** Fields that say how to send, which stay for the next record and alone are no draft. */
  readonly settings?: readonly (keyof Values & string)[];
  /** Key of the mutation, for whatever must wait for it. */
  readonly mutationKey?: readonly string[];
  /** Version of the record as it was opened. */
  readonly version?: number;
  /** For a form that stays open: the version of the stored record. */
  readonly versionOf?: (stored: Stored) => number;
  /** Errors by field, and under `form` a message for the whole form. Checked again after each change. */
  readonly check?: (
    values: Values,
    unreadable: readonly string[],
    initial: Values,
  ) => FieldProblems<Values> & { readonly form?: string };
  /** Called with the result of `check` each time the form is submitted. */
  readonly onChecked?: (wrong: FieldProblems<Values> & { readonly form?: string }) => void;
  /** `seen` is the record as it was opened; after a conflict, as others have stored it since. */
  readonly send: (
    values: Values,
    seen: { readonly initial: Values; readonly version: number },
  ) => Promise<Stored>;
  /** The call is a dry run that stores nothing: the draft is kept until `discardDraft`. */
  readonly isDryRun?: true;
  /** Blanks the fields after storing, for the next record. */
  readonly clears?: true;
  /** The message of the success toast. */
  readonly done?: (stored: Stored, values: Values) => string;
  readonly onStored?: ((stored: Stored, values: Values) => unknown) | undefined;
  /** Paths for `refresh`, also refetched after a failure: a lost response does not mean that nothing was stored. */
  readonly refreshes?: readonly string[];
  /** The message if the server gives none. */
  readonly failed: string;
  /** Shows the message above the form even when fields are marked. */
  readonly alwaysShowsMessage?: true;
  /** Returns the message for the whole form; the default is `message`, which is blank if a field shows it. */
  readonly onRefused?: (error: unknown, message: string) => string;
}

/**
 * A form that makes one call: its fields, and the props of `DialogForm` and `CardForm`. When others have
 * changed the record since, fields nobody has touched here adopt the new values, and the rest stays as typed.
 * A surrounding dialog closes once the form is stored.
 */
export const useForm = <Values extends Draft, Stored>(options: FormOptions<Values, Stored>) => {
  const { version, check, send, onStored, refreshes = [], failed, onRefused } = options;
  const { settings = [] } = options;
  const client = useQueryClient();
  const dialog = useContext(DialogContext);
  const [problem, setProblem] = useState('');
  const [changes, setChanges] = useState<readonly ConflictingField[]>([]);
  const draft = useDraft(options.draftKey, settings);
  const latest = { opened: options.initial, version: version ?? 0 };
  const [base, setBase] = useState(() => {
    const before = draft.found?.seen;
    return before ? { ...before, opened: { ...latest.opened, ...before.opened } } : latest;
  });
  const initial = version === undefined ? options.initial : base.opened;
  /**
   * A conflict without details: the draft is then kept without `seen`. Once `options` has the record as others
   * stored it, it is adopted around what was typed, unless they have changed one of these fields, too.
   */
  const [conflictWithoutDetails, setConflictWithoutDetails] = useState(false);

  const showConflict = (conflicting: readonly RecordChange[]): void => {
    const { values, textProps } = fields;
    const mine = changedFields(values, initial);
    for (const { field, now } of conflicting)
      if (field in initial && !mine.includes(field)) textProps(field).onText(now ?? '');
    setChanges(
      conflicting.map((change) => ({
        ...change,
        mine: mine.includes(change.field) ? (values[change.field] ?? '') : null,
      })),
    );
    setBase({
      opened: initialValuesAfter(initial, conflicting),
      version: conflicting[0]?.version ?? base.version,
    });
  };
  /** The next record need not wait. */
  const update = (): unknown => {
    const updated = refreshFirst(client, ...refreshes);
    return options.clears ? undefined : updated;
  };
  /** What was stored last: no draft, also if the server has stored it in another form. */
  const storedValues = useRef<Values>(null);
  const save = useMutation({
    ...(options.mutationKey && { mutationKey: options.mutationKey }),
    mutationFn: (values: Values) => send(values, { ...base, initial }),
    onSuccess: async (stored, values) => {
      setProblem('');
      setChanges([]);
      if (options.versionOf) setBase({ opened: values, version: options.versionOf(stored) });
      if (!options.isDryRun) {
        storedValues.current = values;
        draft.drop();
      }
      if (options.clears) fields.clear();
      await onStored?.(stored, values);
      await update();
      if (options.done) notifySuccess(options.done(stored, values));
      dialog?.onClose();
    },
    onError: (error) => {
      const conflicting = isConflict(error) ? error.details.filter(isChange) : [];
      if (conflicting.length > 0) {
        showConflict(conflicting);
        return;
      }
      setConflictWithoutDetails(isConflict(error));
      const ofFields = fields.refuseBy(error, failed);
      const message = options.alwaysShowsMessage ? errorText(error, failed) : ofFields;
      setProblem(onRefused?.(error, message) ?? message);
    },
    onSettled: (_stored, error) => error && update(),
  });
  const busy = save.isPending;
  const fields = useFormFields(initial, busy, { ...initial, ...draft.found?.typed }, settings);
  const names = changedFields(fields.values, initial);
  useEffect(() => {
    if (fields.values === storedValues.current) return;
    draft.keep({
      typed: Object.fromEntries(names.map((name) => [name, fields.values[name] ?? ''])),
      seen: version === undefined || conflictWithoutDetails ? undefined : base,
    });
  });
  if (conflictWithoutDetails && latest.version > base.version) {
    const theirs = changedFields(latest.opened, base.opened);
    if (!theirs.some((name) => names.includes(name))) {
      for (const name of theirs) fields.textProps(name).onText(latest.opened[name] ?? '');
      setBase(latest);
      setConflictWithoutDetails(false);
      setProblem(`${problem} The other fields show it now: save again to store yours, too.`);
    }
  }
  /** The fields refused by `check`; `form` is among them if there was a message for the whole form. */
  const refusedFields = useRef<readonly string[]>([]);
  const problemsIn = (form: HTMLFormElement): FieldProblems<Values> & { readonly form?: string } =>
    check?.(fields.values, unreadableFields(form), initial) ?? {};
  const clearResolved = useEffectEvent(() => {
    const form = fields.form.current;
    if (refusedFields.current.length === 0 || !form) return;
    const still = problemsIn(form);
    const resolved = refusedFields.current.filter((name) => !still[name as keyof typeof still]);
    refusedFields.current = refusedFields.current.filter((name) => !resolved.includes(name));
    if (resolved.includes('form')) setProblem('');
    fields.clearErrors(resolved);
  });
  // Runs after every render: choices outside the fields can resolve an error, too.
  useEffect(() => clearResolved());
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (busy) return;
    save.reset();
    const wrong = problemsIn(event.currentTarget);
    const refused = Object.entries(wrong).flatMap(([name, text]) => (text ? [name] : []));
    refusedFields.current = refused;
    setProblem(wrong.form ?? '');
    options.onChecked?.(wrong);
    if (refused.length > 0) fields.refuse(wrong);
    else save.mutate(fields.values);
  };
  const onDismiss = (): void => setProblem('');
  const onChoose = (whose: 'mine' | 'theirs', { field, mine, now }: ConflictingField): void => {
    if (mine !== null) fields.textProps(field).onText(whose === 'mine' ? mine : (now ?? ''));
  };
  const conflict = { changes, values: fields.values, onChoose };
  const isBegun = names.some((name) => !settings.includes(name));
  const offer = {
    startedAt: isBegun ? draft.begun : null,
    inOtherTab: isBegun && draft.inOtherTab,
    onKeep: () => {
      draft.settle();
      fields.focusFirst();
    },
    onStartAgain: () => {
      draft.drop();
      setChanges([]);
      setBase(latest);
      fields.clear(latest.opened);
    },
    onUseHere: draft.takeOver,
    onDiscard: draft.drop,
  };
  /**
   * Takes over the version after an act of one's own that is no save and raises it by one. A version raised
   * further has changes of others, which the next save must report.
   */
  const onOwnAct = (now: number): void =>
    setBase((before) => (now === before.version + 1 ? { ...before, version: now } : before));
  return {
    ...fields,
    initial,
    version: base.version,
    onOwnAct,
    busy,
    save,
    discardDraft: draft.drop,
    props: { form: fields.form, onSubmit, busy, problem, onDismiss, conflict, offer },
  };
};
