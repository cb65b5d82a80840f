import { calendar } from '@campus/contract';
import { Button } from '@mantine/core';
import { IconCalendarOff, IconUpload } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Card } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Loading, SkeletonBar } from '../../ui/loading.tsx';
import { PdfDownload } from '../../ui/pdf/pdf-download.tsx';
import { PdfView } from '../../ui/pdf/pdf-view.tsx';
import { calendarInfoOptions, uploadCalendar } from './calendar.api.ts';
import { TryAgain } from './calendar-frame.tsx';
import { PdfUpload } from './pdf-upload.tsx';
import { useCalendar } from './use-calendar.ts';
import classes from './calendar.module.css';

const uploadIcon = <IconUpload size={18} stroke={1.75} aria-hidden />;

const UploadForm = ({ onClose }: { readonly onClose: () => void }) => {
  const client = useQueryClient();
  const [title, setTitle] = useState<string>(calendar.defaultTitle);
  return (
    <PdfUpload
      send={(file, signal) => uploadCalendar({ file, title }, signal)}
      onStored={() => void client.invalidateQueries({ queryKey: calendarInfoOptions.queryKey })}
      stored="Calendar updated successfully!"
      failed="Failed to upload calendar. Please try again."
      onClose={onClose}
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
  const state = useCalendar();
  const [uploading, setUploading] = useState(false);
  const upload = (): void => setUploading(true);
  const title = (state.is === 'shown' && state.calendar.title) || calendar.defaultTitle;
  const content = () => {
    if (state.is === 'loading')
      return (
        <Loading text="Loading calendar...">
          <SkeletonBar height={540} />
        </Loading>
      );
    if (state.is === 'shown')
      return (
        <PdfView file={state.calendar.file} title={title} className={classes['preview']} preview />
      );
    return (
      <div className={classes['none']}>
        <EmptyState
          icon={IconCalendarOff}
          text="No calendar available"
          action={
            <div className={classes['choices']}>
              {state.retry && <TryAgain onClick={state.retry} />}
              <Button leftSection={uploadIcon} onClick={upload}>
                Upload Calendar
              </Button>
            </div>
          }
        />
      </div>
    );
  };
  return (
    <Card
      title={title}
      actions={
        <div className={classes['actions']}>
          {state.is === 'shown' && (
            <>
              <PdfDownload
                file={state.calendar.file}
                fileName={state.calendar.fileName ?? `${title}.pdf`}
              />
              <Button variant="light" leftSection={uploadIcon} onClick={upload}>
                Update Calendar
              </Button>
            </>
          )}
        </div>
      }
    >
      {content()}
      <Dialog
        opened={uploading}
        onClose={() => setUploading(false)}
        title="Update Academic Calendar"
      >
        <UploadForm onClose={() => setUploading(false)} />
      </Dialog>
    </Card>
  );
};
