import { Checkbox } from '@mantine/core';
import { IconArrowBackUp, IconChecks, IconSearch } from '@tabler/icons-react';
import { memo, type RefObject, startTransition, useEffect, useRef } from 'react';
import { afterFrame } from '../../../../lib/after-frame.ts';
import { type MarkingStore, useMarkingSoon } from '../../../../lib/marking/store.ts';
import { TextField } from '../../../../ui/fields.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';

import { countMarks, markTheRest, type Roll, undoTheRest } from '../marking.ts';
import classes from './roster-tools.module.css';

const labelClass = { label: classes['words'] ?? '' } as const;

interface UndoButtonProps {
  readonly filled: number;
  readonly fill: RefObject<HTMLButtonElement | null>;
  readonly onUndo: () => void;
}

/**
 * There while the filling can be undone; takes the focus over from the button just used, unless the
 * person has gone on meanwhile.
 */
const UndoButton = ({ filled, fill, onUndo }: UndoButtonProps) => {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const { activeElement, body } = document;
    if (activeElement === fill.current || activeElement === body) button.current?.focus();
  }, [fill]);
  return (
    <IconButton
      ref={button}
      variant="default"
      classNames={labelClass}
      icon={IconArrowBackUp}
      onClick={onUndo}
      aria-description={`${filled} students were marked present`}
    >
      Undo
    </IconButton>
  );
};

/**
 * Fills the unmarked only. Undo is offered until anything else is changed. The buttons follow a
 * frame after the rows; pressed twice before that, they do nothing the second time.
 */
const MarkTheRest = memo(({ store }: { readonly store: MarkingStore<Roll> }) => {
  // Not their number: the buttons are drawn again only when the first or the last one is marked.
  const allMarked = useMarkingSoon(store, (marking) => countMarks(marking).unmarked === 0);
  const filled = useMarkingSoon(store, (marking) => marking.filled.length);
  const fill = useRef<HTMLButtonElement>(null);
  const undo = () => {
    store.update(undoTheRest);
    // The button is enabled again by then.
    afterFrame(() => fill.current?.focus());
  };
  return (
    <div className={classes['fill']}>
      {filled > 0 && <UndoButton filled={filled} fill={fill} onUndo={undo} />}
      <IconButton
        ref={fill}
        variant="light"
        classNames={labelClass}
        icon={IconChecks}
        disabled={allMarked}
        onClick={() => store.update(markTheRest)}
      >
        Mark the rest present
      </IconButton>
    </div>
  );
});
MarkTheRest.displayName = 'MarkTheRest';

interface RosterToolsProps {
  readonly store: MarkingStore<Roll>;
  /** What is typed, when there is time for it: the letter itself is drawn first. */
  readonly onSearch: (search: string) => void;
  /** Enter or the arrow down in the search: to the first student found. */
  readonly onFound: (search: string) => void;
  /** As the tick changes, when there is time for it. */
  readonly onUnmarkedOnly: (on: boolean) => void;
}

const hints = [
  [['P'], 'Present'],
  [['A'], 'Absent'],
  [['R'], 'Remarks'],
  [['↑', '↓'], 'Move'],
] as const;

/** Above the roster: search, filter, the keys, and "Mark the rest present". */
export const RosterTools = ({ store, onSearch, onFound, onUnmarkedOnly }: RosterToolsProps) => (
  <div className={classes['tools']}>
    <TextField
      type="search"
      className={classes['search'] ?? ''}
      aria-label="Find a student"
      placeholder="Find a student"
      autoComplete="off"
      leftSection={<IconSearch size={18} stroke={1.75} aria-hidden />}
      onChange={({ currentTarget: { value } }) => startTransition(() => onSearch(value))}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'ArrowDown') return;
        event.preventDefault();
        onFound(event.currentTarget.value);
      }}
    />
    <Checkbox
      className={classes['filter'] ?? ''}
      label="Unmarked only"
      onChange={({ currentTarget: { checked } }) => startTransition(() => onUnmarkedOnly(checked))}
    />
    <ul className={classes['hints']} aria-label="Keys in the roster">
      {hints.map(([keys, word]) => (
        <li key={word}>
          {keys.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
          {word}
        </li>
      ))}
    </ul>
    <MarkTheRest store={store} />
  </div>
);
