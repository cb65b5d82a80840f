import { type Icon, IconEye, IconEyeOff, IconLock, IconMail } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { type Message, MessageBox } from './message-box.tsx';
import classes from './sign-in-form.module.css';

/** Fields keep their own values, so that what is typed before the script takes over is not lost. */
export const inputOf = (id: string): HTMLInputElement | null =>
  document.querySelector<HTMLInputElement>(`input#${id}`);

/** What is typed into a field. */
export const typedInto = (id: string): string => inputOf(id)?.value ?? '';

interface FieldProps {
  readonly id: string;
  readonly label: string;
  readonly icon: Icon;
  readonly children: ReactNode;
}

/** A labelled input with an icon in it. */
export const Field = ({ id, label, icon: FieldIcon, children }: FieldProps) => (
  <>
    <label className={classes['label']} htmlFor={id}>
      {label}
    </label>
    <div className={classes['field']}>
      <FieldIcon size={20} stroke={1.75} aria-hidden />
      {children}
    </div>
  </>
);

export const EmailField = ({ label }: { readonly label: string }) => (
  <Field id="email" label={label} icon={IconMail}>
    <input
      id="email"
      name="email"
      type="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      required
    />
  </Field>
);

interface PasswordFieldProps {
  readonly id: string;
  readonly label: string;
  /** A password to be, which the browser may propose. */
  readonly fresh?: boolean;
  /** Id of what says more about it. */
  readonly describedBy?: string;
}

/** With a button that shows what is typed. */
export const PasswordField = ({ id, label, fresh = false, describedBy }: PasswordFieldProps) => {
  const [shown, setShown] = useState(false);
  const Eye = shown ? IconEyeOff : IconEye;
  return (
    <Field id={id} label={label} icon={IconLock}>
      <input
        id={id}
        name={id}
        type={shown ? 'text' : 'password'}
        autoComplete={fresh ? 'new-password' : 'current-password'}
        autoCapitalize="none"
        spellCheck={false}
        aria-describedby={describedBy}
        required
      />
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

/** A new password, twice, with its rules between, as the identity service says them. */
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
  /** On the button, and while it is busy. */
  readonly action: string;
  readonly busyAction: string;
  readonly onSubmit: () => void;
  readonly noValidate?: boolean;
  readonly children: ReactNode;
  readonly below?: ReactNode;
}

/** A form of the pages before the sign-in. */
export const EntryForm = (props: EntryFormProps) => {
  const { busy, ready = true, message, action, busyAction, onSubmit, noValidate } = props;
  return (
    <form
      className={classes['form']}
      noValidate={noValidate}
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) onSubmit();
      }}
    >
      {message && <MessageBox {...message} />}
      {props.children}
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
