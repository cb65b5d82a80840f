import { Button } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { fieldErrors } from '../../lib/error-text.ts';
import { useFormFields } from '../../lib/use-form-fields.ts';
import { Card } from '../../ui/card.tsx';
import { TextAreaField, TextField } from '../../ui/fields.tsx';
import { notifyError, notifySuccess } from '../../ui/toasts.tsx';
import { announcementsKey, sendAnnouncement } from './announcements.api.ts';
import classes from './announcements.module.css';

const blank = { message: '', title: '' };

/** The message, and where it is wanted a title: everybody reads both within half a minute. */
export const SendAnnouncement = () => {
  const client = useQueryClient();
  const send = useMutation({
    mutationFn: sendAnnouncement,
    onSuccess: () => {
      clear();
      notifySuccess('Announcement sent successfully!');
    },
    onError: (error) => {
      refuse(fieldErrors(error));
      notifyError('Failed to send announcement');
    },
    // Also after a failure: an answer that got lost does not say that nothing was sent.
    onSettled: () => {
      void client.invalidateQueries({ queryKey: announcementsKey });
    },
  });
  const busy = send.isPending;
  const { form, values, field, refuse, clear } = useFormFields(blank, busy);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (busy) return;
    if (values.message.trim() === '') refuse({ message: 'Please write a message' });
    else send.mutate({ ...values, title: values.title || null });
  };

  return (
    <Card>
      <form ref={form} noValidate onSubmit={submit} className={classes['form']}>
        <TextAreaField label="Message" required rows={4} disabled={busy} {...field('message')} />
        <TextField
          label="Title (optional)"
          placeholder="General Announcement"
          size="sm"
          disabled={busy}
          {...field('title')}
        />
        <Button
          type="submit"
          size="md"
          fullWidth
          leftSection={<IconSend size={18} stroke={1.75} aria-hidden />}
          disabled={busy}
        >
          {busy ? 'Sending...' : 'Send Announcement'}
        </Button>
      </form>
    </Card>
  );
};
