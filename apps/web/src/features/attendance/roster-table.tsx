import type { RosterEntry } from '@campus/contract';
import { memo } from 'react';
import type { Ref } from 'react';
import { DataTable } from '../../ui/data-table.tsx';
import type { MarkingStore } from './marking-store.ts';
import { matches } from './roster-filter.ts';
import { RosterRow } from './roster-row.tsx';
import classes from './roster-table.module.css';

interface RosterTableProps {
  readonly entries: readonly RosterEntry[];
  readonly store: MarkingStore;
  readonly search: string;
  /** Only these students are shown; null for all. */
  readonly only: ReadonlySet<string> | null;
  readonly body: Ref<HTMLTableSectionElement>;
}

/** The whole roster is in the document; what the filter leaves out is hidden, not taken away. */
export const RosterTable = memo(({ entries, store, search, only, body }: RosterTableProps) => {
  const shown = entries.map(
    (entry) => (!only || only.has(entry.studentEmail)) && matches(entry, search),
  );
  return (
    <>
      <DataTable label="Roster" roster className={classes['table']}>
        <thead>
          <tr>
            <th scope="col" className={classes['number']} data-number>
              #
            </th>
            <th scope="col">Student</th>
            <th scope="col" className={classes['roll']}>
              Roll No
            </th>
            <th scope="col" className={classes['status']}>
              Status
            </th>
            <th scope="col" className={classes['remarks']}>
              Remarks
            </th>
          </tr>
        </thead>
        <tbody ref={body}>
          {entries.map((entry, index) => (
            <RosterRow
              key={entry.studentEmail}
              entry={entry}
              number={index + 1}
              hidden={!shown[index]}
              store={store}
            />
          ))}
        </tbody>
      </DataTable>
      {!shown.includes(true) && <output className={classes['nobody']}>No student matches</output>}
    </>
  );
});
RosterTable.displayName = 'RosterTable';
