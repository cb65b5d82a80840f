import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { Banner } from '../../../ui/banner.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { notifySuccess } from '../../../ui/toasts.tsx';
import { PdfPicker } from '../pdf-picker.tsx';
import { usePdfUpload } from '../use-pdf-upload.ts';
import { type Audience, classInfoKey, uploadClassInfo } from './class-info.api.ts';
import classes from '../upload-dialog.module.css';

interface ClassInfoFormProps {
  readonly audience: Audience;
  readonly onClose: () => void;
}

const ClassInfoForm = ({ audience, onClose }: ClassInfoFormProps) => {
  const client = useQueryClient();
  const upload = usePdfUpload({
    failed: 'Failed to upload class information. Please try again.',
    send: (file, signal) => uploadClassInfo(audience, file, signal),
    onStored: () => {
      void client.invalidateQueries({ queryKey: classInfoKey });
      notifySuccess('Class information uploaded.');
      onClose();
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    upload.start();
  };
  return (
    <form className={classes['form']} onSubmit={submit} noValidate>
      <PdfPicker
        label="PDF file"
        file={upload.file}
        disabled={upload.phase !== 'choosing'}
        onChoose={upload.choose}
      />
      {upload.problem && <Banner kind="error">{upload.problem}</Banner>}
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          type="submit"
          disabled={upload.phase !== 'choosing'}
          leftSection={<IconUpload size={18} stroke={1.75} aria-hidden />}
        >
          {upload.phase === 'uploading' ? 'Uploading...' : 'Upload'}
        </Button>
      </DialogActions>
    </form>
  );
};

interface ClassInfoDialogProps extends ClassInfoFormProps {
  readonly opened: boolean;
}

/** Closing it, by whatever way, gives up an upload that is under way. */
export const ClassInfoDialog = ({ opened, ...form }: ClassInfoDialogProps) => (
  <Dialog opened={opened} onClose={form.onClose} title="Upload class information">
    <ClassInfoForm {...form} />
  </Dialog>
);
