import { useState } from 'react';
import { EntryForm, fieldText, inputOf } from '../entry-form.tsx';
import type { Message } from '../message-box.tsx';
import { CodeField } from './code-field.tsx';
import classes from './second-factor.module.css';

interface CodeFormProps {
  readonly busy: boolean;
  readonly message: Message | null;
  readonly onCode: (code: string) => void;
  readonly onBack: () => void;
}

/** The second step of a sign-in. */
const CodeForm = ({ busy, message, onCode, onBack }: CodeFormProps) => {
  const [recovery, setRecovery] = useState(false);
  return (
    <EntryForm
      busy={busy}
      message={message}
      action="Continue"
      busyAction="Signing In..."
      onSubmit={() => {
        onCode(fieldText('code'));
        inputOf('code')?.select();
      }}
      below={
        <>
          <button
            className={classes['alternative']}
            type="button"
            onClick={() => setRecovery(!recovery)}
          >
            {recovery ? 'Use the authenticator app' : 'Use a recovery code'}
          </button>
          <button className={classes['alternative']} type="button" onClick={onBack}>
            Sign in as someone else
          </button>
        </>
      }
    >
      <p className={classes['text']}>
        {recovery
          ? 'Enter one of the recovery codes that you kept. Each works once.'
          : 'Enter the code that your authenticator app shows for Campus now.'}
      </p>
      {/* A new field: text typed into one must not stay in the other. */}
      <CodeField key={String(recovery)} recovery={recovery} />
    </EntryForm>
  );
};

export default CodeForm;
