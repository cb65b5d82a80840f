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
 * digit makes the year 2, which is no day to ask for.
 */
export const DayFilter = ({ label, value, onDay }: DayFilterProps) => {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <DateField
      label={label}
      value={typed ?? value}
      onChange={(event) => {
        const text = event.currentTarget.value;
        setTyped(text);
        if (text === '' || isIsoDate(text)) onDay(text);
      }}
      onBlur={() => setTyped(null)}
    />
  );
};
