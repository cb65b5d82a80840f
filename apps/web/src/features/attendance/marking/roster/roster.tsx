import type { RosterEntry } from '@campus/contract';
import { Checkbox } from '@mantine/core';
import {
  IconArrowBackUp,
  IconChecks,
  IconHistory,
  IconPencilCheck,
  IconSearch,
} from '@tabler/icons-react';
import {
  type CSSProperties,
  memo,
  type RefObject,
  startTransition,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { afterFrame } from '../../../../lib/after-frame.ts';
import { type MarkingStore, useMarking, useMarkingSoon } from '../../../../lib/marking/store.ts';
import { TextField } from '../../../../ui/fields.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { OptionalValue } from '../../../../ui/optional-value.tsx';
import { countMarks, markTheRest, type Roll, undoTheRest } from '../marking.ts';
import { RemarksField } from './remarks-field.tsx';
import { makeFilter, unmarkedStudents } from './roster-filter.ts';
import { focusFirstRow, useRosterKeys } from './use-roster-keys.ts';
import { useRosterRows } from './use-roster-rows.ts';
import classes from './roster-table.module.css';

const labelClass = { label: classes['words'] ?? '' } as const;

interface UndoButtonProps {
  readonly filled: number;
  readonly fill: RefObject<HTMLButtonElement | null>;
  readonly onUndo: () => void;
}

/**
 * There while the filling can be undone; takes the focus over from the button just used, unless the
 * person has gone on meanwhile.
 */
const UndoButton = ({ filled, fill, onUndo }: UndoButtonProps) => {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const { activeElement, body } = document;
    if (activeElement === fill.current || activeElement === body) button.current?.focus();
  }, [fill]);
  return (
    <IconButton
      ref={button}
      variant="default"
      classNames={labelClass}
      icon={IconArrowBackUp}
      onClick={onUndo}
      aria-description={`${filled} students were marked present`}
    >
      Undo
    </IconButton>
  );
};

/**
 * Fills the unmarked only. Undo is offered until anything else is changed. The buttons follow a
 * frame after the rows; pressed twice before that, they do nothing the second time.
 */
const MarkTheRest = memo(({ store }: { readonly store: MarkingStore<Roll> }) => {
  // Not their number: the buttons are drawn again only when the first or the last one is marked.
  const allMarked = useMarkingSoon(store, (marking) => countMarks(marking).unmarked === 0);
  const filled = useMarkingSoon(store, (marking) => marking.filled.length);
  const fill = useRef<HTMLButtonElement>(null);
  const undo = () => {
    store.update(undoTheRest);
    // The button is enabled again by then.
    afterFrame(() => fill.current?.focus());
  };
  return (
    <div className={classes['fill']}>
      {filled > 0 && <UndoButton filled={filled} fill={fill} onUndo={undo} />}
      <IconButton
        ref={fill}
        variant="light"
        classNames={labelClass}
        icon={IconChecks}
        disabled={allMarked}
        onClick={() => store.update(markTheRest)}
      >
        Mark the rest present
      </IconButton>
    </div>
  );
});
MarkTheRest.displayName = 'MarkTheRest';

interface RosterToolsProps {
  readonly store: MarkingStore<Roll>;
  /** What is typed, when there is time for it: the letter itself is drawn first. */
  readonly onSearch: (search: string) => void;
  /** Enter or the arrow down in the search: to the first student found. */
  readonly onFound: (search: string) => void;
  /** As the tick changes, when there is time for it. */
  readonly onUnmarkedOnly: (on: boolean) => void;
}

const hints = [
  [['P'], 'Present'],
  [['A'], 'Absent'],
  [['R'], 'Remarks'],
  [['↑', '↓'], 'Move'],
] as const;

/** Above the roster: search, filter, the keys, and "Mark the rest present". */
const RosterTools = ({ store, onSearch, onFound, onUnmarkedOnly }: RosterToolsProps) => (
  <div className={classes['tools']}>
    <TextField
      type="search"
      className={classes['search'] ?? ''}
      aria-label="Find a student"
      placeholder="Find a student"
      autoComplete="off"
      leftSection={<IconSearch size={18} stroke={1.75} aria-hidden />}
      onChange={({ currentTarget: { value } }) => startTransition(() => onSearch(value))}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'ArrowDown') return;
        event.preventDefault();
        onFound(event.currentTarget.value);
      }}
    />
    <Checkbox
      className={classes['filter'] ?? ''}
      label="Unmarked only"
      onChange={({ currentTarget: { checked } }) => startTransition(() => onUnmarkedOnly(checked))}
    />
    <ul className={classes['hints']} aria-label="Keys in the roster">
      {hints.map(([keys, word]) => (
        <li key={word}>
          {keys.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
          {word}
        </li>
      ))}
    </ul>
    <MarkTheRest store={store} />
  </div>
);

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
