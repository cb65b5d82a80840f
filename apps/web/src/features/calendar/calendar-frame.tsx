import { IconCalendarOff } from '@tabler/icons-react';
import { EmptyState, RetryButton } from '../../ui/loaded.tsx';
import { PdfCard } from './pdf-card.tsx';
import { useCalendar } from './calendar.api.ts';

interface CalendarFrameProps {
  /** The teacher, on a teacher's dashboard. */
  readonly facultyUnivId?: string | null | undefined;
}

/** The academic calendar for students and teachers. A failure looks like an absent calendar, as specified. */
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
          action={retry && <RetryButton onRetry={retry} />}
        />
      }
    />
  );
};
