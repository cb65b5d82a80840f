import { IconUser } from '@tabler/icons-react';
import { useRef } from 'react';
import { apiBase } from '../../lib/addresses.ts';
import { navigateTo, setUpPath, signInPath } from '../../lib/navigation.ts';
import { SignInFrame } from './sign-in-frame.tsx';
import { EntryForm } from './entry-form.tsx';
import { EmailField, Field } from './fields.tsx';
import { MessageBox } from './message-box.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import { post, Refused } from './post.ts';
import { signIn } from './sign-in.ts';
import { type ClosedState, type FoundLink, useLink } from './use-link.ts';
import classes from './sign-in-form.module.css';

const closed: Readonly<Record<ClosedState, string>> = {
  used: 'There is an administrator already.',
  expired: 'This link has expired. Start Campus again for a new one.',
  unknown: 'This link is not valid. The last start of Campus has printed the one that is.',
};

const lookAtLink = (token: string) => post<FoundLink>(`${apiBase()}/setup/link`, { token });

/** Where to go on: there is an administrator now, and where signing in fails the sign-in page says why. */
const enter = async (email: string, password: string): Promise<string> => {
  try {
    return (await signIn(email, password, '')) ?? signInPath();
  } catch (problem) {
    const factorNeeded = problem instanceof Refused && problem.code === 'second_factor_needed';
    return factorNeeded ? setUpPath('') : signInPath();
  }
};

/** Where the link leads that the first start prints. */
export const SetupPage = () => {
  const name = useRef<HTMLInputElement>(null);
  const email = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const again = useRef<HTMLInputElement>(null);
  const { state, rules, busy, message, submit } = useLink(lookAtLink, ['At least 12 characters']);

  const create = async (): Promise<void> => {
    const [given, address, chosen, repeated] = [name, email, password, again].map(
      ({ current }) => current?.value ?? '',
    ) as [string, string, string, string];
    const created = await submit({ password: chosen, again: repeated }, (token) =>
      post(`${apiBase()}/setup`, { token, name: given, email: address, password: chosen }),
    );
    if (created) navigateTo(await enter(address, chosen));
  };

  if (state !== 'start' && state !== 'open')
    return (
      <SignInFrame title="Set up Campus">
        <div className={classes['form']}>
          <MessageBox kind="error" text={closed[state]} />
          {state === 'used' && (
            <a className={classes['submit']} href="/signin">
              Sign In
            </a>
          )}
        </div>
      </SignInFrame>
    );
  return (
    <SignInFrame title="Set up Campus">
      <p className={classes['text']}>
        You become the first administrator and can add everybody else.
      </p>
      <EntryForm
        busy={busy}
        ready={state === 'open'}
        message={message}
        action="Create administrator"
        busyAction="Creating administrator..."
        onSubmit={() => void create()}
      >
        <Field id="name" label="Full Name" icon={IconUser}>
          <input ref={name} id="name" name="name" autoComplete="name" required />
        </Field>
        <EmailField ref={email} label="Email Address" />
        <NewPasswordFields password={password} again={again} rules={rules} />
      </EntryForm>
    </SignInFrame>
  );
};
