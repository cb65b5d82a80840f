import { DoorFrame } from './door-frame.tsx';
import { SignInForm } from './sign-in-form.tsx';

export const SignInPage = () => (
  <DoorFrame title="Sign In">
    <SignInForm />
  </DoorFrame>
);
