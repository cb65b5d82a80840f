import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { errorText } from '../../lib/error-text.ts';
import classes from './sign-in-form.module.css';

export interface Message {
  readonly kind: 'error' | 'success' | 'notice';
  readonly text: string;
  /** What was proven, and may be at the university still, was too long ago. */
  readonly again?: boolean | undefined;
}

export const passwordsDiffer = 'The two passwords are not the same.';
export const signInUnreachable = 'Campus does not answer. Please try again.';

export const errorMessage = (text: string): Message => ({ kind: 'error', text });

/** Runs a form's work: whether it is busy, and the message that `work` returned or why it failed. */
export const useTask = (first: Message | null = null) => {
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState(first);
  const run = async (work: () => Promise<Message | null>): Promise<void> => {
    setBusy(true);
    setMessage(null);
    setMessage(
      await work().catch((error: unknown) => errorMessage(errorText(error, signInUnreachable))),
    );
    setBusy(false);
  };
  return { busy, message, setMessage, run };
};

/** The message above a form: an error, a success or a notice. */
export const MessageBox = ({ kind, text }: Message) => {
  const Icon = kind === 'success' ? IconCircleCheck : IconAlertTriangle;
  return (
    <div
      className={classes['message']}
      data-kind={kind}
      role={kind === 'success' ? 'status' : 'alert'}
    >
      <Icon size={20} stroke={1.75} aria-hidden />
      <span>{text}</span>
    </div>
  );
};
