import { DoorFrame } from './door-frame.tsx';
import { SignInForm } from './sign-in-form.tsx';

interface SignInPageProps {
  /** Whether people can sign in with a university account here. */
  readonly university: boolean;
}

export const SignInPage = ({ university }: SignInPageProps) => (
  <DoorFrame title="Sign In">
    <SignInForm university={university} />
  </DoorFrame>
);
