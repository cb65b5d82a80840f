import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { MouseEvent } from 'react';
import { forgetRemark, readOwnRemarks, usualRemarks } from './own-remarks.ts';
import classes from './quick-remarks.module.css';

interface QuickRemarksProps {
  /** Whose own remarks are offered beside the usual ones. */
  readonly person: string;
  readonly chosen: string;
  /** Called with an empty text when the chosen one is taken back. */
  readonly onChoose: (remark: string) => void;
}

/** The focus stays in the field: losing it would take the button away before the click. */
const keepFocus = (event: MouseEvent): void => event.preventDefault();

export const QuickRemarks = ({ person, chosen, onChoose }: QuickRemarksProps) => {
  // As they were when this appeared: one more would move the row below from under the finger that
  // is about to press it.
  const [own, setOwn] = useState(() => readOwnRemarks(person));
  const choice = (remark: string) => (
    <button
      type="button"
      aria-pressed={chosen === remark}
      onMouseDown={keepFocus}
      onClick={() => onChoose(chosen === remark ? '' : remark)}
    >
      {remark}
    </button>
  );
  return (
    <ul className={classes['quick']} aria-label="Quick remarks">
      {usualRemarks.map((remark) => (
        <li key={remark}>{choice(remark)}</li>
      ))}
      {own.map((remark) => (
        <li key={remark} data-own>
          {choice(remark)}
          <button
            type="button"
            aria-label={`Do not offer ${remark} again`}
            onMouseDown={keepFocus}
            onClick={() => {
              forgetRemark(person, remark);
              setOwn(readOwnRemarks(person));
            }}
          >
            <IconX size={16} stroke={1.75} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  );
};
