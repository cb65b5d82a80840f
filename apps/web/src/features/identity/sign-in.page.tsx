import { lazy, Suspense } from 'react';
import { DoorFrame } from './door-frame.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { useSignIn } from './use-sign-in.ts';

/** Not part of the page that everybody waits for. */
const CodeForm = lazy(() => import('./second-factor/code-form.tsx'));
const SetUp = lazy(() => import('./second-factor/set-up.tsx'));

interface SignInPageProps {
  /** Whether people can sign in with a university account here. */
  readonly university: boolean;
}

export const SignInPage = ({ university }: SignInPageProps) => {
  const doing = useSignIn();
  const { step, state, message, submitCode, finish, startAgain } = doing;
  return (
    <DoorFrame title={step === 'set-up' ? 'Authenticator app' : 'Sign In'}>
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
    </DoorFrame>
  );
};
