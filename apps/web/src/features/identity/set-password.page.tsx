import { useRef } from 'react';
import { ClosedLink } from './closed-link.tsx';
import { DoorFrame } from './door-frame.tsx';
import { MessageBox } from './message-box.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import { useSetPassword } from './use-set-password.ts';
import classes from './sign-in-form.module.css';

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
  const { state, email, rules, busy, message, submit } = useSetPassword();

  const choose = async (): Promise<void> => {
    const chosen = await submit(password.current?.value ?? '', again.current?.value ?? '');
    if (!chosen) password.current?.focus();
  };

  const content = () => {
    if (email !== null) return <PasswordSet email={email} />;
    if (state !== 'start' && state !== 'open') return <ClosedLink why={state} />;
    return (
      <form
        className={classes['form']}
        onSubmit={(event) => {
          event.preventDefault();
          void choose();
        }}
      >
        {message && <MessageBox {...message} />}
        <NewPasswordFields password={password} again={again} rules={rules} />
        <button
          className={classes['submit']}
          type="submit"
          disabled={busy || state === 'start'}
          data-busy={busy || undefined}
        >
          {busy ? 'Setting password...' : 'Set password'}
        </button>
      </form>
    );
  };
  return <DoorFrame title="Choose your password">{content()}</DoorFrame>;
};
