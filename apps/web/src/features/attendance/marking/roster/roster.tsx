import type { RosterEntry } from '@campus/contract';
import { Checkbox } from '@mantine/core';
import { IconArrowBackUp, IconChecks, IconSearch } from '@tabler/icons-react';
import { memo, type RefObject, startTransition, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { afterFrame } from '../../../../lib/after-frame.ts';
import {
  type MarkingStore,
  useDeferredMarking,
  useMarking,
} from '../../../../lib/marking/store.ts';
import { maxUnwindowedRows } from '../../../../lib/row-navigation.ts';
import { KeyHints } from '../../../../ui/key-hints.tsx';
import { TextField } from '../../../../ui/fields.tsx';
import { IconButton } from '../../../../ui/actions.tsx';
import { countMarks, markTheRest, type Roll, undoTheRest } from '../attendance-marks.ts';
import { makeFilter, unmarkedStudents } from './roster-filter.ts';
import { type RowsProps, UndrawnRows, WholeRoster } from './roster-rows.tsx';
import { useAutoAdvance } from './use-roster-keys.ts';
import classes from './roster-table.module.css';

const labelClass = { label: classes['text'] ?? '' } as const;

interface UndoButtonProps {
  readonly filled: number;
  readonly fill: RefObject<HTMLButtonElement | null>;
  readonly onUndo: () => void;
}

/**
 * Undoes "Mark the rest present". On appearing it takes the focus from the button just pressed,
 * unless the focus has moved on.
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
      aria-description={`Students marked present: ${filled}`}
    >
      Undo
    </IconButton>
  );
};

/**
 * Marks only the unmarked. Undo is offered until anything else changes. The buttons update a frame
 * after the rows; a second press before that does nothing.
 */
const MarkTheRest = memo(({ store }: { readonly store: MarkingStore<Roll> }) => {
  // Not the count: the buttons re-render only when this becomes true or false.
  const allMarked = useDeferredMarking(store, (marking) => countMarks(marking).unmarked === 0);
  const filled = useDeferredMarking(store, (marking) => marking.autoMarked.length);
  const fill = useRef<HTMLButtonElement>(null);
  const undo = () => {
    store.update(undoTheRest);
    // By then the button is enabled again.
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
  /** Called with the search text in a transition: the typed letter is drawn first. */
  readonly onSearch: (search: string) => void;
  /** Enter or arrow down in the search: moves to the first student found. */
  readonly onFound: (search: string) => void;
  /** Called in a transition when the checkbox changes. */
  readonly onUnmarkedOnly: (on: boolean) => void;
}

const hints = [
  [['P'], 'Present'],
  [['A'], 'Absent'],
  [['R'], 'Remarks'],
  [['↑', '↓'], 'Move'],
] as const;

/** Whether P and A move on to the next row. */
const AutoAdvance = () => {
  const [on, setOn] = useAutoAdvance();
  return <Checkbox label="Auto-next" checked={on} onChange={() => setOn(!on)} />;
};

/** Above the roster: search, filter, keyboard hints, and "Mark the rest present". */
const RosterTools = ({ store, onSearch, onFound, onUnmarkedOnly }: RosterToolsProps) => (
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
    <KeyHints label="Keys in the roster" hints={hints}>
      <li>
        <AutoAdvance />
      </li>
    </KeyHints>
    <MarkTheRest store={store} />
  </div>
);

/**
 * Loads the windowed roster on demand: few classes are long enough to need its 8 kB. Not `lazy`,
 * because React shows suspended content 300 ms late.
 */
const LongRoster = (props: RowsProps) => {
  const [loaded, setLoaded] = useState<typeof import('./windowed-roster.tsx')>();
  useEffect(() => {
    import('./windowed-roster.tsx').then(setLoaded, (error: unknown) =>
      setLoaded(() => {
        // Thrown while rendering, for the page's error boundary.
        throw error;
      }),
    );
  }, []);
  return loaded ? (
    <loaded.WindowedRoster {...props} />
  ) : (
    <UndrawnRows rows={props.entries.length} />
  );
};

interface RosterProps {
  readonly store: MarkingStore<Roll>;
  readonly onHistory: (entry: RosterEntry) => void;
  readonly onSubmit: () => void;
}

const columns = ['#', 'Student', 'Roll No', 'Status', 'Remarks'] as const;

/** The students of a class with their marks. */
export const Roster = ({ store, onHistory, onSubmit }: RosterProps) => {
  const entries = useMarking(store, (marking) => marking.entries);
  const [search, setSearch] = useState('');
  // The students unmarked when the filter was set: marking one does not make its row disappear.
  const [only, setOnly] = useState<ReadonlySet<string> | null>(null);
  const filter = useMemo(() => makeFilter(entries), [entries]);
  const shown = useMemo(() => filter(search, only), [filter, search, only]);
  const focusFirst = useRef<() => void>(null);
  const isWhole = entries.length <= maxUnwindowedRows;
  const Rows = isWhole ? WholeRoster : LongRoster;
  return (
    <>
      <RosterTools
        store={store}
        onSearch={setSearch}
        onFound={(typed) => {
          // What is drawn lags behind fast typing.
          flushSync(() => setSearch(typed));
          focusFirst.current?.();
        }}
        onUnmarkedOnly={(on) => setOnly(on ? unmarkedStudents(store.get()) : null)}
      />
      <table
        className={classes['table']}
        aria-label="Roster"
        aria-rowcount={isWhole ? undefined : shown.filter(Boolean).length + 1}
      >
        <thead>
          <tr aria-rowindex={isWhole ? undefined : 1}>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <Rows
          entries={entries}
          shown={shown}
          store={store}
          onHistory={onHistory}
          onSubmit={onSubmit}
          focusFirst={focusFirst}
        />
      </table>
      {!shown.includes(true) && <output className={classes['nobody']}>No student matches</output>}
    </>
  );
};
