import type { RosterEntry } from '@campus/contract';
import { memo, useId } from 'react';
import { OrNa } from '../../ui/na.tsx';
import { MarkToggle } from './mark-toggle.tsx';
import { RemarksField } from './remarks-field.tsx';
import type { Dispatch } from './use-marking.ts';
import classes from './roster-table.module.css';

interface RosterRowProps {
  readonly entry: RosterEntry;
  /** Place on the whole roster, from 1. */
  readonly number: number;
  readonly present: boolean | null;
  readonly remarks: string;
  /** Filtered out, but still in the document. */
  readonly hidden: boolean;
  readonly dispatch: Dispatch;
}

/** One student. Memoised: a keystroke in one row must not draw the others again. */
export const RosterRow = memo((props: RosterRowProps) => {
  const { entry, number, present, remarks, hidden, dispatch } = props;
  const { studentEmail: email, studentName, studentRollNo } = entry;
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
          onChange={(marked) => dispatch({ type: 'mark', email, change: { present: marked } })}
        />
      </td>
      <td className={classes['remarks']}>
        <RemarksField
          student={studentName}
          remarks={remarks}
          onChange={(text) => dispatch({ type: 'mark', email, change: { remarks: text } })}
        />
      </td>
    </tr>
  );
});
RosterRow.displayName = 'RosterRow';
