import type { RosterEntry } from '@campus/contract';
import { memo, useId } from 'react';
import { OrNa } from '../../ui/na.tsx';
import { MarkToggle } from './mark-toggle.tsx';
import { RemarksField } from './remarks-field.tsx';
import { useMarking } from './marking-store.ts';
import type { MarkingStore } from './marking-store.ts';
import { markOf } from './marking.ts';
import type { Mark } from './marking.ts';
import classes from './roster-table.module.css';

interface RosterRowProps {
  readonly entry: RosterEntry;
  /** Place on the whole roster, from 1. */
  readonly number: number;
  /** Filtered out, but still in the document. */
  readonly hidden: boolean;
  readonly store: MarkingStore;
}

/** One student. Follows its own mark only: a keystroke in one row does not draw the others. */
export const RosterRow = memo((props: RosterRowProps) => {
  const { entry, number, hidden, store } = props;
  const { studentEmail: email, studentName, studentRollNo } = entry;
  const present = useMarking(store, (marking) => markOf(marking, entry).present);
  const remarks = useMarking(store, (marking) => markOf(marking, entry).remarks);
  const mark = (change: Partial<Mark>) => store.dispatch({ type: 'mark', email, change });
  const id = useId();
  return (
    <tr className={classes['row']} hidden={hidden}>
      <td className={classes['number']} data-number data-quiet>
        {number}
      </td>
      <td className={classes['student']}>
        <span id={`${id}name`} className={classes['name']}>
          {studentName}
        </span>
        <span className={classes['email']}>{email}</span>
      </td>
      <td id={`${id}roll`} className={classes['roll']}>
        <OrNa value={studentRollNo} />
      </td>
      <td className={classes['status']}>
        <MarkToggle
          name={email}
          present={present}
          labelledBy={`${id}name`}
          describedBy={`${id}roll`}
          onChange={(marked) => mark({ present: marked })}
        />
      </td>
      <td className={classes['remarks']}>
        <RemarksField
          student={studentName}
          remarks={remarks}
          onChange={(text) => mark({ remarks: text })}
        />
      </td>
    </tr>
  );
});
RosterRow.displayName = 'RosterRow';
