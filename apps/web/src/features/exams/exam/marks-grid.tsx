import {
  absentMark,
  type Exam,
  type ExamEntry,
  pastedColumn,
  readResult,
  resultRule,
} from '@campus/contract';
import { IconAlertCircle, IconHistory } from '@tabler/icons-react';
import {
  type ClipboardEvent,
  Fragment,
  type KeyboardEvent,
  memo,
  type Ref,
  useId,
  useImperativeHandle,
  useMemo,
} from 'react';
import { pluralize } from '../../../lib/count.ts';
import { type MarkingStore, useMarking } from '../../../lib/marking/store.ts';
import { maxUnwindowedRows, rowForKey } from '../../../lib/row-navigation.ts';
import { useWindowedRows } from '../../../lib/windowed-rows.ts';
import { DataTable, SpacerRow } from '../../../ui/data-table.tsx';
import { notifyError } from '../../../ui/toasts.tsx';
import { OptionalValue } from '../../../ui/optional-value.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { AbsentLabel } from '../absent-label.tsx';
import { resultText } from '../exam-labels.ts';
import { examMarks, type ExamMarks, fillDown, enterMarks } from './exam-marks.ts';
import classes from './marks-grid.module.css';

interface MarksRowProps {
  readonly entry: ExamEntry;
  readonly maxMarks: number;
  readonly store: MarkingStore<ExamMarks>;
  readonly disabled: boolean;
  readonly onHistory: (entry: ExamEntry) => void;
  /** Position among the rows shown, from 0. */
  readonly place: number;
  /** Measures the row when the grid is windowed. */
  readonly measure: ((row: HTMLElement | null) => void) | undefined;
}

interface StateProps extends Pick<MarksRowProps, 'entry' | 'maxMarks'> {
  /** Text typed but not saved. */
  readonly text: string | undefined;
  readonly wrong: boolean;
}

/** The state of a row: wrong, not saved, absent or missing. */
const State = ({ entry, text, wrong, maxMarks }: StateProps) => {
  if (wrong)
    return (
      <span className={classes['wrong']}>
        <IconAlertCircle size={17} stroke={1.75} aria-hidden />
        {resultRule(maxMarks)}
      </span>
    );
  if (text !== undefined)
    return <span className={classes['unsaved']}>{`Not saved, was: ${resultText(entry)}`}</span>;
  if (entry.absent) return <AbsentLabel />;
  if (entry.marks === null) return <span className={classes['missing']}>Missing</span>;
  return entry.enrolled ? null : <span className={classes['missing']}>Not enrolled that day</span>;
};

/** One student; memoised, because a class may have hundreds. */
const MarksRow = memo((props: MarksRowProps) => {
  const { entry, maxMarks, store, disabled, onHistory, place, measure } = props;
  const text = useMarking(store, ({ marks }) => marks.get(entry.studentId));
  const wrong = text !== undefined && readResult(text, maxMarks) === undefined;
  const id = useId();
  const { studentName, rollNo, univId } = entry;
  return (
    <tr
      ref={measure}
      data-index={place}
      aria-rowindex={measure && place + 2}
      data-unsaved={text !== undefined || undefined}
    >
      <td className={classes['roll']}>
        <OptionalValue value={rollNo} />
      </td>
      <th scope="row">
        <span className={classes['name']}>
          {studentName}
          <span>{[univId, rollNo].filter(Boolean).join(' · ')}</span>
        </span>
      </th>
      <td className={classes['cell']}>
        <input
          data-cell
          className={classes['input']}
          value={text ?? examMarks.storedMark(entry)}
          disabled={disabled}
          inputMode="numeric"
          autoComplete="off"
          maxLength={12}
          aria-label={`Marks of ${studentName}, out of ${maxMarks}`}
          aria-invalid={wrong || undefined}
          aria-describedby={id}
          onFocus={(event) => event.currentTarget.select()}
          onChange={({ currentTarget: { value } }) =>
            store.update((marking) => enterMarks(marking, [[entry, value]]))
          }
        />
      </td>
      <td className={classes['state']}>
        <span id={id}>
          <State entry={entry} maxMarks={maxMarks} text={text} wrong={wrong} />
        </span>
        {/* The keyboard that a phone shows for numbers has no A. */}
        {!disabled && (
          <button
            type="button"
            className={classes['absent']}
            aria-label={`Mark ${studentName} absent`}
            onClick={() => store.update((marking) => enterMarks(marking, [[entry, absentMark]]))}
          >
            Absent
          </button>
        )}
      </td>
      <td className={classes['more']}>
        <button
          type="button"
          aria-label={`History of ${studentName}`}
          onClick={() => onHistory(entry)}
        >
          <IconHistory size={18} stroke={1.75} aria-hidden />
        </button>
      </td>
    </tr>
  );
});
MarksRow.displayName = 'MarksRow';

