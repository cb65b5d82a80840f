import type { RosterEntry } from '@campus/contract';
import { IconHistory, IconPencilCheck } from '@tabler/icons-react';
import { memo, useId } from 'react';
import { OptionalValue } from '../../../../ui/optional-value.tsx';
import { MarkToggle } from './mark-toggle.tsx';
import { RemarksField } from './remarks-field.tsx';
import type { MarkingStore } from '../marking-store.ts';
import classes from './roster-row.module.css';

interface RosterRowProps {
  readonly entry: RosterEntry;
  /** Place on the whole roster, from 1. */
  readonly number: number;
  readonly store: MarkingStore;
  readonly onHistory: (entry: RosterEntry) => void;
}

/**
 * One student, drawn once: marks come and go past React (see roster-view.ts).
 */
export const RosterRow = memo(({ entry, number, store, onHistory }: RosterRowProps) => {
  const { studentEmail: email, studentName, studentRollNo, correctedBy } = entry;
  const id = useId();
  return (
    <tr className={classes['row']} data-student={email}>
      <td className={classes['number']}>{number}</td>
      <td className={classes['student']}>
        <span id={`${id}name`} className={classes['name']}>
          {studentName}
        </span>
        <span className={classes['email']}>{email}</span>
        {correctedBy && (
          <span className={classes['corrected']}>
            <IconPencilCheck size={16} stroke={1.75} aria-hidden />
            Corrected by {correctedBy}
          </span>
        )}
      </td>
      <td id={`${id}roll`} className={classes['roll']}>
        <OptionalValue value={studentRollNo} />
      </td>
      <td className={classes['status']}>
        <MarkToggle name={email} labelledBy={`${id}name`} describedBy={`${id}roll`} />
      </td>
      <td className={classes['remarks']}>
        <RemarksField entry={entry} store={store} />
        {entry.present !== null && (
          <button
            type="button"
            className={classes['history']}
            aria-label={`History of ${studentName}`}
            title="History"
            onClick={() => onHistory(entry)}
          >
            <IconHistory size={20} stroke={1.75} aria-hidden />
          </button>
        )}
      </td>
    </tr>
  );
});
RosterRow.displayName = 'RosterRow';
