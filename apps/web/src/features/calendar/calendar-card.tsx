import { calendar } from '@campus/contract';
import { Button } from '@mantine/core';
import { IconCalendarOff, IconUpload } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/call.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { TextField } from '../../ui/fields.tsx';
import { calendarInfoOptions, useCalendar } from './calendar.api.ts';
import { TryAgain } from './calendar-frame.tsx';
import { PdfCard } from './pdf-card.tsx';
import { PdfUpload } from './pdf-upload.tsx';
import classes from './calendar.module.css';

const uploadIcon = <IconUpload size={18} stroke={1.75} aria-hidden />;

const UploadForm = () => {
  const client = useQueryClient();
  const [title, setTitle] = useState<string>(calendar.defaultTitle);
  return (
    <PdfUpload
      send={(form, signal) => {
        form.set('title', title);
        return call(calendar.uploadCalendar, { form, signal });
      }}
      onStored={() => void client.invalidateQueries({ queryKey: calendarInfoOptions.queryKey })}
      stored="Calendar updated successfully!"
      failed="Failed to upload calendar. Please try again."
      renderFields={(disabled) => (
        <TextField
          label="Calendar title"
          value={title}
          maxLength={200}
          disabled={disabled}
          onChange={(event) => setTitle(event.currentTarget.value)}
          data-autofocus
        />
      )}
    />
  );
};

/** The academic calendar for administrators: what everybody sees, and the way to replace it. */
export const CalendarCard = () => {
  const { retry, ...shown } = useCalendar();
  const [uploading, setUploading] = useState(false);
  const upload = (): void => setUploading(true);
  return (
    <>
      <PdfCard
        {...shown}
        title={shown.pdf?.title || calendar.defaultTitle}
        what="calendar"
        preview
        none={
          <EmptyState
            icon={IconCalendarOff}
            text="No calendar available"
            action={
              <div className={classes['choices']}>
                {retry && <TryAgain onClick={retry} />}
                <Button leftSection={uploadIcon} onClick={upload}>
                  Upload Calendar
                </Button>
              </div>
            }
          />
        }
        actions={
          shown.pdf && (
            <Button variant="light" leftSection={uploadIcon} onClick={upload}>
              Update Calendar
            </Button>
          )
        }
      />
      <Dialog
        opened={uploading}
        onClose={() => setUploading(false)}
        title="Update Academic Calendar"
      >
        <UploadForm />
      </Dialog>
    </>
  );
};
