import type { RosterEntry } from '@campus/contract';
import { IconMessage2, IconMessage2Plus, IconX } from '@tabler/icons-react';
import { type MouseEvent, useRef, useState } from 'react';
import { markOf } from '../../../../lib/marking/marking.ts';
import { type MarkingStore, useMarking } from '../../../../lib/marking/store.ts';
import { type Roll, setMark } from '../attendance-marks.ts';
import { forgetRemark, readOwnRemarks, rememberRemark, presetRemarks } from './recent-remarks.ts';
import classes from './remarks-field.module.css';

interface QuickRemarksProps {
  /** The person whose own remarks are offered beside the usual ones. */
  readonly person: string;
  readonly chosen: string;
  /** Called with an empty string when the chosen remark is unchosen. */
  readonly onChoose: (remark: string) => void;
}

/** Keeps the focus in the field: losing it would remove the button before the click. */
const keepFocus = (event: MouseEvent): void => event.preventDefault();

const QuickRemarks = ({ person, chosen, onChoose }: QuickRemarksProps) => {
  // Read once: a remark added later would move the row below from under a finger about to press it.
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
      {presetRemarks.map((remark) => (
        <li key={remark}>{choice(remark)}</li>
      ))}
      {own.map((remark) => (
        <li key={remark} data-custom>
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

interface RemarksFieldProps {
  readonly entry: RosterEntry;
  readonly store: MarkingStore<Roll>;
}

interface SuggestedRemarksProps extends RemarksFieldProps {
  /** Whether remarks are offered although one is written already. */
  readonly always: boolean;
  readonly onChosen: () => void;
}

const SuggestedRemarks = ({ entry, store, always, onChosen }: SuggestedRemarksProps) => {
  const chosen = useMarking(store, (marking) => markOf(marking, entry).remarks);
  if (!always && chosen !== '') return null;
  const choose = (remarks: string) => {
    store.update((marking) => setMark(marking, entry.studentEmail, { remarks }));
    onChosen();
  };
  return <QuickRemarks person={store.person} chosen={chosen} onChoose={choose} />;
};

/**
 * A remark: an underlined field; on phones a button opens it, and a written remark shows as text.
 * Its value bypasses React (see use-roster-rows.ts).
 */
export const RemarksField = ({ entry, store }: RemarksFieldProps) => {
  const [opened, setOpened] = useState(false);
  const [focused, setFocused] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const focus = () => field.current?.focus();
  const toggle = () => {
    setOpened(!opened);
    // On phones the field is hidden until this render is done.
    if (!opened) requestAnimationFrame(focus);
  };
  return (
    <div className={classes['remarks']} data-opened={opened || undefined}>
      <button
        type="button"
        className={classes['open']}
        aria-label={`Write a remark about ${entry.studentName}`}
        aria-expanded={opened}
        onClick={toggle}
        data-remarks-button
      >
        <IconMessage2 size={24} stroke={1.75} aria-hidden />
        <IconMessage2Plus size={24} stroke={1.75} aria-hidden />
      </button>
      <p className={classes['written']} data-written-remark />
      <div
        className={classes['entry']}
        onFocus={() => setFocused(true)}
        onBlur={(event) => setFocused(event.currentTarget.contains(event.relatedTarget))}
      >
        <input
          ref={field}
          type="text"
          className={classes['field']}
          aria-label={`Remarks for ${entry.studentName}`}
          placeholder="Add a remark"
          maxLength={500}
          autoComplete="off"
          enterKeyHint="done"
          onBlur={(event) => rememberRemark(store.person, event.currentTarget.value)}
        />
        {(opened || focused) && (
          <SuggestedRemarks entry={entry} store={store} always={opened} onChosen={focus} />
        )}
      </div>
    </div>
  );
};
