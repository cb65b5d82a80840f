import { isIsoDate, type IsoDate } from '@campus/contract';
import { useEffect, useRef, useState } from 'react';
import { formatDay } from '../../lib/day.ts';
import { DateField } from '../../ui/fields.tsx';

interface DatePickerProps {
  readonly value: IsoDate;
  readonly min?: IsoDate;
  readonly max: IsoDate;
  readonly onPick: (date: IsoDate) => void;
  readonly className?: string | undefined;
}

/** How long a date typed digit by digit rests before it is taken, in milliseconds. */
const rest = 600;

/**
 * The day of the class. A day chosen in the calendar is taken at once; while it is typed every
 * digit makes another day, so the last one is taken when the typing rests.
 */
export const DatePicker = ({ value, min, max, onPick, className }: DatePickerProps) => {
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<string>();
  const typing = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const take = (date: string): void => {
    clearTimeout(timer.current);
    if (!isIsoDate(date)) return setProblem('Choose a date');
    if (date > max) return setProblem('The date cannot be later than today');
    if (min && date < min) return setProblem(`This subject begins on ${formatDay(min)}`);
    setProblem(undefined);
    setTyped(null);
    if (date !== value) onPick(date);
  };
  const commit = (date: string): void => {
    typing.current = false;
    if (typed !== null) take(date);
  };
  // The field must not name another day than the class below it.
  const commitAndReset = (date: string): void => {
    commit(date);
    setTyped(null);
  };

  return (
    <DateField
      label="Date"
      className={className ?? ''}
      value={typed ?? value}
      min={min}
      max={max}
      error={problem}
      required
      withAsterisk={false}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit(event.currentTarget.value);
        else typing.current = true;
      }}
      onPointerDown={() => {
        typing.current = false;
      }}
      onBlur={(event) => commitAndReset(event.currentTarget.value)}
      onChange={(event) => {
        const date = event.currentTarget.value;
        setTyped(date);
        clearTimeout(timer.current);
        if (!typing.current) take(date);
        else timer.current = setTimeout(() => take(date), rest);
      }}
    />
  );
};
