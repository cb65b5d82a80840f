import type { RosterEntry } from '@campus/contract';
import { memo, useImperativeHandle, useLayoutEffect, useMemo } from 'react';
import type { CSSProperties, RefObject } from 'react';
import { useDrawn } from '../../lib/use-drawn.ts';
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
  /** Filled in here: draws the rows that are still to come. */
  readonly whole: RefObject<(() => void) | null>;
  readonly onHistory: (entry: RosterEntry) => void;
}

const portions = { first: 12, portion: 10 } as const;

/** The rows of the roster, each drawn once; those out of sight by and by. */
export const RosterRows = memo((props: RosterRowsProps) => {
  const { entries, store, body, view, whole, onHistory } = props;
  const { drawn, drawAll } = useDrawn(entries.length, portions);
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
  useImperativeHandle(whole, () => drawAll);
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
});
RosterRows.displayName = 'RosterRows';
