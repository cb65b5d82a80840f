import type { RosterEntry } from '@campus/contract';
import { memo, useLayoutEffect } from 'react';
import type { RefObject } from 'react';
import type { MarkingStore } from './marking-store.ts';
import { RosterRows } from './roster-rows.tsx';
import { makeRosterView } from './roster-view.ts';
import type { RosterView } from './roster-view.ts';
import classes from './roster-table.module.css';

interface RosterTableProps {
  readonly entries: readonly RosterEntry[];
  readonly store: MarkingStore;
  /** For each entry whether it passes the filter. */
  readonly shown: readonly boolean[];
  readonly body: RefObject<HTMLTableSectionElement | null>;
  /** Filled in here. */
  readonly view: RefObject<RosterView | null>;
  /** Filled in by the rows: draws those that are still to come. */
  readonly whole: RefObject<(() => void) | null>;
  readonly onHistory: (entry: RosterEntry) => void;
}

const columns = ['#', 'Student', 'Roll No', 'Status', 'Remarks'] as const;

/**
 * The whole roster is in the document, within a few frames; what the filter leaves out is hidden, not
 * taken away.
 */
export const RosterTable = memo((props: RosterTableProps) => {
  const { entries, store, shown, body, view, whole, onHistory } = props;
  useLayoutEffect(() => {
    if (!body.current) return undefined;
    const made = makeRosterView(body.current, entries, store.get());
    view.current = made;
    made.grow(entries.length);
    const unsubscribe = store.subscribe(() => made.show(store.get()));
    return () => {
      unsubscribe();
      made.stop();
    };
  }, [body, view, entries, store]);
  useLayoutEffect(() => view.current?.filter(shown), [view, entries, shown]);
  return (
    <>
      <table className={classes['table']} aria-label="Roster">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <RosterRows
          entries={entries}
          store={store}
          body={body}
          view={view}
          whole={whole}
          onHistory={onHistory}
        />
      </table>
      {!shown.includes(true) && <output className={classes['nobody']}>No student matches</output>}
    </>
  );
});
RosterTable.displayName = 'RosterTable';
