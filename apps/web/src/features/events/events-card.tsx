import {
  addMonths,
  type CalendarEntry,
  firstOfMonth,
  type IsoDate,
  isOnDay,
  lastDayOf,
  lastOfMonth,
} from '@campus/contract';
import { Button } from '@mantine/core';
import {
  IconCalendarOff,
  IconChevronLeft,
  IconChevronRight,
  IconHistory,
  IconPlus,
  IconRss,
} from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { dayInWords } from '../../lib/day.ts';
import { errorText } from '../../lib/error-text.ts';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Loading, SkeletonBar } from '../../ui/loading.tsx';
import { useQuestion } from '../../ui/use-action.ts';
import { type EntryActions, EntryList } from './entry-item.tsx';
import { EventForm } from './event-form.tsx';
import { deleteEvent, eventsQuery, refreshEvents } from './events.api.ts';
import { EventsHistory } from './events-history.tsx';
import { monthInWords, weeksOf } from './month-grid.ts';
import { MonthView } from './month-view.tsx';
import { useCampusDay } from './use-campus-day.ts';
import { Subscription } from './subscription.tsx';
import classes from './events.module.css';

type View = 'month' | 'list';

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

interface BarProps {
  readonly day: IsoDate;
  readonly today: IsoDate;
  readonly onDay: (day: IsoDate) => void;
  readonly view: View;
  readonly onView: (view: View) => void;
}

const Bar = ({ day, today, onDay, view, onView }: BarProps) => (
  <div className={classes['bar']}>
    <h3 aria-live="polite">{monthInWords(day)}</h3>
    <div className={classes['group']}>
      <Button
        size="sm"
        variant="default"
        aria-label="Previous month"
        onClick={() => onDay(addMonths(day, -1))}
      >
        <IconChevronLeft {...icon} />
      </Button>
      <Button size="sm" variant="default" onClick={() => onDay(today)}>
        Today
      </Button>
      <Button
        size="sm"
        variant="default"
        aria-label="Next month"
        onClick={() => onDay(addMonths(day, 1))}
      >
        <IconChevronRight {...icon} />
      </Button>
    </div>
    <fieldset className={classes['group']} aria-label="View">
      {(['month', 'list'] as const).map((one) => (
        <Button
          key={one}
          size="sm"
          variant="default"
          aria-pressed={view === one}
          onClick={() => onView(one)}
        >
          {one === 'month' ? 'Month' : 'List'}
        </Button>
      ))}
    </fieldset>
  </div>
);

const waiting = (
  <Loading text="Loading events...">
    <SkeletonBar height={420} />
  </Loading>
);

interface ContentProps {
  readonly day: IsoDate;
  readonly onDay: (day: IsoDate) => void;
  readonly view: View;
  readonly actions: EntryActions | undefined;
}

const Content = ({ day, onDay, view, actions }: ContentProps) => {
  const days = weeksOf(day).flat();
  const answer = useQuery(eventsQuery(days[0] ?? day, days.at(-1) ?? day));
  if (answer.isPending) return waiting;
  if (!answer.data)
    return (
      <ErrorState
        text={errorText(answer.error, 'The events could not be loaded. Please try again.')}
        onRetry={() => void answer.refetch()}
      />
    );
  const { entries, today, timeZone } = answer.data;
  const [first, last] = [firstOfMonth(day), lastOfMonth(day)];
  const ofMonth = entries.filter((entry) => entry.startsOn <= last && lastDayOf(entry) >= first);
  const ofDay = entries.filter((entry) => isOnDay(entry, day));
  const empty = `Nothing in ${monthInWords(day)}.`;
  // While the entries are still those of another month, nobody knows that there are none.
  const known = !answer.isPlaceholderData;
  if (view === 'list' && ofMonth.length === 0)
    return known ? (
      <EmptyState icon={IconCalendarOff} text={empty} />
    ) : (
      <Loading text="Loading events..." />
    );
  return (
    <>
      {view === 'month' && (
        <>
          <MonthView day={day} today={today} entries={entries} onDay={onDay} />
          {known && ofMonth.length === 0 && <p className={classes['none']}>{empty}</p>}
          <h3 className={classes['below']}>{dayInWords(day)}</h3>
        </>
      )}
      {view === 'month' && ofDay.length === 0 ? (
        <p className={classes['none']}>{known ? 'Nothing on this day.' : 'Loading events...'}</p>
      ) : (
        <EntryList
          entries={view === 'month' ? ofDay : ofMonth}
          label={view === 'month' ? dayInWords(day) : monthInWords(day)}
          actions={actions}
        />
      )}
      <p className={classes['zone']}>Times are those of the campus ({timeZone}).</p>
    </>
  );
};

interface EventsCardProps {
  /** An administrator's: events are added, edited and deleted here. */
  readonly editable?: boolean;
}

/** The calendar of the signed-in person, as a month or as a list; on a phone the list first. */
export const EventsCard = ({ editable = false }: EventsCardProps) => {
  const today = useCampusDay();
  const [chosenDay, setDay] = useState<IsoDate | null>(null);
  const day = chosenDay ?? today;
  const [view, setView] = useState<View>(() =>
    window.matchMedia('(max-width: 576px)').matches ? 'list' : 'month',
  );
  const [dialog, setDialog] = useState<'none' | 'subscribe' | 'form' | 'history'>('none');
  const [chosen, setChosen] = useState<CalendarEntry | null>(null);
  const edit = (entry: CalendarEntry | null): void => {
    setChosen(entry);
    setDialog('form');
  };
  const client = useQueryClient();
  const removal = useQuestion({
    run: ({ id }: CalendarEntry) => deleteEvent(id),
    done: () => 'Event deleted',
    failed: 'The event could not be deleted. Please try again.',
    onSettled: () => void refreshEvents(client),
  });
  const close = (): void => setDialog('none');
  const actions = editable ? { onEdit: edit, onDelete: removal.ask } : undefined;
  return (
    <Card
      title="Events and dates"
      actions={
        <div className={classes['group']}>
          <IconButton
            icon={IconRss}
            size="sm"
            variant="light"
            onClick={() => setDialog('subscribe')}
          >
            Subscribe
          </IconButton>
          {editable && (
            <>
              <IconButton
                icon={IconHistory}
                size="sm"
                variant="light"
                onClick={() => setDialog('history')}
              >
                History
              </IconButton>
              <IconButton
                icon={IconPlus}
                size="sm"
                disabled={day === null}
                onClick={() => edit(null)}
              >
                Add Event
              </IconButton>
            </>
          )}
        </div>
      }
    >
      {day === null || today === null ? (
        waiting
      ) : (
        <>
          <Bar day={day} today={today} onDay={setDay} view={view} onView={setView} />
          <Content day={day} onDay={setDay} view={view} actions={actions} />
        </>
      )}
      <Dialog opened={dialog === 'subscribe'} onClose={close} title="Subscribe">
        <Subscription />
      </Dialog>
      {day !== null && (
        <Dialog
          opened={dialog === 'form'}
          onClose={close}
          title={chosen ? 'Edit Event' : 'Add Event'}
        >
          <EventForm event={chosen} day={day} onDone={close} />
        </Dialog>
      )}
      <Dialog opened={dialog === 'history'} onClose={close} title="History of the events">
        <EventsHistory />
      </Dialog>
      <ConfirmDialog {...removal.dialog} title="Delete event?" confirmLabel="Delete">
        “{removal.asked?.title}” is taken out of everybody’s calendar.
      </ConfirmDialog>
    </Card>
  );
};
