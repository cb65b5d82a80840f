import { type Exam, type ExamEntry, pastedColumn, readResult, resultRule } from '@campus/contract';
import { ActionIcon } from '@mantine/core';
import { IconAlertCircle, IconHistory } from '@tabler/icons-react';
import { type ClipboardEvent, type KeyboardEvent, memo, type Ref, useId } from 'react';
import { type MarkingStore, useMarking } from '../../../lib/marking/store.ts';
import { DataTable } from '../../../ui/data-table.tsx';
import { OptionalValue } from '../../../ui/optional-value.tsx';
import { AbsentWord } from '../absent-word.tsx';
import { resultText } from '../exam-labels.ts';
import { examMarks, type ExamMarks, fillDown, typeInto } from './exam-marks.ts';
import classes from './marks-grid.module.css';

interface MarksRowProps {
  readonly entry: ExamEntry;
  readonly maxMarks: number;
  readonly store: MarkingStore<ExamMarks>;
  readonly disabled: boolean;
  readonly onHistory: (entry: ExamEntry) => void;
}

interface StateProps extends Pick<MarksRowProps, 'entry' | 'maxMarks'> {
  /** What is typed and not saved. */
  readonly text: string | undefined;
  readonly wrong: boolean;
}

/** What there is to say about a row: wrong, not saved, absent or without marks. */
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
  if (entry.absent) return <AbsentWord />;
  if (entry.marks === null) return <span className={classes['missing']}>Missing</span>;
  return entry.enrolled ? null : <span className={classes['missing']}>Not enrolled that day</span>;
};

/** One student. Drawn again only when something of it changes: a class may have hundreds. */
const MarksRow = memo((props: MarksRowProps) => {
  const { entry, maxMarks, store, disabled, onHistory } = props;
  const text = useMarking(store, ({ marks }) => marks.get(entry.studentId));
  const wrong = text !== undefined && readResult(text, maxMarks) === undefined;
  const id = useId();
  const { studentName, rollNo, univId } = entry;
  return (
    <tr data-unsaved={text !== undefined || undefined}>
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
            store.update((marking) => typeInto(marking, [[entry, value]]))
          }
        />
      </td>
      <td className={classes['state']} id={id}>
        <State entry={entry} maxMarks={maxMarks} text={text} wrong={wrong} />
      </td>
      <td className={classes['more']}>
        <ActionIcon
          variant="subtle"
          size={36}
          aria-label={`History of ${studentName}`}
          onClick={() => onHistory(entry)}
        >
          <IconHistory size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      </td>
    </tr>
  );
});
MarksRow.displayName = 'MarksRow';

interface MarksGridProps {
  readonly exam: Exam;
  /** The students that are shown. */
  readonly rows: readonly ExamEntry[];
  readonly store: MarkingStore<ExamMarks>;
  readonly disabled: boolean;
  readonly body: Ref<HTMLTableSectionElement>;
  readonly onSave: () => void;
  readonly onHistory: (entry: ExamEntry) => void;
}

const cellsOf = (table: HTMLElement): HTMLInputElement[] => [
  ...table.querySelectorAll<HTMLInputElement>('input[data-cell]'),
];

const goTo = (cell: HTMLInputElement | undefined): void => {
  cell?.focus();
  cell?.select();
};

const steps: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1, Enter: 1 };

/** A class with a cell for each: arrows and Enter move, a column can be pasted from a spreadsheet. */
export const MarksGrid = (props: MarksGridProps) => {
  const { exam, rows, store, disabled, body, onSave, onHistory } = props;

  const onKey = (event: KeyboardEvent<HTMLTableSectionElement>): void => {
    const { target, key } = event;
    if (!(target instanceof HTMLInputElement) || event.nativeEvent.isComposing || event.altKey)
      return;
    if (key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      onSave();
      return;
    }
    const step = steps[key];
    if (step === undefined || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const cells = cellsOf(event.currentTarget);
    goTo(cells[cells.indexOf(target) + (event.shiftKey ? -step : step)]);
  };
  const onPaste = (event: ClipboardEvent<HTMLTableSectionElement>): void => {
    const { target } = event;
    if (!(target instanceof HTMLInputElement)) return;
    const text = event.clipboardData.getData('text/plain');
    if (!/[\r\n\t]/.test(text)) return;
    event.preventDefault();
    const cells = cellsOf(event.currentTarget);
    const from = cells.indexOf(target);
    const column = pastedColumn(text);
    store.update((marking) => typeInto(marking, fillDown(rows, from, column)));
    goTo(cells[Math.min(from + column.length, cells.length) - 1]);
  };

  return (
    <DataTable label={`Marks of ${exam.title}`} className={classes['grid']} roster>
      <thead>
        <tr>
          <th scope="col">Roll Number</th>
          <th scope="col">Name</th>
          <th scope="col">Marks</th>
          <th scope="col" className={classes['state']}>
            State
          </th>
          <th scope="col">
            <span className={classes['history']}>History</span>
          </th>
        </tr>
      </thead>
      {/* The keys and the paste belong to the cells inside. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <tbody ref={body} onKeyDown={onKey} onPaste={onPaste}>
        {rows.map((entry) => (
          <MarksRow
            key={entry.studentId}
            entry={entry}
            maxMarks={exam.maxMarks}
            store={store}
            disabled={disabled}
            onHistory={onHistory}
          />
        ))}
      </tbody>
    </DataTable>
  );
};
