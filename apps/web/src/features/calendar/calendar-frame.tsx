import { IconCalendarOff, IconRefresh } from '@tabler/icons-react';
import { EmptyState } from '../../ui/loaded.tsx';
import { PdfCard } from './pdf-card.tsx';
import { IconButton } from '../../ui/actions.tsx';
import { useCalendar } from './calendar.api.ts';

interface CalendarFrameProps {
  /** The teacher, on a teacher's dashboard. */
  readonly facultyUnivId?: string | null | undefined;
}

/** The academic calendar for students and teachers. */
export const CalendarFrame = ({ facultyUnivId }: CalendarFrameProps) => {
  const { retry, ...shown } = useCalendar(facultyUnivId);
  return (
    <PdfCard
      {...shown}
      title="Academic Calendar"
      what="calendar"
      none={
        <EmptyState
          icon={IconCalendarOff}
          text="No calendar available."
          action={retry && <RetryButton onClick={retry} />}
        />
      }
    />
  );
};

/** Discreet: a failure looks like an absent calendar, as specified. */
export const RetryButton = ({ onClick }: { readonly onClick: () => void }) => (
  <IconButton icon={IconRefresh} variant="default" onClick={onClick}>
    Try again
  </IconButton>
);
