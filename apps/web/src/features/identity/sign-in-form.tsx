import { IconLock } from '@tabler/icons-react';
import { useRef } from 'react';
import { DemoAccounts } from './demo-accounts.tsx';
import { EntryForm } from './entry-form.tsx';
import { EmailField, Field } from './fields.tsx';
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
  const askForReset = async () => {
    const sent = await forgot(email.current?.value.trim() ?? '');
    if (!sent) email.current?.focus();
  };
  return (
    <EntryForm
      busy={state === 'signing-in'}
      ready={state !== 'prerendered'}
      message={message}
      action="Sign In"
      busyAction="Signing In..."
      onSubmit={() => void submit(email.current?.value.trim() ?? '', password.current?.value ?? '')}
      below={
        <>
          {university && <UniversityLink />}
          <DemoAccounts
            onChoose={(account) => {
              if (email.current) email.current.value = account.email;
              if (password.current) password.current.value = account.password;
            }}
          />
        </>
      }
    >
      <EmailField ref={email} label="University Email" />
      <Field id="password" label="Password" icon={IconLock}>
        <PasswordInput ref={password} id="password" />
      </Field>
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
    </EntryForm>
  );
};
