import type { RecordChange } from '@campus/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type FormEvent,
  type FormEventHandler,
  type ReactNode,
  type Ref,
  useContext,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { Button, type ButtonProps } from '@mantine/core';
import { DialogActions, DialogContext, useDialog } from './actions.tsx';
import { notifySuccess } from './toasts.tsx';
import { isConflict } from '../lib/call-error.ts';
import { errorText } from '../lib/error-text.ts';
import { type Draft, openedAfter, touched } from '../lib/field-values.ts';
import { refresh } from '../lib/query.ts';
import { useDraft } from '../lib/use-draft.ts';
import { type FieldProblems, useFormFields } from '../lib/use-form-fields.ts';
import { Banner } from './banner.tsx';
import { type DraftOffer, DraftNotice } from './draft-notice.tsx';
import { type Conflict, RecordConflict } from './record-conflict.tsx';
import type { RecordLabels } from './use-record-edit.ts';
import classes from './form.module.css';

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
  /**
   * What is typed stays on this device under this name until it is sent: the form, and the id of its record.
   * Null for secrets.
   */
  readonly keptAs: string | null;
  readonly opened: Values;
  /** Marks the change, for what must wait meanwhile. */
  readonly mutationKey?: readonly string[];
  /** Of the record that is changed, as it was opened. */
  readonly version?: number;
  /** Of a form that stays: the version of what it has stored. */
  readonly versionOf?: (stored: Stored) => number;
  /** What is wrong with what is typed, by field; under `form` a sentence for all of it. Asked again at each change. */
  readonly check?: (
    values: Values,
    unreadable: readonly string[],
    opened: Values,
  ) => FieldProblems<Values> & { readonly form?: string };
  /** Told what `check` has found each time the form is submitted. */
  readonly onChecked?: (wrong: FieldProblems<Values> & { readonly form?: string }) => void;
  /** With what the form was opened, or would have been after what others have stored since. */
  readonly send: (
    values: Values,
    seen: { readonly opened: Values; readonly version: number },
  ) => Promise<Stored>;
  /** Nothing is stored by that yet: what is typed is kept until `forget`. */
  readonly rehearses?: true;
  /** The fields are blank again then, for the next one. */
  readonly clears?: true;
  /** What is said once it is stored. */
  readonly done?: (stored: Stored, values: Values) => string;
  readonly onStored?: ((stored: Stored, values: Values) => unknown) | undefined;
  /** Paths as `refresh` takes them, also after a failure: an answer that got lost does not say that nothing was stored. */
  readonly refreshes?: readonly string[];
  readonly onSettled?: () => unknown;
  /** Said where the server says nothing. */
  readonly failed: string;
  /** The sentence stands above the form also where fields are marked. */
  readonly alwaysSays?: true;
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
  const draft = useDraft(options.keptAs);
  const latest = { opened: options.opened, version: version ?? 0 };
  const [seen, setSeen] = useState(() => {
    const before = draft.found?.seen;
    return before ? { ...before, opened: { ...latest.opened, ...before.opened } } : latest;
  });
  const { opened } = version === undefined ? options : seen;
  /** The server does not say what others have changed: what is typed goes onto what they have stored. */
  const [overtaken, setOvertaken] = useState(false);

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
      if (options.versionOf) setSeen({ opened: values, version: options.versionOf(stored) });
      if (!options.rehearses) draft.drop();
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
      setOvertaken(isConflict(error));
      const ofFields = fields.refuseBy(error, failed);
      const said = options.alwaysSays ? errorText(error, failed) : ofFields;
      setProblem(onRefused?.(error, said) ?? said);
    },
    onSettled: () => Promise.all([options.onSettled?.(), refresh(client, ...refreshes)]),
  });
  const busy = save.isPending;
  const fields = useFormFields(opened, busy, { ...opened, ...draft.found?.typed });
  const names = touched(fields.values, opened);
  useEffect(() =>
    draft.keep({
      typed: Object.fromEntries(names.map((name) => [name, fields.values[name] ?? ''])),
      seen: version === undefined || overtaken ? undefined : seen,
    }),
  );
  /** The fields that `check` has refused, and under `form` whether it has said a sentence. */
  const wrongBefore = useRef<readonly string[]>([]);
  const wrongIn = (form: HTMLFormElement): FieldProblems<Values> & { readonly form?: string } =>
    check?.(fields.values, unreadableFields(form), opened) ?? {};
  const mend = useEffectEvent(() => {
    const form = fields.form.current;
    if (wrongBefore.current.length === 0 || !form) return;
    const still = wrongIn(form);
    const mended = wrongBefore.current.filter((name) => !still[name as keyof typeof still]);
    wrongBefore.current = wrongBefore.current.filter((name) => !mended.includes(name));
    if (mended.includes('form')) setProblem('');
    fields.mend(mended);
  });
  // Also what is chosen beside the fields can mend one.
  useEffect(() => mend());
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (busy) return;
    save.reset();
    const wrong = wrongIn(event.currentTarget);
    const refused = Object.entries(wrong).flatMap(([name, said]) => (said ? [name] : []));
    wrongBefore.current = refused;
    setProblem(wrong.form ?? '');
    options.onChecked?.(wrong);
    if (refused.length > 0) fields.refuse(wrong);
    else save.mutate(fields.values);
  };
  const onDismiss = (): void => setProblem('');
  const onChoose = (whose: 'mine' | 'theirs', { field, mine, now }: Contested): void => {
    if (mine !== null) fields.textOf(field).onText(whose === 'mine' ? mine : (now ?? ''));
  };
  const conflict = { changes, values: fields.values, onChoose };
  const offer = {
    begun: names.length > 0 ? draft.begun : null,
    elsewhere: names.length > 0 && draft.elsewhere,
    onKeep: () => {
      draft.settle();
      fields.focusFirst();
    },
    onStartAgain: () => {
      draft.drop();
      setChanges([]);
      setSeen(latest);
      fields.clear(latest.opened);
    },
    onTakeOver: draft.takeOver,
    onGiveUp: draft.drop,
  };
  return {
    ...fields,
    opened,
    version: seen.version,
    busy,
    save,
    forget: draft.drop,
    props: { form: fields.form, onSubmit, busy, problem, onDismiss, conflict, offer },
  };
};

