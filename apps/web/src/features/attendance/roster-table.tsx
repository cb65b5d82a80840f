import type { Ref } from 'react';
import { DataTable } from '../../ui/data-table.tsx';
import { matches } from './roster-filter.ts';
import { markOf } from './marking.ts';
import type { Marking } from './marking.ts';
import { RosterRow } from './roster-row.tsx';
import type { Dispatch } from './use-marking.ts';
import classes from './roster-table.module.css';

interface RosterTableProps {
  readonly marking: Marking;
  readonly dispatch: Dispatch;
  readonly search: string;
  /** Only these students are shown; null for all. */
  readonly only: ReadonlySet<string> | null;
  readonly body: Ref<HTMLTableSectionElement>;
}

/** The whole roster is in the document; what the filter leaves out is hidden, not taken away. */
export const RosterTable = ({ marking, dispatch, search, only, body }: RosterTableProps) => {
  const shown = marking.entries.map(
    (entry) => (!only || only.has(entry.studentEmail)) && matches(entry, search),
  );
  return (
    <>
      <DataTable label="Roster" roster className={classes['table']}>
        <thead>
          <tr>
            <th scope="col" data-number>
              #
            </th>
            <th scope="col">Student</th>
            <th scope="col">Roll No</th>
            <th scope="col">Status</th>
            <th scope="col">Remarks</th>
          </tr>
        </thead>
        <tbody ref={body}>
          {marking.entries.map((entry, index) => {
            const { present, remarks } = markOf(marking, entry);
            return (
              <RosterRow
                key={entry.studentEmail}
                entry={entry}
                number={index + 1}
                present={present}
                remarks={remarks}
                hidden={!shown[index]}
                dispatch={dispatch}
              />
            );
          })}
        </tbody>
      </DataTable>
      {!shown.includes(true) && <output className={classes['nobody']}>No student matches</output>}
    </>
  );
};
