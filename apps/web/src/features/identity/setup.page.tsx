import { IconUser } from '@tabler/icons-react';
import { apiBase } from '../../lib/base-urls.ts';
import { codeOf } from '../../lib/call-error.ts';
import { navigateTo, setUpPath, signInPath } from '../../lib/navigation.ts';
import { SignInFrame } from './sign-in-frame.tsx';
import { EmailField, EntryForm, Field, fieldText, NewPasswordFields } from './entry-form.tsx';
import { MessageBox } from './message-box.tsx';
import { post } from './post.ts';
import { signIn } from './sign-in.ts';
import { type ClosedState, type FoundLink, useLink } from './use-link.ts';
import classes from './sign-in-form.module.css';

const closed: Readonly<Record<ClosedState, string>> = {
  used: 'There is an administrator already.',
  expired: 'This link has expired. Start Campus again for a new one.',
  unknown: 'This link is not valid. Campus printed the current one when it last started.',
};

const checkLink = (token: string) => post<FoundLink>(`${apiBase()}/setup/link`, { token });

/**
 * Signs in the new administrator and returns the next address. If that fails, it is the sign-in
 * page, which says why.
 */
const signInNewAdministrator = async (email: string, password: string): Promise<string> => {
  try {
    return (await signIn(email, password, '')) ?? signInPath();
  } catch (problem) {
    return codeOf(problem) === 'second_factor_needed' ? setUpPath('') : signInPath();
  }
};

/** Where the link printed by the first start leads. */
export const SetupPage = () => {
  const { state, rules, submit, ...form } = useLink(checkLink, ['At least 12 characters']);

  const create = async (): Promise<void> => {
    const [name, email] = [fieldText('name'), fieldText('email')];
    await submit(async (token, password) => {
      await post(`${apiBase()}/setup`, { token, name, email, password });
      navigateTo(await signInNewAdministrator(email, password));
    });
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
        {...form}
        ready={state === 'open'}
        action="Create administrator"
        busyAction="Creating administrator..."
        onSubmit={() => void create()}
      >
        <Field id="name" label="Full Name" icon={IconUser} autoComplete="name" />
        <EmailField label="Email Address" />
        <NewPasswordFields rules={rules} />
      </EntryForm>
    </SignInFrame>
  );
};
