import { isIsoDate, type IsoDate } from '@campus/contract';
import { useState } from 'react';
import { DateField } from './fields.tsx';

interface DayFilterProps {
  readonly label: string;
  /** Blank for none. */
  readonly value: IsoDate | '';
  readonly onDay: (day: IsoDate | '') => void;
}

/**
 * A day that narrows a list. While it has the focus the field shows what is typed: of the year 2026, the first
 * digit makes the year 2, which is no day to ask for. 31 February stays in the field with an error, and the list
 * as it is: browsers report it as blank, like a field that was cleared.
 */
export const DayFilter = ({ label, value, onDay }: DayFilterProps) => {
  const [typed, setTyped] = useState<string | null>(null);
  const [isBad, setBad] = useState(false);
  return (
    <DateField
      label={label}
      value={typed ?? value}
      error={isBad && 'There is no such day: the list does not use it.'}
      onChange={({ currentTarget: { value: text, validity } }) => {
        setTyped(text);
        setBad(validity.badInput);
        if (isIsoDate(text) || (text === '' && !validity.badInput)) onDay(text);
      }}
      onBlur={({ currentTarget: { validity } }) => {
        // Of a blank field, half a date is no change.
        setBad(validity.badInput);
        setTyped(validity.badInput ? '' : null);
      }}
    />
  );
};
