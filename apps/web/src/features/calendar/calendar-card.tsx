import { calendar } from '@campus/contract';
import { Button } from '@mantine/core';
import { IconCalendarOff, IconUpload } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { May } from '../../lib/may-call.tsx';
import { call } from '../../lib/call.ts';
import { invalidate } from '../../lib/query.ts';
import { Dialog } from '../../ui/actions.tsx';
import { EmptyState, RetryButton } from '../../ui/loaded.tsx';
import { TextField } from '../../ui/fields.tsx';
import { calendarInfoOptions, useCalendar } from './calendar.api.ts';
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
      onStored={() => void invalidate(client, { queryKey: calendarInfoOptions.queryKey })}
      stored="Calendar updated successfully!"
      failed="Failed to upload calendar. Please try again."
      renderFields={(disabled) => (
        <TextField
          label="Calendar title"
          value={title}
          maxLength={200}
          disabled={disabled}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
      )}
    />
  );
};

/** The academic calendar for administrators: what everybody sees, and replacing it. */
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
                {retry && <RetryButton onRetry={retry} />}
                <May call={calendar.uploadCalendar}>
                  <Button leftSection={uploadIcon} onClick={upload}>
                    Upload Calendar
                  </Button>
                </May>
              </div>
            }
          />
        }
        actions={
          shown.pdf && (
            <May call={calendar.uploadCalendar}>
              <Button variant="light" leftSection={uploadIcon} onClick={upload}>
                Update Calendar
              </Button>
            </May>
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
