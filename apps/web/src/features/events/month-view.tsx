import { type CalendarEntry, firstOfMonth, type IsoDate, isOnDay } from '@campus/contract';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { dayInWords } from '../../lib/day.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { kindLabels } from './entry-item.tsx';
import { dayAfterKey, monthInWords, weeksOf } from './month-grid.ts';
import classes from './month-view.module.css';

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
/** Entries shown in a cell. */
const maxEntries = 3;

interface MonthViewProps {
  readonly day: IsoDate;
  readonly today: IsoDate;
  readonly entries: readonly CalendarEntry[];
  readonly onDay: (day: IsoDate) => void;
}

const DayLabel = ({ day, entries }: { day: IsoDate; entries: readonly CalendarEntry[] }) => (
  <>
    <span className={classes['number']} aria-hidden>
      {Number(day.slice(8))}
    </span>
    <VisuallyHidden>{dayInWords(day)}</VisuallyHidden>
    {entries.slice(0, maxEntries).map((entry) => (
      <span key={`${entry.source} ${entry.id}`} className={classes['chip']} data-kind={entry.kind}>
        <span>
          <VisuallyHidden>, {kindLabels[entry.kind]}: </VisuallyHidden>
          {entry.title}
        </span>
      </span>
    ))}
    {entries.length > maxEntries && (
      <span className={classes['more']}>
        <VisuallyHidden>, </VisuallyHidden>+{entries.length - maxEntries} more
      </span>
    )}
  </>
);

/**
 * A month as a grid with one Tab stop: arrows, Home, End, Page Up and Page Down move the day, whose entries the
 * page shows below.
 */
export const MonthView = ({ day, today, entries, onDay }: MonthViewProps) => {
  const grid = useRef<HTMLTableElement>(null);
  const byKey = useRef(false);
  useEffect(() => {
    if (!byKey.current) return;
    byKey.current = false;
    grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  });

  const move = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const next = dayAfterKey(day, event.key);
    if (next === undefined) return;
    event.preventDefault();
    byKey.current = true;
    onDay(next);
  };
  return (
    <table
      ref={grid}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a WAI-ARIA grid
      role="grid"
      aria-label={monthInWords(day)}
      className={classes['grid']}
      onKeyDown={move}
    >
      <thead>
        <tr>
          {weekdays.map((weekday) => (
            <th key={weekday} scope="col" abbr={weekday}>
              {weekday.slice(0, 3)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(day).map((week) => (
          <tr key={week[0]}>
            {week.map((one) => (
              <td
                key={one}
                tabIndex={one === day ? 0 : -1}
                aria-selected={one === day}
                aria-current={one === today ? 'date' : undefined}
                data-other-month={firstOfMonth(one) !== firstOfMonth(day) || undefined}
                onClick={() => onDay(one)}
              >
                <DayLabel day={one} entries={entries.filter((entry) => isOnDay(entry, one))} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
};
