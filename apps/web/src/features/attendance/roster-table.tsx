import type { RosterEntry } from '@campus/contract';
import { memo, useLayoutEffect, useMemo, useRef } from 'react';
import type { RefObject } from 'react';
import type { MarkingStore } from './marking-store.ts';
import { makeFilter } from './roster-filter.ts';
import { RosterRow } from './roster-row.tsx';
import { makeRosterView } from './roster-view.ts';
import type { RosterView } from './roster-view.ts';
import classes from './roster-table.module.css';

interface RosterTableProps {
  readonly entries: readonly RosterEntry[];
  readonly store: MarkingStore;
  readonly search: string;
  /** Only these students are shown; null for all. */
  readonly only: ReadonlySet<string> | null;
  readonly body: RefObject<HTMLTableSectionElement | null>;
  readonly onHistory: (entry: RosterEntry) => void;
}

const columns = ['#', 'Student', 'Roll No', 'Status', 'Remarks'] as const;

/** The whole roster is in the document; what the filter leaves out is hidden, not taken away. */
export const RosterTable = memo((props: RosterTableProps) => {
  const { entries, store, search, only, body, onHistory } = props;
  const view = useRef<RosterView>(null);
  const filter = useMemo(() => makeFilter(entries), [entries]);
  const shown = useMemo(() => filter(search, only), [filter, search, only]);
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
  useLayoutEffect(() => {
    if (!body.current) return undefined;
    const made = makeRosterView(body.current, entries);
    const show = () => made.show(store.get());
    view.current = made;
    show();
    return store.subscribe(show);
  }, [body, entries, store]);
  useLayoutEffect(() => view.current?.filter(shown), [entries, shown]);
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
        <tbody ref={body}>{rows}</tbody>
      </table>
      {!shown.includes(true) && <output className={classes['nobody']}>No student matches</output>}
    </>
  );
});
RosterTable.displayName = 'RosterTable';
