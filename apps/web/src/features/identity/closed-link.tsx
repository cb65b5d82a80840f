import { useRef, useState } from 'react';
import { EntryForm } from './entry-form.tsx';
import { EmailField } from './fields.tsx';
import { errorMessage, type Message } from './message-box.tsx';
import { noEmail, requestPasswordReset, resetFailed, resetSent } from './sign-in.ts';
import type { ClosedState } from './use-link.ts';
import classes from './sign-in-form.module.css';

const reasons: Readonly<Record<ClosedState, string>> = {
  used: 'This link has been used already.',
  expired: 'This link has expired.',
  unknown: 'This link is not valid.',
};

/** What became of a link that opens nothing any more, and the way to a new one. */
export const ClosedLink = ({ why }: { readonly why: ClosedState }) => {
  const email = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState<Message>(errorMessage(reasons[why]));

  const send = async (): Promise<void> => {
    const address = email.current?.value.trim() ?? '';
    if (!address) {
      setMessage(errorMessage(noEmail));
      email.current?.focus();
      return;
    }
    setBusy(true);
    try {
      await requestPasswordReset(address);
      setMessage({ kind: 'success', text: resetSent });
    } catch {
      setMessage(errorMessage(resetFailed));
    }
    setBusy(false);
  };

  return (
    <EntryForm
      busy={busy}
      message={message}
      action="Send a new link"
      busyAction="Sending..."
      onSubmit={() => void send()}
      noValidate
      below={
        <a className={classes['forgot']} href="/signin">
          Sign In
        </a>
      }
    >
      <p className={classes['text']}>
        {why === 'used' ? 'If it was you, sign in with the password you chose. ' : ''}
        Campus can send you a new link.
      </p>
      <EmailField ref={email} label="University Email" />
    </EntryForm>
  );
};
