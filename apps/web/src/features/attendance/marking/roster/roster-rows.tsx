import type { RosterEntry } from '@campus/contract';
import { IconHistory, IconPencilCheck } from '@tabler/icons-react';
import {
  type CSSProperties,
  memo,
  type Ref,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react';
import type { MarkingStore } from '../../../../lib/marking/store.ts';
import { OptionalValue } from '../../../../ui/optional-value.tsx';
import type { Roll } from '../attendance-marks.ts';
import { RemarksField } from './remarks-field.tsx';
import { focusRow, useRosterKeys } from './use-roster-keys.ts';
import { useRosterRows, writeMarksInto } from './use-roster-rows.ts';
import classes from './roster-table.module.css';

interface MarkToggleProps {
  /** Groups the radios of one student. */
  readonly name: string;
  /** Ids of the elements that name and describe the student. */
  readonly labelledBy: string;
  readonly describedBy: string;
}

const presentClass = `${classes['segment']} ${classes['present']}`;
const absentClass = `${classes['segment']} ${classes['absent']}`;

/**
 * Present or absent as two real radios drawn as segments; dashed while neither is chosen. The
 * choice is the radios' own state (see use-roster-rows.ts).
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
  /** Position on the whole roster, from 1. */
  readonly number: number;
  readonly store: MarkingStore<Roll>;
  readonly onHistory: (entry: RosterEntry) => void;
  /** In a windowed roster: position among the rows shown, from 0, and what measures the row. */
  readonly place?: number;
  readonly measure?: (row: HTMLElement | null) => void;
}

/** One student, rendered once: marks bypass React (see use-roster-rows.ts). */
export const RosterRow = memo(
  ({ entry, number, store, onHistory, place, measure }: RosterRowProps) => {
    const { studentEmail: email, studentName, studentRollNo, correctedBy } = entry;
    const id = useId();
    const row = useRef<HTMLTableRowElement>(null);
    useLayoutEffect(() => {
      if (!measure || !row.current) return undefined;
      measure(row.current);
      return writeMarksInto(row.current, entry, store);
    }, [entry, store, measure]);
    return (
      <tr
        ref={row}
        className={classes['row']}
        data-student={email}
        data-index={place}
        aria-rowindex={place === undefined ? undefined : place + 2}
      >
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
  },
);
RosterRow.displayName = 'RosterRow';

/** Reserves the height of rows not drawn yet. */
export const UndrawnRows = ({ rows }: { readonly rows: number }) =>
  rows > 0 && (
    <tbody className={classes['rest']} style={{ '--rest': rows } as CSSProperties} aria-hidden />
  );

export interface RowsProps {
  readonly entries: readonly RosterEntry[];
  readonly store: MarkingStore<Roll>;
  readonly onHistory: (entry: RosterEntry) => void;
  readonly onSubmit: () => void;
  /** For each entry, whether it passes the filter. */
  readonly shown: readonly boolean[];
  /** Moves the focus to the first row that is shown. */
  readonly focusFirst: Ref<() => void>;
}

/** The whole roster, in the document within a few frames; the filter hides rows and does not remove them. */
export const WholeRoster = ({
  entries,
  shown,
  store,
  onHistory,
  onSubmit,
  focusFirst,
}: RowsProps) => {
  const { body, drawn, moves, showNow } = useRosterRows(store, shown);
  useRosterKeys(body, moves, onSubmit);
  useImperativeHandle(focusFirst, () => () => {
    showNow();
    focusRow(moves.rowAt(0));
  });
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
  return (
    <>
      {drawnRows}
      <UndrawnRows rows={entries.length - drawn} />
    </>
  );
};