interface MarksGridProps {
  readonly exam: Exam;
  /** The students shown. */
  readonly rows: readonly ExamEntry[];
  readonly store: MarkingStore<ExamMarks>;
  readonly disabled: boolean;
  /** Moves the focus to the cell of a row, by its position. */
  readonly goTo: Ref<(place: number) => void>;
  readonly onSave: () => void;
  readonly onHistory: (entry: ExamEntry) => void;
}

const focusCell = (row: HTMLElement | null): void => {
  const cell = row?.querySelector<HTMLInputElement>('input[data-cell]');
  cell?.focus();
  cell?.select();
};

/** The key that moves between cells; plain Home and End move within the text of one. */
const moveOf = ({ key, shiftKey, ctrlKey, metaKey }: KeyboardEvent): string => {
  if (key === 'Home' || key === 'End') return ctrlKey || metaKey ? key : '';
  if (ctrlKey || metaKey) return '';
  return key === 'Enter' ? (shiftKey ? 'ArrowUp' : 'ArrowDown') : key;
};

/** A class with one cell per student: arrows and Enter move, a column can be pasted from a spreadsheet. */
export const MarksGrid = (props: MarksGridProps) => {
  const { exam, rows, store, disabled, goTo, onSave, onHistory } = props;
  const keys = useMemo(() => rows.map(({ studentId }) => studentId), [rows]);
  const isWhole = useMarking(store, ({ entries }) => entries.length <= maxUnwindowedRows);
  // An estimate: a row of the table, or one shown as a list, which the width of the grid decides.
  const height = window.innerWidth > 1000 ? 54 : 85;
  const { body, moves, near, rest, measure } = useWindowedRows(keys, height, isWhole);
  useImperativeHandle(goTo, () => (place) => focusCell(moves.rowAt(place)));

  const onKey = (event: KeyboardEvent<HTMLTableSectionElement>): void => {
    const { target, key } = event;
    if (!(target instanceof HTMLInputElement) || event.nativeEvent.isComposing || event.altKey)
      return;
    if (key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      onSave();
      return;
    }
    const row = target.closest('tr');
    const other = row && rowForKey(moveOf(event), row, moves);
    if (!other) return;
    event.preventDefault();
    focusCell(other);
  };
  const onPaste = (event: ClipboardEvent<HTMLTableSectionElement>): void => {
    const { target } = event;
    const row = target instanceof HTMLInputElement && target.closest('tr');
    if (!row) return;
    const text = event.clipboardData.getData('text/plain');
    if (!/[\r\n\t]/.test(text)) return;
    event.preventDefault();
    const from = moves.placeOf(row);
    const column = pastedColumn(text);
    store.update((marking) => enterMarks(marking, fillDown(rows, from, column)));
    const left = column.slice(rows.length - from).filter(Boolean).length;
    if (left > 0)
      notifyError(
        `The list ends before the pasted column: ${pluralize(left, 'mark')} ${left === 1 ? 'was' : 'were'} left out.`,
      );
    focusCell(moves.rowAt(Math.min(from + column.length, moves.count) - 1));
  };
  const rowAt = (place: number) => {
    const entry = rows[place];
    return (
      entry && (
        <MarksRow
          key={entry.studentId}
          entry={entry}
          maxMarks={exam.maxMarks}
          store={store}
          disabled={disabled}
          onHistory={onHistory}
          place={place}
          measure={isWhole ? undefined : measure}
        />
      )
    );
  };

  return (
    <div className={classes['frame']}>
      <DataTable
        label={`Marks of ${exam.title}`}
        className={`${classes['grid']} ${isWhole ? '' : classes['windowed']}`}
        roster
        rowCount={isWhole ? undefined : rows.length + 1}
      >
        <thead>
          <tr aria-rowindex={isWhole ? undefined : 1}>
            <th scope="col">Roll Number</th>
            <th scope="col">Name</th>
            <th scope="col">Marks</th>
            <th scope="col" className={classes['state']}>
              State
            </th>
            <th scope="col">
              <VisuallyHidden>History</VisuallyHidden>
            </th>
          </tr>
        </thead>
        {/* The keys and the paste belong to the cells inside. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <tbody ref={body} onKeyDown={onKey} onPaste={onPaste}>
          {near.map(({ place, gap }) => (
            <Fragment key={keys[place]}>
              <SpacerRow height={gap} />
              {rowAt(place)}
            </Fragment>
          ))}
          <SpacerRow height={rest} />
        </tbody>
      </DataTable>
    </div>
  );
};
