import type { RosterEntry } from '@campus/contract';
import { startTransition, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import type { CSSProperties, RefObject } from 'react';
import { afterFrame } from '../../lib/after-frame.ts';
import type { MarkingStore } from './marking-store.ts';
import { RosterRow } from './roster-row.tsx';
import type { RosterView } from './roster-view.ts';
import classes from './roster-table.module.css';

interface RosterRowsProps {
  readonly entries: readonly RosterEntry[];
  readonly store: MarkingStore;
  readonly body: RefObject<HTMLTableSectionElement | null>;
  /** Told of rows that come later than itself. */
  readonly view: RefObject<RosterView | null>;
  readonly onHistory: (entry: RosterEntry) => void;
}

/** A screenful; then so many between two frames, or a slow device would answer nobody meanwhile. */
const first = 12;
const portion = 10;

/** How many of these rows are drawn by now. */
const useDrawn = (rows: number): number => {
  const [drawn, setDrawn] = useState(first);
  useEffect(() => {
    if (drawn < rows) afterFrame(() => startTransition(() => setDrawn(drawn + portion)));
  }, [drawn, rows]);
  return Math.min(drawn, rows);
};

/** The rows of the roster, each drawn once; those out of sight by and by. */
export const RosterRows = ({ entries, store, body, view, onHistory }: RosterRowsProps) => {
  const drawn = useDrawn(entries.length);
  const rest = entries.length - drawn;
  const rows = useMemo(
    () =>
      entries.map((entry, index) => (
        <RosterRow
          key={entry.studentEmail}
          entry={entry}
          number={index + 1}
          store={store}
          onHistory={onHistory}
        />
      )),
    [entries, store, onHistory],
  );
  useLayoutEffect(() => view.current?.grow(drawn), [view, drawn]);
  return (
    <>
      <tbody ref={body}>{rows.slice(0, drawn)}</tbody>
      {rest > 0 && (
        <tbody
          className={classes['rest']}
          style={{ '--rest': rest } as CSSProperties}
          aria-hidden
        />
      )}
    </>
  );
};
