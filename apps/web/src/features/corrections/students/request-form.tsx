import type { Correction, CorrectableField, StudentProfile } from '@campus/contract';
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { FormEvent } from 'react';
import { errorText, fieldErrors } from '../../../lib/error-text.ts';
import { useFormFields } from '../../../lib/use-form-fields.ts';
import { Banner } from '../../../ui/banner.tsx';
import { DialogActions } from '../../../ui/dialog.tsx';
import { TextAreaField, TextField } from '../../../ui/fields.tsx';
import { notifySuccess } from '../../../ui/toasts.tsx';
import { correctionsKey, sendRequest } from '../corrections.api.ts';
import type { NewRequest } from '../corrections.api.ts';
import { OpenRequests } from './open-requests.tsx';
import classes from './request-form.module.css';

interface RequestFormProps {
  readonly profile: StudentProfile;
  readonly open: readonly Correction[];
  readonly onBusy: (busy: boolean) => void;
  readonly onClose: () => void;
}

/** A field that says nothing is sent as null; one that says what it said is not sent. */
const changed = (typed: string, before: string): string | null | undefined =>
  typed.trim() === before ? undefined : typed.trim() || null;

const valuesOf = ({ contactPhone, contactNo, address }: StudentProfile) => ({
  contactNo: contactPhone ?? (contactNo === null ? '' : String(contactNo)),
  address: address ?? '',
  reason: '',
});

export const RequestForm = ({ profile, open, onBusy, onClose }: RequestFormProps) => {
  const client = useQueryClient();
  const [before] = useState(() => valuesOf(profile));
  const [problem, setProblem] = useState('');
  const send = useMutation({
    mutationFn: sendRequest,
    onSuccess: () => {
      notifySuccess('Request sent. An administrator decides on it.');
      onClose();
    },
    onError: (error) => {
      const { contactNo, address, reason } = fieldErrors(error);
      refuse({ contactNo, address, reason });
      // A marked field says it itself.
      if (!contactNo && !address && !reason)
        setProblem(errorText(error, 'The request could not be sent. Please try again.'));
    },
    onSettled: () => client.invalidateQueries({ queryKey: correctionsKey }),
  });
  const busy = send.isPending;
  const { form, values, field, refuse } = useFormFields(before, busy);
  const tellBusy = useEffectEvent(onBusy);
  useEffect(() => tellBusy(busy), [busy]);

  // It comes after its dialog, which has put the focus somewhere else.
  useEffect(() => form.current?.querySelector<HTMLElement>('input:enabled')?.focus(), [form]);

  const asked = new Set(open.flatMap(({ changes }) => changes.map((change) => change.field)));
  const correctable = (name: CorrectableField) => ({
    ...field(name),
    disabled: busy || asked.has(name),
    ...(asked.has(name) && { description: 'Waits for a decision' }),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (busy) return;
    const contactNo = asked.has('contactNo')
      ? undefined
      : changed(values.contactNo, before.contactNo);
    const address = asked.has('address') ? undefined : changed(values.address, before.address);
    if (contactNo === undefined && address === undefined) {
      setProblem('Nothing is changed yet.');
      refuse({});
      return;
    }
    setProblem('');
    const body: NewRequest = {
      studentEmail: profile.email,
      reason: values.reason.trim() || null,
      ...(contactNo !== undefined && { contactNo }),
      ...(address !== undefined && { address }),
    };
    send.mutate(body);
  };
  const full = asked.size === 2;

  return (
    <form ref={form} noValidate onSubmit={submit} className={classes['form']}>
      <p className={classes['line']}>
        An administrator approves what you change here. Until then the record stays as it is.
      </p>
      {problem && <Banner kind="error">{problem}</Banner>}
      {open.length > 0 && <OpenRequests requests={open} />}
      <TextField label="Contact Number" inputMode="tel" {...correctable('contactNo')} />
      <TextField label="Address" {...correctable('address')} />
      <TextAreaField
        label="Reason"
        description="Not required. The administrator reads it."
        rows={3}
        disabled={busy || full}
        {...field('reason')}
      />
      <DialogActions>
        <Button variant="default" onClick={onClose} disabled={busy}>
          {full ? 'Close' : 'Cancel'}
        </Button>
        {!full && (
          <Button type="submit" disabled={busy}>
            {busy ? 'Sending...' : 'Send request'}
          </Button>
        )}
      </DialogActions>
    </form>
  );
};
