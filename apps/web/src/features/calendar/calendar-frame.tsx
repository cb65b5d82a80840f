import { Button } from '@mantine/core';
import { IconCalendarOff, IconRefresh } from '@tabler/icons-react';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loading, SkeletonBar } from '../../ui/loading.tsx';
import { PdfDownload } from '../../ui/pdf/pdf-download.tsx';
import { PdfView } from '../../ui/pdf/pdf-view.tsx';
import { useCalendar } from './use-calendar.ts';
import classes from './calendar.module.css';

const defaultName = 'Academic Calendar';

interface CalendarFrameProps {
  /** On a teacher's dashboard: whose it is. */
  readonly facultyUnivId?: string | null | undefined;
}

/** The academic calendar for students and teachers, in a card of its own. */
export const CalendarFrame = ({ facultyUnivId }: CalendarFrameProps) => {
  const state = useCalendar(facultyUnivId);
  const content = () => {
    if (state.is === 'loading')
      return (
        <Loading text="Loading calendar...">
          <div className={classes['frame']}>
            <SkeletonBar height={600} />
          </div>
        </Loading>
      );
    if (state.is === 'none')
      return (
        <div className={classes['none']}>
          <EmptyState
            icon={IconCalendarOff}
            text="No calendar available."
            action={state.retry && <TryAgain onClick={state.retry} />}
          />
        </div>
      );
    const { file, fileName } = state.calendar;
    return <PdfView file={file} title={fileName ?? defaultName} className={classes['frame']} />;
  };
  return (
    <Card
      title={defaultName}
      actions={
        <div className={classes['actions']}>
          {state.is === 'shown' && (
            <PdfDownload
              file={state.calendar.file}
              fileName={state.calendar.fileName ?? `${defaultName}.pdf`}
            />
          )}
        </div>
      }
    >
      {content()}
    </Card>
  );
};

/** Quiet: what could not be loaded looks like what is not there, as documented. */
export const TryAgain = ({ onClick }: { readonly onClick: () => void }) => (
  <Button
    variant="default"
    leftSection={<IconRefresh size={18} stroke={1.75} aria-hidden />}
    onClick={onClick}
  >
    Try again
  </Button>
);
