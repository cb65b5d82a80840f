import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import { codeOf } from '../../../lib/call-error.ts';
import { onConfirmation } from '../../../lib/confirmation.ts';
import { errorText } from '../../../lib/error-text.ts';
import { renew } from '../../../lib/renewal.ts';
import { readSession } from '../../../lib/session.ts';
import { Dialog } from '../../../ui/actions.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { DialogForm } from '../../../ui/form.tsx';
import { signInUnreachable } from '../message-box.tsx';
import { sendCode, sendPassword } from '../sign-in.ts';
import { universityUrl } from '../university.ts';
import classes from './second-factor.module.css';

/** Asks for the password, and the code if there is a second factor, before a sensitive action. */
export const ConfirmIdentityDialog = () => {
  const answer = useRef<(confirmed: boolean) => void>(undefined);
  const form = useRef<HTMLFormElement>(null);
  const [opened, setOpened] = useState(false);
  const [step, setStep] = useState<'password' | 'code'>('password');
  const close = useCallback((confirmed: boolean) => {
    setOpened(false);
    answer.current?.(confirmed);
  }, []);
  const signingIn = useMutation({
    mutationFn: async (send: () => Promise<boolean>) => {
      const codeAsked = await send();
      if (!codeAsked) await renew(readSession()?.token ?? '');
      return codeAsked;
    },
    onSuccess: (codeAsked) => (codeAsked ? setStep('code') : close(true)),
    onError: (error) => {
      if (codeOf(error) === 'challenge_over') setStep('password');
    },
  });
  const { isPending: busy, error, mutate, reset } = signingIn;

  useEffect(
    () =>
      onConfirmation(() => {
        setStep('password');
        reset();
        setOpened(true);
        return new Promise((resolve) => {
          answer.current = resolve;
        });
      }),
    [reset],
  );
  const university = document.querySelector('meta[name="campus-university"]') !== null;

  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const given = new FormData(event.currentTarget).get(step);
    if (busy || typeof given !== 'string') return;
    mutate(async () => {
      if (step === 'code') return sendCode(given).then(() => false);
      // Brings the new e-mail, if the campus has changed it.
      await renew(readSession()?.token ?? '').catch(() => undefined);
      return sendPassword(readSession()?.email ?? '', given);
    });
  };
  useEffect(() => {
    if (!busy && opened) form.current?.querySelector<HTMLElement>(`[name="${step}"]`)?.focus();
  }, [busy, opened, step]);

  return (
    <Dialog opened={opened} onClose={() => close(false)} title="Please confirm it is you">
      <DialogForm
        form={form}
        onSubmit={submit}
        busy={busy}
        problem={error ? errorText(error, signInUnreachable) : ''}
        lead="This needs a sign-in within the last ten minutes. Nothing you have typed is lost."
        action="Confirm"
        busyAction="Confirming..."
      >
        <input
          type="text"
          name="username"
          autoComplete="username"
          value={readSession()?.email ?? ''}
          readOnly
          hidden
        />
        {step === 'password' ? (
          <TextField
            key="password"
            label="Password"
            name="password"
            type="password"
            autoComplete="current-password"
            required
          />
        ) : (
          <TextField
            key="code"
            label="Six-digit code, or a recovery code"
            name="code"
            autoComplete="one-time-code"
            autoCapitalize="none"
            required
          />
        )}
      </DialogForm>
      {university && step === 'password' && (
        <p className={classes['text']}>
          Without a password,{' '}
          <a href={universityUrl('', true)} target="_blank" rel="noreferrer">
            sign in with your university account
          </a>{' '}
          in a new tab and come back.{' '}
          <Button variant="default" disabled={busy} onClick={() => mutate(async () => false)}>
            I have signed in there
          </Button>
        </p>
      )}
    </Dialog>
  );
};
