import { useEffect, useRef, useState } from 'react';
import { askIdentity } from '../../lib/identity-client.ts';
import { SignInFrame } from './sign-in-frame.tsx';
import { EmailField, EntryForm, NewPasswordFields } from './entry-form.tsx';
import { errorMessage, MessageBox, useTask } from './message-box.tsx';
import { reply } from './post.ts';
import { askForReset } from './sign-in.ts';
import { type ClosedState, type FoundLink, useLink } from './use-link.ts';
import classes from './sign-in-form.module.css';

const reasons: Readonly<Record<ClosedState, string>> = {
  used: 'This link has been used already.',
  expired: 'This link has expired.',
  unknown: 'This link is not valid.',
};

/** Says why a link no longer works, and offers a new one. */
const ClosedLink = ({ why }: { readonly why: ClosedState }) => {
  const { busy, message, run } = useTask(errorMessage(reasons[why]));
  return (
    <EntryForm
      busy={busy}
      message={message}
      action="Send a new link"
      busyAction="Sending..."
      onSubmit={() => void run(askForReset)}
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
      <EmailField label="University Email" />
    </EntryForm>
  );
};

const checkLink = (token: string) => reply<FoundLink>(askIdentity('/password-link', { token }));

const PasswordSet = ({ email }: { readonly email: string }) => {
  const onward = useRef<HTMLAnchorElement>(null);
  // Its focused element was removed.
  useEffect(() => onward.current?.focus(), []);
  return (
    <div className={classes['form']}>
      <MessageBox kind="success" text="Your password is set." />
      <p className={classes['text']}>
        You sign in with <strong>{email}</strong>.
      </p>
      <a ref={onward} className={classes['submit']} href="/signin">
        Sign In
      </a>
    </div>
  );
};

/** Where the links in invitations and password resets lead. */
export const SetPasswordPage = () => {
  /** The e-mail to sign in with; null until the password is set. */
  const [email, setEmail] = useState<string | null>(null);
  const { state, rules, submit, ...form } = useLink(checkLink, ['At least 6 characters']);

  const choose = async (): Promise<void> => {
    await submit(async (token, newPassword) => {
      const sent = askIdentity('/reset-password', { token, newPassword });
      setEmail((await reply<{ email: string }>(sent)).email);
    });
  };

  const content = () => {
    if (email !== null) return <PasswordSet email={email} />;
    if (state !== 'start' && state !== 'open') return <ClosedLink why={state} />;
    return (
      <EntryForm
        {...form}
        ready={state === 'open'}
        action="Set password"
        busyAction="Setting password..."
        onSubmit={() => void choose()}
      >
        <NewPasswordFields rules={rules} />
      </EntryForm>
    );
  };
  return <SignInFrame title="Choose your password">{content()}</SignInFrame>;
};
