import type { RosterEntry } from '@campus/contract';
import { type CSSProperties, useMemo, useState } from 'react';
import { type MarkingStore, useMarking } from '../marking-store.ts';
import { makeFilter, unmarkedStudents } from './roster-filter.ts';
import { RosterRow } from './roster-row.tsx';
import { RosterTools } from './roster-tools.tsx';
import { focusFirstRow, useRosterKeys } from './use-roster-keys.ts';
import { useRosterRows } from './use-roster-rows.ts';
import classes from './roster-table.module.css';

interface RosterProps {
  readonly store: MarkingStore;
  readonly onHistory: (entry: RosterEntry) => void;
  readonly onSubmit: () => void;
}

const columns = ['#', 'Student', 'Roll No', 'Status', 'Remarks'] as const;

/**
 * The whole roster is in the document, within a few frames; what the filter leaves out is hidden, not
 * taken away.
 */
export const Roster = ({ store, onHistory, onSubmit }: RosterProps) => {
  const entries = useMarking(store, (marking) => marking.entries);
  const [search, setSearch] = useState('');
  // The students unmarked when the filter was set: a row does not slip away from under the thumb.
  const [only, setOnly] = useState<ReadonlySet<string> | null>(null);
  const filter = useMemo(() => makeFilter(entries), [entries]);
  const shown = useMemo(() => filter(search, only), [filter, search, only]);
  const { body, drawn, drawAll, showNow } = useRosterRows(store, shown);
  useRosterKeys(body, { onSubmit, drawAll });
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
  const drawnRows = useMemo(
    () => <tbody ref={body}>{rows.slice(0, drawn)}</tbody>,
    [body, rows, drawn],
  );
  const rest = entries.length - drawn;
  return (
    <>
      <RosterTools
        store={store}
        onSearch={setSearch}
        onFound={(typed) => {
          // Fast typing is ahead of what is drawn.
          showNow(filter(typed, only));
          focusFirstRow(body.current);
        }}
        onUnmarkedOnly={(on) => setOnly(on ? unmarkedStudents(store.get()) : null)}
      />
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
        {drawnRows}
        {rest > 0 && (
          <tbody
            className={classes['rest']}
            style={{ '--rest': rest } as CSSProperties}
            aria-hidden
          />
        )}
      </table>
      {!shown.includes(true) && <output className={classes['nobody']}>No student matches</output>}
    </>
  );
};
