import { IconLock } from '@tabler/icons-react';
import { useRef } from 'react';
import { DemoAccounts } from './demo-accounts.tsx';
import { EmailField } from './email-field.tsx';
import { MessageBox } from './message-box.tsx';
import { PasswordInput } from './password-input.tsx';
import { UniversityLink } from './university-link.tsx';
import type { useSignIn } from './use-sign-in.ts';
import classes from './sign-in-form.module.css';

interface SignInFormProps {
  readonly university: boolean;
  readonly doing: ReturnType<typeof useSignIn>;
}

/** The fields keep their own values, so that what is typed before the takeover is not lost. */
export const SignInForm = ({ university, doing }: SignInFormProps) => {
  const email = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const { state, message, submit, forgot } = doing;
  const busy = state === 'signing-in';
  const askForReset = async () => {
    const sent = await forgot(email.current?.value.trim() ?? '');
    if (!sent) email.current?.focus();
  };
  return (
    <form
      className={classes['form']}
      onSubmit={(event) => {
        event.preventDefault();
        void submit(email.current?.value.trim() ?? '', password.current?.value ?? '');
      }}
    >
      {message && <MessageBox {...message} />}
      <EmailField ref={email} label="University Email" />
      <label className={classes['label']} htmlFor="password">
        Password
      </label>
      <div className={classes['field']}>
        <IconLock size={20} stroke={1.75} aria-hidden />
        <PasswordInput ref={password} id="password" />
      </div>
      <a
        className={classes['forgot']}
        href="#email"
        onClick={(event) => {
          event.preventDefault();
          void askForReset();
        }}
      >
        Forgot Password
      </a>
      <button
        className={classes['submit']}
        type="submit"
        disabled={busy || state === 'prerendered'}
        data-busy={busy || undefined}
      >
        {busy ? 'Signing In...' : 'Sign In'}
      </button>
      {university && <UniversityLink />}
      <DemoAccounts
        onChoose={(account) => {
          if (email.current) email.current.value = account.email;
          if (password.current) password.current.value = account.password;
        }}
      />
    </form>
  );
};
