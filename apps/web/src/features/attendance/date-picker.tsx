import { isIsoDate, type IsoDate } from '@campus/contract';
import { IconCalendarOff } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { formatDay } from '../../lib/day.ts';
import { EmptyState } from '../../ui/loaded.tsx';
import { DayField } from '../../ui/day-field.tsx';
import classes from './date-picker.module.css';

interface DatePickerProps {
  readonly value: IsoDate;
  readonly min?: IsoDate;
  readonly max: IsoDate;
  /** Told null while the field holds no day that can be taken: `OfTheDay` is closed until then. */
  readonly onPick: (date: IsoDate | null) => void;
  readonly className?: string | undefined;
}

/** How long a date typed digit by digit rests before it is taken, in milliseconds. */
const rest = 600;

/** What is typed in place of a day, until that day or another one is taken. */
interface Typed {
  readonly over: IsoDate;
  readonly text: string;
  readonly problem?: string | undefined;
}

/**
 * The day of the class. A day chosen in the calendar is taken at once; while it is typed every
 * digit makes another day, so the last one is taken when the typing rests.
 */
export const DatePicker = ({ value, min, max, onPick, className }: DatePickerProps) => {
  const [last, setLast] = useState<Typed | null>(null);
  const typed = last?.over === value ? last : null;
  const typing = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const problemOf = (date: string): string | undefined => {
    if (!isIsoDate(date)) return 'Choose a date';
    if (date > max) return 'The date cannot be later than today';
    return min && date < min ? `This subject begins on ${formatDay(min)}` : undefined;
  };
  const take = (date: string): void => {
    clearTimeout(timer.current);
    const problem = problemOf(date);
    // The field must not name another day than the class below it.
    setLast(problem === undefined ? null : { over: value, text: date, problem });
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
        setLast({ over: value, text: date, problem: typed?.problem && problemOf(date) });
        timer.current = setTimeout(() => take(date), rest);
      }}
    />
  );
};

interface OfTheDayProps {
  /** The date field holds a day. */
  readonly open: boolean;
  /** Stands on a card already. */
  readonly flush?: true;
  readonly children: ReactNode;
}

const closed = { icon: IconCalendarOff, text: 'Closed until there is a date to show' };

/** What belongs to the day of a date field: out of reach while the field holds none, and kept meanwhile. */
export const OfTheDay = ({ open, flush, children }: OfTheDayProps) => (
  <>
    {!open && <EmptyState {...closed} {...(!flush && { card: true })} />}
    <div className={classes['day']} hidden={!open}>
      {children}
    </div>
  </>
);
