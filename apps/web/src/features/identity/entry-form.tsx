import { type Icon, IconEye, IconEyeOff, IconLock, IconMail } from '@tabler/icons-react';
import {
  type ComponentProps,
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';
import { type Message, MessageBox } from './message-box.tsx';
import classes from './sign-in-form.module.css';

/** Fields are uncontrolled, so that what is typed before the script takes over is not lost. */
export const inputOf = (id: string): HTMLInputElement | null =>
  document.querySelector<HTMLInputElement>(`input#${id}`);

export const fieldText = (id: string): string => inputOf(id)?.value ?? '';

/** Problems by field id. */
export type Problems = Readonly<Record<string, string>>;

const ProblemsContext = createContext<Problems>({});

interface FieldProps extends Omit<ComponentProps<'input'>, 'id'> {
  readonly id: string;
  readonly label: string;
  readonly icon: Icon;
  /** Id of an element that describes the field. */
  readonly describedBy?: string;
  /** Beside the input. */
  readonly children?: ReactNode;
}

/** A labelled input with an icon, its problem below. */
export const Field = (props: FieldProps) => {
  const { id, label, icon: FieldIcon, describedBy, children, ...input } = props;
  const problem = useContext(ProblemsContext)[id];
  const description = [describedBy, problem && `${id}-problem`].filter(Boolean).join(' ');
  return (
    <>
      <label className={classes['label']} htmlFor={id}>
        {label}
      </label>
      <div className={classes['field']}>
        <FieldIcon size={20} stroke={1.75} aria-hidden />
        <input
          id={id}
          name={id}
          required
          aria-invalid={problem ? true : undefined}
          aria-describedby={description || undefined}
          {...input}
        />
        {children}
      </div>
      {problem && (
        <p className={classes['problem']} id={`${id}-problem`} role="alert">
          {problem}
        </p>
      )}
    </>
  );
};

/** For secrets and addresses, which the browser must not correct. */
export const noTextCorrection = { autoCapitalize: 'none', spellCheck: false } as const;

export const EmailField = ({ label }: { readonly label: string }) => (
  <Field
    id="email"
    label={label}
    icon={IconMail}
    type="email"
    autoComplete="username"
    {...noTextCorrection}
  />
);

interface PasswordFieldProps {
  readonly id: string;
  readonly label: string;
  /** Whether this is for a new password, which the browser may suggest. */
  readonly fresh?: boolean;
  /** Id of an element that describes the field. */
  readonly describedBy?: string;
}

/** A password field with a button that shows what is typed. */
export const PasswordField = ({ id, label, fresh = false, describedBy }: PasswordFieldProps) => {
  const [shown, setShown] = useState(false);
  const Eye = shown ? IconEyeOff : IconEye;
  return (
    <Field
      id={id}
      label={label}
      icon={IconLock}
      type={shown ? 'text' : 'password'}
      autoComplete={fresh ? 'new-password' : 'current-password'}
      {...noTextCorrection}
      {...(describedBy !== undefined && { describedBy })}
    >
      <button
        className={classes['eye']}
        type="button"
        aria-label={shown ? 'Hide what is typed' : 'Show what is typed'}
        onClick={() => setShown(!shown)}
      >
        <Eye size={24} stroke={1.75} aria-hidden />
      </button>
    </Field>
  );
};

/** A new password, twice, with the identity service's rules between. */
export const NewPasswordFields = ({ rules }: { readonly rules: readonly string[] }) => (
  <>
    <PasswordField id="new-password" label="New password" fresh describedBy="rules" />
    <ul className={classes['rules']} id="rules">
      {rules.map((rule) => (
        <li key={rule}>{rule}</li>
      ))}
    </ul>
    <PasswordField id="again" label="The same again" fresh />
  </>
);

interface EntryFormProps {
  readonly busy: boolean;
  /** False until the script has taken over: the browser must never submit the form itself. */
  readonly ready?: boolean;
  readonly message: Message | null;
  readonly problems?: Problems;
  /** Called with the id of the field being typed into: its problem may be gone. */
  readonly onTyped?: (id: string) => void;
  /** The button's label, and its label while busy. */
  readonly action: string;
  readonly busyAction: string;
  readonly onSubmit: () => void;
  readonly noValidate?: boolean;
  readonly children: ReactNode;
  readonly below?: ReactNode;
}

/** A form on the pages before sign-in. */
export const EntryForm = (props: EntryFormProps) => {
  const form = useRef<HTMLFormElement>(null);
  const sent = useRef(false);
  const { busy, ready = true, message, problems = {}, onTyped, action, busyAction } = props;
  const { onSubmit, noValidate } = props;
  useEffect(() => {
    if (busy || !sent.current) return;
    sent.current = false;
    const place = (selector: string) => form.current?.querySelector<HTMLElement>(selector);
    const wrong = place('[aria-invalid="true"]');
    if (wrong) wrong.focus();
    // The button was disabled meanwhile, which took its focus.
    else if (document.activeElement === document.body) place('[type="submit"]')?.focus();
  });
  return (
    <form
      ref={form}
      className={classes['form']}
      noValidate={noValidate}
      onInput={(event) => onTyped?.((event.target as HTMLElement).id)}
      onSubmit={(event) => {
        event.preventDefault();
        if (busy) return;
        sent.current = true;
        onSubmit();
      }}
    >
      {message && <MessageBox {...message} />}
      <ProblemsContext value={problems}>{props.children}</ProblemsContext>
      <button
        className={classes['submit']}
        type="submit"
        disabled={busy || !ready}
        data-busy={busy || undefined}
      >
        {busy ? busyAction : action}
      </button>
      {props.below}
    </form>
  );
};
