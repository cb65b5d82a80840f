import { type CalendarEntry, eventAudienceInWords } from '@campus/contract';
import { Button } from '@mantine/core';
import { formatDay } from '../../lib/day.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import classes from './events.module.css';

/** An administrator's actions on an event. */
export interface EntryActions {
  readonly onEdit: (entry: CalendarEntry) => void;
  readonly onDelete: (entry: CalendarEntry) => void;
}

export const kindLabels = {
  holiday: 'Holiday',
  exam: 'Exam',
  event: 'Event',
  deadline: 'Deadline',
} as const;

/** The times of an event: `20 Nov 2026, 09:00–10:30`, or from one day to another. */
export const entryTimes = (entry: CalendarEntry): string => {
  const { startsOn, endsOn, startTime, endTime } = entry;
  const [from, to] = [formatDay(startsOn), formatDay(endsOn)];
  if (startTime === null || endTime === null) return from === to ? from : `${from} – ${to}`;
  if (from === to && startTime === endTime) return `${from}, ${startTime}`;
  return from === to
    ? `${from}, ${startTime}–${endTime}`
    : `${from}, ${startTime} – ${to}, ${endTime}`;
};

interface EntryItemProps {
  readonly entry: CalendarEntry;
  readonly actions?: EntryActions | undefined;
}

/** One entry as text; its note keeps its line breaks. */
const EntryItem = ({ entry, actions }: EntryItemProps) => (
  <article className={classes['entry']} data-kind={entry.kind}>
    <p className={classes['kind']}>{kindLabels[entry.kind]}</p>
    <h4 className={classes['title']}>{entry.title}</h4>
    <p className={classes['times']}>
      {entryTimes(entry)}
      {entry.place !== null && ` · ${entry.place}`}
    </p>
    {entry.note !== null && <p className={classes['note']}>{entry.note}</p>}
    {actions && entry.audience && (
      <div className={classes['footer']}>
        <span>For: {eventAudienceInWords(entry.audience)}</span>
        <Button size="xs" variant="light" onClick={() => actions.onEdit(entry)}>
          Edit<VisuallyHidden> {entry.title}</VisuallyHidden>
        </Button>
        <Button size="xs" variant="subtle" color="brick" onClick={() => actions.onDelete(entry)}>
          Delete<VisuallyHidden> {entry.title}</VisuallyHidden>
        </Button>
      </div>
    )}
  </article>
);

interface EntryListProps {
  readonly entries: readonly CalendarEntry[];
  readonly label: string;
  readonly actions?: EntryActions | undefined;
}

export const EntryList = ({ entries, label, actions }: EntryListProps) => (
  <ul className={classes['list']} aria-label={label}>
    {entries.map((entry) => (
      <li key={`${entry.source} ${entry.id}`}>
        <EntryItem entry={entry} actions={actions} />
      </li>
    ))}
  </ul>
);