interface MessagesProps extends Partial<RecordLabels> {
  /** What went wrong with all of it, in a sentence; empty for nothing. */
  readonly problem: string;
  readonly onDismiss?: (() => void) | undefined;
  /** What others have stored meanwhile. */
  readonly conflict?: Conflict;
  /** What was typed on this device before. */
  readonly offer?: DraftOffer;
}

/** What is to be said above a form's fields. */
export const FormMessages = ({ problem, onDismiss, conflict, offer, ...words }: MessagesProps) => (
  <>
    {offer && (offer.begun !== null || offer.elsewhere) && (
      <div className={classes['above']}>
        <DraftNotice {...offer} />
      </div>
    )}
    {conflict && conflict.changes.length > 0 && (
      // Another conflict is a panel of its own, which takes the focus.
      <div className={classes['above']} key={conflict.changes[0]?.version}>
        <RecordConflict {...conflict} {...words} />
      </div>
    )}
    {problem && (
      <div className={classes['above']}>
        <Banner kind="error" {...(onDismiss && { onDismiss })}>
          {problem}
        </Banner>
      </div>
    )}
  </>
);

interface FormProps extends MessagesProps {
  readonly form: Ref<HTMLFormElement>;
  readonly onSubmit: FormEventHandler<HTMLFormElement>;
  /** Nothing can be changed or sent again meanwhile. */
  readonly busy: boolean;
  /** On the button; without it there is nothing to send. */
  readonly action?: string;
  readonly busyAction?: string;
  /** The fields. */
  readonly children: ReactNode;
}

const actionWords = ({ busy, action, busyAction = 'Saving...' }: FormProps) =>
  busy ? busyAction : action;

/** A form: what is to be said above its fields, and what stands before and after them. */
export const Form = (props: FormProps & { readonly lead: ReactNode; readonly foot: ReactNode }) => {
  const { form, onSubmit, busy, lead, foot, children, ...messages } = props;
  return (
    <form ref={form} noValidate onSubmit={onSubmit}>
      {lead}
      <FormMessages {...messages} />
      <fieldset disabled={busy} className={classes['fields']}>
        {children}
      </fieldset>
      {foot}
    </form>
  );
};

interface DialogFormProps extends FormProps {
  readonly lead?: ReactNode;
  /** Another action, before Cancel. */
  readonly beside?: ReactNode;
}

/** A form in a dialog, which stays open while it is busy: what it is about, fields, Cancel and one action. */
export const DialogForm = ({ lead, beside, ...props }: DialogFormProps) => {
  const { busy, action, offer } = props;
  const close = useDialog(busy);
  // Said in so many words. Escape, the cross and a click beside it keep what is typed.
  const cancel = (): void => {
    offer?.onGiveUp();
    close?.();
  };
  return (
    <Form
      {...props}
      onDismiss={undefined}
      lead={lead && <p className={classes['lead']}>{lead}</p>}
      foot={
        <DialogActions>
          {beside}
          <Button variant="default" onClick={cancel} disabled={busy}>
            {action ? 'Cancel' : 'Close'}
          </Button>
          {action && (
            <Button type="submit" disabled={busy}>
              {actionWords(props)}
            </Button>
          )}
        </DialogActions>
      }
    />
  );
};

interface CardFormProps extends FormProps {
  readonly above?: ReactNode;
  /** How else the button looks. */
  readonly button?: ButtonProps;
}

/** A form that is always there, with one button below its fields. */
export const CardForm = ({ above, button, ...props }: CardFormProps) => {
  const { busy } = props;
  return (
    <div className={classes['card']}>
      <Form
        {...props}
        lead={above && <div className={classes['above']}>{above}</div>}
        foot={
          <Button
            type="submit"
            fullWidth
            className={classes['submit'] ?? ''}
            disabled={busy}
            {...button}
          >
            {actionWords(props)}
          </Button>
        }
      />
    </div>
  );
};

interface FieldPairProps {
  /** The first one needs less room. */
  readonly uneven?: true;
  readonly children: ReactNode;
}

/** Two short fields side by side, one below the other on a phone. */
export const FieldPair = ({ uneven, children }: FieldPairProps) => (
  <div className={classes['pair']} data-uneven={uneven}>
    {children}
  </div>
);
