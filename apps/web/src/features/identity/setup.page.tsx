import { IconUser } from '@tabler/icons-react';
import { useRef } from 'react';
import { DoorFrame } from './door-frame.tsx';
import { EmailField } from './email-field.tsx';
import { MessageBox } from './message-box.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import type { ClosedState } from './use-link.ts';
import { useSetup } from './use-setup.ts';
import classes from './sign-in-form.module.css';

const closed: Readonly<Record<ClosedState, string>> = {
  used: 'There is an administrator already.',
  expired: 'This link has expired. Start Campus again for a new one.',
  unknown: 'This link is not valid. The last start of Campus has printed the one that is.',
};

/** Where the link leads that the first start prints. */
export const SetupPage = () => {
  const name = useRef<HTMLInputElement>(null);
  const email = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const again = useRef<HTMLInputElement>(null);
  const { state, rules, busy, message, submit } = useSetup();

  if (state !== 'start' && state !== 'open')
    return (
      <DoorFrame title="Set up Campus">
        <div className={classes['form']}>
          <MessageBox kind="error" text={closed[state]} />
          {state === 'used' && (
            <a className={classes['submit']} href="/signin">
              Sign In
            </a>
          )}
        </div>
      </DoorFrame>
    );
  return (
    <DoorFrame title="Set up Campus">
      <p className={classes['text']}>
        You become the first administrator and can add everybody else.
      </p>
      <form
        className={classes['form']}
        onSubmit={(event) => {
          event.preventDefault();
          void submit({
            name: name.current?.value ?? '',
            email: email.current?.value ?? '',
            password: password.current?.value ?? '',
            again: again.current?.value ?? '',
          });
        }}
      >
        {message && <MessageBox {...message} />}
        <label className={classes['label']} htmlFor="name">
          Full Name
        </label>
        <div className={classes['field']}>
          <IconUser size={20} stroke={1.75} aria-hidden />
          <input ref={name} id="name" name="name" autoComplete="name" required />
        </div>
        <EmailField ref={email} label="Email Address" />
        <NewPasswordFields password={password} again={again} rules={rules} />
        <button
          className={classes['submit']}
          type="submit"
          disabled={busy || state === 'start'}
          data-busy={busy || undefined}
        >
          {busy ? 'Creating administrator...' : 'Create administrator'}
        </button>
      </form>
    </DoorFrame>
  );
};
