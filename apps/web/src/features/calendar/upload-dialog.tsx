import { calendar } from '@campus/contract';
import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react';
import { Banner } from '../../ui/banner.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/fields.tsx';
import { calendarInfoOptions, uploadCalendar } from './calendar.api.ts';
import { PdfPicker } from './pdf-picker.tsx';
import { usePdfUpload } from './use-pdf-upload.ts';
import classes from './upload-dialog.module.css';

/** As specified: time to read that it worked. */
const closesAfter = 1500;

const UploadForm = ({ onClose }: { readonly onClose: () => void }) => {
  const client = useQueryClient();
  const [title, setTitle] = useState<string>(calendar.defaultTitle);
  const upload = usePdfUpload({
    failed: 'Failed to upload calendar. Please try again.',
    send: (file, signal) => uploadCalendar({ file, title }, signal),
    onStored: () => void client.invalidateQueries({ queryKey: calendarInfoOptions.queryKey }),
  });
  const { phase, problem } = upload;
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (phase !== 'done') return undefined;
    const timer = setTimeout(() => close(), closesAfter);
    return () => clearTimeout(timer);
  }, [phase]);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    upload.start();
  };
  return (
    <form className={classes['form']} onSubmit={submit} noValidate>
      <TextField
        label="Calendar title"
        value={title}
        maxLength={200}
        disabled={phase !== 'choosing'}
        onChange={(event) => setTitle(event.currentTarget.value)}
        data-autofocus
      />
      <PdfPicker
        label="PDF file"
        file={upload.file}
        disabled={phase !== 'choosing'}
        onChoose={upload.choose}
      />
      {problem && <Banner kind="error">{problem}</Banner>}
      {phase === 'done' && <Banner kind="success">Calendar updated successfully!</Banner>}
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          type="submit"
          disabled={phase !== 'choosing'}
          leftSection={<IconUpload size={18} stroke={1.75} aria-hidden />}
        >
          {phase === 'uploading' ? 'Uploading...' : 'Upload'}
        </Button>
      </DialogActions>
    </form>
  );
};

interface UploadDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Closing it, by whatever way, gives up an upload that is under way. */
export const UploadDialog = ({ opened, onClose }: UploadDialogProps) => (
  <Dialog opened={opened} onClose={onClose} title="Update Academic Calendar">
    <UploadForm onClose={onClose} />
  </Dialog>
);
