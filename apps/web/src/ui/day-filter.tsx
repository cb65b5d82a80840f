import { isIsoDate, type IsoDate } from '@campus/contract';
import { useRef, useState } from 'react';
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
 * as it is: browsers report it as blank, like a field that was cleared or a day of which a part was erased.
 */
export const DayFilter = ({ label, value, onDay }: DayFilterProps) => {
  const [typed, setTyped] = useState<string | null>(null);
  const [isBad, setBad] = useState(false);
  const [shown, setShown] = useState(value);
  const erased = useRef(false);
  if (value !== shown) {
    setShown(value);
    // By Back, say. Blank would not take what was typed out of the field.
    if (isBad && value !== '') {
      setBad(false);
      setTyped(null);
    }
  }
  return (
    <DateField
      label={label}
      value={typed ?? value}
      error={isBad && 'There is no such day: the list does not use it.'}
      onKeyDown={({ key, currentTarget }) => {
        if (key.length === 1) erased.current = false;
        if (key !== 'Backspace' && key !== 'Delete') return;
        erased.current = true;
        setTyped(currentTarget.value);
        onDay('');
      }}
      onChange={({ currentTarget: { value: text, validity } }) => {
        setTyped(text);
        setBad(validity.badInput && !erased.current);
        if (isIsoDate(text) || (text === '' && !validity.badInput)) onDay(text);
      }}
      onBlur={({ currentTarget: { validity } }) => {
        // Between blank and half a day browsers tell of no change.
        if (typed === '' && !validity.badInput) onDay('');
        const bad = validity.badInput && !(erased.current && value !== '');
        setBad(bad);
        setTyped(bad ? '' : null);
      }}
    />
  );
};
