import { useRef, useState } from 'react';
import { askIdentity } from '../../lib/ask-identity.ts';
import { ClosedLink } from './closed-link.tsx';
import { DoorFrame } from './door-frame.tsx';
import { EntryForm } from './entry-form.tsx';
import { MessageBox } from './message-box.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import { reply } from './post.ts';
import { type FoundLink, useLink } from './use-link.ts';
import classes from './sign-in-form.module.css';

const lookAtLink = (token: string) => reply<FoundLink>(askIdentity('/password-link', { token }));

const PasswordSet = ({ email }: { readonly email: string }) => (
  <div className={classes['form']}>
    <MessageBox kind="success" text="Your password is set." />
    <p className={classes['text']}>
      You sign in with <strong>{email}</strong>.
    </p>
    <a className={classes['submit']} href="/signin">
      Sign In
    </a>
  </div>
);

/** Where the links of invitations and of forgotten passwords lead. */
export const SetPasswordPage = () => {
  const password = useRef<HTMLInputElement>(null);
  const again = useRef<HTMLInputElement>(null);
  /** To sign in with, once the password is set. */
  const [email, setEmail] = useState<string | null>(null);
  const { state, rules, busy, message, submit } = useLink(lookAtLink, ['At least 6 characters']);

  const choose = async (): Promise<void> => {
    const newPassword = password.current?.value ?? '';
    const given = { password: newPassword, again: again.current?.value ?? '' };
    const chosen = await submit(given, async (token) => {
      const sent = askIdentity('/reset-password', { token, newPassword });
      setEmail((await reply<{ email: string }>(sent)).email);
    });
    if (!chosen) password.current?.focus();
  };

  const content = () => {
    if (email !== null) return <PasswordSet email={email} />;
    if (state !== 'start' && state !== 'open') return <ClosedLink why={state} />;
    return (
      <EntryForm
        busy={busy}
        ready={state === 'open'}
        message={message}
        action="Set password"
        busyAction="Setting password..."
        onSubmit={() => void choose()}
      >
        <NewPasswordFields password={password} again={again} rules={rules} />
      </EntryForm>
    );
  };
  return <DoorFrame title="Choose your password">{content()}</DoorFrame>;
};
