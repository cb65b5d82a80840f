import { isIsoDate, type IsoDate } from '@campus/contract';
import { IconCalendarOff } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { EmptyState } from '../../ui/loaded.tsx';
import { DayField } from '../../ui/day-field.tsx';
import { marksBeginOn, termEndedOn } from './term-days.ts';
import classes from './date-picker.module.css';

interface DatePickerProps {
  readonly value: IsoDate;
  readonly min?: IsoDate;
  /** Today, or the last day of a term that is over. */
  readonly max: IsoDate;
  readonly today: IsoDate;
  /** Called with null while the field has no valid day: `DateContent` is closed until then. */
  readonly onPick: (date: IsoDate | null) => void;
  readonly className?: string | undefined;
}

/** How long typing must pause before a typed date is accepted, in milliseconds. */
const typingPauseMs = 600;

/** Text being typed; `accepted` is the day accepted last. */
interface Typed {
  readonly accepted: IsoDate;
  readonly text: string;
  readonly problem?: string | undefined;
}

/**
 * The day of the class. A day chosen in the calendar is accepted at once; typing makes another day
 * with every digit, so the last one is accepted when typing pauses.
 */
export const DatePicker = ({ value, min, max, today, onPick, className }: DatePickerProps) => {
  const [last, setLast] = useState<Typed | null>(null);
  const typed = last?.accepted === value ? last : null;
  const typing = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const problemOf = (date: string): string | undefined => {
    if (!isIsoDate(date)) return 'Choose a date';
    if (date > max) return max < today ? termEndedOn(max) : 'The date cannot be later than today';
    return min && date < min ? marksBeginOn(min) : undefined;
  };
  const take = (date: string): void => {
    clearTimeout(timer.current);
    const problem = problemOf(date);
    // The field must not show another day than the class below it.
    setLast(problem === undefined ? null : { accepted: value, text: date, problem });
    onPick(problem === undefined && isIsoDate(date) ? date : null);
  };
  const commit = (date: string): void => {
    typing.current = false;
    if (typed) take(date);
  };

  return (
    <DayField
      label="Date"
      className={className ?? ''}
      value={typed?.text ?? value}
      min={min}
      max={max}
      error={typed?.problem}
      required
      withAsterisk={false}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit(event.currentTarget.value);
        else typing.current = true;
      }}
      onPointerDown={() => {
        typing.current = false;
      }}
      onBlur={(event) => commit(event.currentTarget.value)}
      onChange={(event) => {
        const date = event.currentTarget.value;
        clearTimeout(timer.current);
        if (!typing.current) return take(date);
        setLast({ accepted: value, text: date, problem: typed?.problem && problemOf(date) });
        timer.current = setTimeout(() => take(date), typingPauseMs);
      }}
    />
  );
};

interface DayContentProps {
  /** Whether the date field holds a valid day. */
  readonly open: boolean;
  /** Whether this is inside a card already. */
  readonly flush?: true;
  readonly children: ReactNode;
}

const closed = { icon: IconCalendarOff, text: 'Closed until there is a date to show' };

/** Content for the day of a date field: hidden, not unmounted, while the field has no valid day. */
export const DateContent = ({ open, flush, children }: DayContentProps) => (
  <>
    {!open && <EmptyState {...closed} {...(!flush && { card: true })} />}
    <div className={flush ? undefined : classes['day']} hidden={!open}>
      {children}
    </div>
  </>
);
