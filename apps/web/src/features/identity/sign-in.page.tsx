import { IconBuildingBank } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { SignInFrame } from './sign-in-frame.tsx';
import { EmailField, EntryForm, fieldText, inputOf, PasswordField } from './entry-form.tsx';
import { nextPage, universityUrl } from './university.ts';
import { type Demo, readDemo } from './demo.ts';
import type { Message } from './message-box.tsx';
import { useSignIn } from './use-sign-in.ts';
import classes from './sign-in-form.module.css';

/** The accounts of a demo campus. Choosing one fills in the form. */
const DemoAccounts = ({ accounts, password, mail }: Demo) => (
  <section className={classes['demo']} aria-labelledby="demo">
    <h2 id="demo">Demo accounts</h2>
    <ul>
      {accounts.map((email) => (
        <li key={email}>
          <button
            type="button"
            onClick={() => {
              inputOf('email')!.value = email;
              inputOf('password')!.value = password;
            }}
          >
            {email}
          </button>
        </li>
      ))}
    </ul>
    <p>
      Their password: <code>{password}</code>
    </p>
    {mail && (
      <p>
        Mails are kept here: <a href={mail}>{mail}</a>
      </p>
    )}
  </section>
);

/** Signing in at the university: a link, which works before the script does. */
const UniversityLink = ({ again }: Pick<Message, 'again'>) => {
  // The prerendered link knows neither the address nor the page to go on to.
  const complete = (link: HTMLAnchorElement | null): void => {
    if (link) link.href = universityUrl(nextPage(), again);
  };
  return (
    <>
      <p className={classes['divider']}>or</p>
      <a className={classes['university']} href="/identity/university/start" ref={complete}>
        <IconBuildingBank size={22} stroke={1.75} aria-hidden />
        Sign in with your university account
      </a>
    </>
  );
};

interface SignInFormProps {
  readonly university: boolean;
  readonly doing: ReturnType<typeof useSignIn>;
}

const SignInForm = ({ university, doing }: SignInFormProps) => {
  const { state, message, submit, forgot } = doing;
  const demo = readDemo();
  return (
    <EntryForm
      busy={state === 'signing-in'}
      ready={state !== 'prerendered'}
      message={message}
      action="Sign In"
      busyAction="Signing In..."
      onSubmit={() => void submit(fieldText('email').trim(), fieldText('password'))}
      below={
        <>
          {university && <UniversityLink again={message?.again} />}
          <div className={classes['demoPlace']}>{demo && <DemoAccounts {...demo} />}</div>
        </>
      }
    >
      <EmailField label="University Email" />
      <PasswordField id="password" label="Password" />
      <a
        className={classes['forgot']}
        href="#email"
        onClick={(event) => {
          event.preventDefault();
          void forgot();
        }}
      >
        Forgot Password
      </a>
    </EntryForm>
  );
};

/** Of src/inline-scripts/not-loaded.js. */
declare const sayNotLoaded: () => void;

/** Says so, and waits for ever, if a part is gone: a page may stay open until an upgrade has replaced its files. */
const orSay =
  <Part,>(load: () => Promise<Part>) =>
  () =>
    load().catch(() => new Promise<Part>(sayNotLoaded));

/** Loaded on demand, not with the page that everybody waits for. */
const CodeForm = lazy(orSay(() => import('./second-factor/code-form.tsx')));
const SetUp = lazy(orSay(() => import('./second-factor/set-up.tsx')));

interface SignInPageProps {
  /** Whether people can sign in with a university account here. */
  readonly university: boolean;
}

export const SignInPage = ({ university }: SignInPageProps) => {
  const doing = useSignIn();
  const { step, state, message, submitCode, finish, startAgain } = doing;
  return (
    <SignInFrame title={step === 'set-up' ? 'Authenticator app' : 'Sign In'}>
      {step === 'password' && <SignInForm university={university} doing={doing} />}
      <Suspense>
        {step === 'code' && (
          <CodeForm
            busy={state === 'signing-in'}
            message={message}
            onCode={(code) => void submitCode(code)}
            onBack={() => startAgain()}
          />
        )}
        {step === 'set-up' && <SetUp onSignIn={startAgain} onDone={() => void finish()} />}
      </Suspense>
    </SignInFrame>
  );
};
