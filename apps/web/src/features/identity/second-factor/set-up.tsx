import encodeQR from 'qr';
import { useEffect, useRef, useState } from 'react';
import { CallError } from '../../../lib/call-error.ts';
import { errorText } from '../../../lib/error-text.ts';
import { EntryForm, fieldText, inputOf } from '../entry-form.tsx';
import {
  errorMessage,
  type Message,
  MessageBox,
  signInUnreachable,
  useTask,
} from '../message-box.tsx';
import form from '../sign-in-form.module.css';
import { CodeField } from './code-field.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { beginSetUp, confirmSetUp } from './second-factor.ts';
import classes from './second-factor.module.css';

const QrCode = ({ text }: { readonly text: string }) => {
  const rows = encodeQR(text, 'raw');
  const dots = rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')));
  return (
    <svg
      className={classes['qr']}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label="QR code for your authenticator app"
    >
      <path d={dots.join('')} />
    </svg>
  );
};

interface SetUpProps {
  /** Called when the sign-in is too old or has ended, and has to be repeated first. */
  readonly onSignIn: (message: Message) => void;
  readonly onDone: () => void;
}

/** Sets up an authenticator app: its key, a code from it, and the recovery codes. */
const SetUp = ({ onSignIn, onDone }: SetUpProps) => {
  const [secret, setSecret] = useState<{ key: string; uri: string }>();
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[]>();
  const { busy, message, setMessage, run } = useTask();
  const signInAgain = useRef(onSignIn);
  const onward = useRef<HTMLButtonElement>(null);
  // Its focused element was removed.
  useEffect(() => {
    if (recoveryCodes) onward.current?.focus();
  }, [recoveryCodes]);

  useEffect(() => {
    let gone = false;
    beginSetUp().then(
      (answer) => !gone && setSecret(answer),
      (error: unknown) => {
        if (gone) return;
        const failure = errorMessage(errorText(error, signInUnreachable));
        if (error instanceof CallError) signInAgain.current({ ...failure, again: true });
        else setMessage(failure);
      },
    );
    return () => {
      gone = true;
    };
  }, [setMessage]);

  const confirm = async (): Promise<void> => {
    await run(async () => {
      setRecoveryCodes((await confirmSetUp(fieldText('code'))).recoveryCodes);
      return null;
    });
    inputOf('code')?.select();
  };

  if (recoveryCodes)
    return (
      <div className={form['form']}>
        <MessageBox kind="success" text="Your authenticator app is set up." />
        <RecoveryCodes codes={recoveryCodes} />
        <button className={form['submit']} type="button" onClick={onDone} ref={onward}>
          I have kept them, continue
        </button>
      </div>
    );
  const lead = (
    <p className={classes['text']}>
      With an authenticator app on your phone, a password that someone else knows is not enough to
      sign in as you. Scan this with the app, then enter the code that it shows.
    </p>
  );
  if (!secret)
    return (
      <div className={form['form']}>
        {message && <MessageBox {...message} />}
        {lead}
      </div>
    );
  return (
    <EntryForm
      busy={busy}
      message={message}
      action="Set up"
      busyAction="Setting up..."
      onSubmit={() => void confirm()}
    >
      {lead}
      <QrCode text={secret.uri} />
      <p className={classes['text']}>
        Or type this key into the app:
        <code className={classes['key']}>{secret.key.match(/.{1,4}/g)?.join(' ')}</code>
      </p>
      <CodeField />
    </EntryForm>
  );
};

export default SetUp;
