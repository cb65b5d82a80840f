import type { ReactNode } from 'react';
import { type Message, MessageBox } from './message-box.tsx';
import classes from './sign-in-form.module.css';

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
