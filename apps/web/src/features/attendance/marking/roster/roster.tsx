import type { RosterEntry } from '@campus/contract';
import { IconHistory, IconPencilCheck } from '@tabler/icons-react';
import { type CSSProperties, memo, useId, useMemo, useState } from 'react';
import { type MarkingStore, useMarking } from '../../../../lib/marking/store.ts';
import { OptionalValue } from '../../../../ui/optional-value.tsx';
import type { Roll } from '../marking.ts';
import { RemarksField } from './remarks-field.tsx';
import { makeFilter, unmarkedStudents } from './roster-filter.ts';
import { RosterTools } from './roster-tools.tsx';
import { focusFirstRow, useRosterKeys } from './use-roster-keys.ts';
import { useRosterRows } from './use-roster-rows.ts';
import classes from './roster-table.module.css';

interface MarkToggleProps {
  /** Tells the radios of one student from those of the others. */
  readonly name: string;
  /** Ids of the elements that name and describe the student. */
  readonly labelledBy: string;
  readonly describedBy: string;
}

const presentClass = `${classes['segment']} ${classes['present']}`;
const absentClass = `${classes['segment']} ${classes['absent']}`;

/**
 * Present or absent as two real radios drawn as segments; dashed while nobody has chosen. Which one
 * is chosen is the radios' own state (see use-roster-rows.ts).
 */
const MarkToggle = ({ name, labelledBy, describedBy }: MarkToggleProps) => (
  <div
    className={classes['toggle']}
    role="radiogroup"
    aria-labelledby={labelledBy}
    aria-describedby={describedBy}
  >
    <label className={classes['choice']}>
      <input type="radio" name={name} value="present" />
      <span className={presentClass}>Present</span>
    </label>
    <label className={classes['choice']}>
      <input type="radio" name={name} value="absent" />
      <span className={absentClass}>Absent</span>
    </label>
  </div>
);

interface RosterRowProps {
  readonly entry: RosterEntry;
  /** Place on the whole roster, from 1. */
  readonly number: number;
  readonly store: MarkingStore<Roll>;
  readonly onHistory: (entry: RosterEntry) => void;
}

/**
 * One student, drawn once: marks come and go past React (see use-roster-rows.ts).
 */
const RosterRow = memo(({ entry, number, store, onHistory }: RosterRowProps) => {
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

interface RosterProps {
  readonly store: MarkingStore<Roll>;
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
