import {
  addMonths,
  type CalendarEntry,
  events,
  firstOfMonth,
  type IsoDate,
  isOnDay,
  lastDayOf,
  lastOfMonth,
  type ReplyOf,
} from '@campus/contract';
import { Button } from '@mantine/core';
import {
  type Icon,
  IconCalendarOff,
  IconChevronLeft,
  IconChevronRight,
  IconHistory,
  IconPlus,
  IconRss,
} from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useMayCall } from '../../lib/may-call.tsx';
import { call } from '../../lib/call.ts';
import { dayInWords } from '../../lib/day.ts';
import { useReply } from '../../lib/query.ts';
import { phoneWidth } from '../../lib/use-media.ts';
import { Card } from '../../ui/page.tsx';
import { ConfirmDialog, Dialog, DialogButton, useConfirm } from '../../ui/actions.tsx';
import { EmptyState, Loaded, Loading, SkeletonBar } from '../../ui/loaded.tsx';
import { type EntryActions, EntryList } from './entry-item.tsx';
import { EventForm } from './event-form.tsx';
import { eventPaths, useCampusDay } from './events.api.ts';
import { EventsHistory } from './events-history.tsx';
import { monthInWords, weeksOf } from './month-grid.ts';
import { MonthView } from './month-view.tsx';
import { Subscription } from './subscription.tsx';
import classes from './events.module.css';

type View = 'month' | 'list';

interface BarProps {
  readonly day: IsoDate;
  readonly today: IsoDate;
  readonly onDay: (day: IsoDate) => void;
  readonly view: View;
  readonly onView: (view: View) => void;
}

const Bar = ({ day, today, onDay, view, onView }: BarProps) => {
  const step = (label: string, months: number, Chevron: Icon) => (
    <Button
      size="sm"
      variant="default"
      aria-label={label}
      onClick={() => onDay(addMonths(day, months))}
    >
      <Chevron size={18} stroke={1.75} aria-hidden />
    </Button>
  );
  return (
    <div className={classes['bar']}>
      <h3 aria-live="polite">{monthInWords(day)}</h3>
      <div className={classes['group']}>
        {step('Previous month', -1, IconChevronLeft)}
        <Button size="sm" variant="default" onClick={() => onDay(today)}>
          Today
        </Button>
        {step('Next month', 1, IconChevronRight)}
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
};

const skeleton = <SkeletonBar height={420} />;

interface ContentProps {
  readonly day: IsoDate;
  readonly onDay: (day: IsoDate) => void;
  readonly view: View;
  readonly actions: EntryActions | undefined;
  readonly editing: CalendarEntry | null;
  readonly onEdited: () => void;
}

const Content = ({ day, onDay, view, actions, editing, onEdited }: ContentProps) => {
  const days = weeksOf(day).flat();
  const query = { from: days[0] ?? day, to: days.at(-1) ?? day };
  const answer = useReply(events.listEvents, { query, placeholderData: keepPreviousData });
  const [first, last] = [firstOfMonth(day), lastOfMonth(day)];
  // While the entries are still those of another month, it is not known whether there are any.
  const known = !answer.isPlaceholderData;
  const content = ({ entries, today, timeZone }: ReplyOf<typeof events.listEvents>) => {
    // The list of the current month starts today; that of another month on its first day.
    const from = view === 'list' && day === today ? today : first;
    const ofMonth = entries.filter((entry) => entry.startsOn <= last && lastDayOf(entry) >= from);
    const empty = `Nothing ${from > first ? 'more ' : ''}in ${monthInWords(day)}.`;
    const ofDay = entries.filter((entry) => isOnDay(entry, day));
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
            {known && ofMonth.length === 0 && <p className={classes['empty']}>{empty}</p>}
            <h3 className={classes['below']}>{dayInWords(day)}</h3>
          </>
        )}
        {view === 'month' && ofDay.length === 0 ? (
          <p className={classes['empty']}>{known ? 'Nothing on this day.' : 'Loading events...'}</p>
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
  const isEdited = ({ source, id }: CalendarEntry) => source === 'event' && id === editing?.id;
  const edited = answer.data?.entries.find(isEdited) ?? editing;
  return (
    <>
      <Loaded
        query={answer}
        what="events"
        failed="The events could not be loaded. Please try again."
        skeleton={skeleton}
      >
        {content}
      </Loaded>
      <Dialog opened={editing !== null} onClose={onEdited} title="Edit Event">
        {edited && <EventForm event={edited} day={edited.startsOn} />}
      </Dialog>
    </>
  );
};

interface EventsCardProps {
  /** For administrators: events can be added, edited and deleted. */
  readonly editable?: boolean;
}

/** The signed-in person's calendar, as a month or a list; phones start with the list. */
export const EventsCard = ({ editable = false }: EventsCardProps) => {
  const today = useCampusDay();
  const [chosenDay, setDay] = useState<IsoDate | null>(null);
  const day = chosenDay ?? today;
  const [view, setView] = useState<View>(() =>
    window.matchMedia(phoneWidth).matches ? 'list' : 'month',
  );
  const [editing, setEditing] = useState<CalendarEntry | null>(null);
  const removal = useConfirm({
    run: ({ id }: CalendarEntry) => call(events.deleteEvent, { params: { eventId: id } }),
    done: () => 'Event deleted',
    failed: 'The event could not be deleted. Please try again.',
    refreshes: eventPaths,
  });
  const may = useMayCall();
  const actions =
    editable && may(events.changeEvent) ? { onEdit: setEditing, onDelete: removal.ask } : undefined;
  return (
    <Card
      title="Events and dates"
      actions={
        <div className={classes['group']}>
          <DialogButton icon={IconRss} size="sm" variant="light" label="Subscribe">
            <Subscription />
          </DialogButton>
          {editable && (
            <>
              <DialogButton
                icon={IconHistory}
                needs={events.eventsHistory}
                size="sm"
                variant="light"
                label="History"
                title="History of the events"
              >
                <EventsHistory />
              </DialogButton>
              <DialogButton
                needs={events.createEvent}
                icon={IconPlus}
                size="sm"
                disabled={day === null}
                label="Add Event"
              >
                {day !== null && <EventForm event={null} day={day} />}
              </DialogButton>
            </>
          )}
        </div>
      }
    >
      {day === null || today === null ? (
        <Loading text="Loading events...">{skeleton}</Loading>
      ) : (
        <>
          <Bar day={day} today={today} onDay={setDay} view={view} onView={setView} />
          <Content
            {...{ day, view, actions, editing }}
            onDay={setDay}
            onEdited={() => setEditing(null)}
          />
        </>
      )}
      <ConfirmDialog {...removal.dialog} title="Delete event?" confirmLabel="Delete">
        “{removal.about?.title}” is taken out of everybody’s calendar.
      </ConfirmDialog>
    </Card>
  );
};
