import { type Exam, type ExamEntry, pastedColumn, resultRule } from '@campus/contract';
import { ActionIcon } from '@mantine/core';
import { IconAlertCircle, IconHistory } from '@tabler/icons-react';
import { type ClipboardEvent, type KeyboardEvent, memo, type Ref, useCallback, useId } from 'react';
import { DataTable } from '../../../ui/data-table.tsx';
import { OptionalValue } from '../../../ui/optional-value.tsx';
import { AbsentWord } from '../absent-word.tsx';
import { resultText } from '../exam-labels.ts';
import { fillDown, storedText } from './marks-draft.ts';
import classes from './marks-grid.module.css';
import type { ExamMarks } from './use-marks.ts';

interface MarksRowProps {
  readonly entry: ExamEntry;
  readonly maxMarks: number;
  /** What is typed and not saved. */
  readonly text: string | undefined;
  readonly wrong: boolean;
  readonly disabled: boolean;
  readonly onType: (entry: ExamEntry, text: string) => void;
  readonly onHistory: (entry: ExamEntry) => void;
}

/** What there is to say about a row: wrong, not saved, absent or without marks. */
const State = ({ entry, text, wrong, maxMarks }: Omit<MarksRowProps, 'onType' | 'onHistory'>) => {
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
  const { entry, maxMarks, text, wrong, disabled, onType, onHistory } = props;
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
          value={text ?? storedText(entry)}
          disabled={disabled}
          inputMode="numeric"
          autoComplete="off"
          maxLength={12}
          aria-label={`Marks of ${studentName}, out of ${maxMarks}`}
          aria-invalid={wrong || undefined}
          aria-describedby={id}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => onType(entry, event.currentTarget.value)}
        />
      </td>
      <td className={classes['state']} id={id}>
        <State {...props} />
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
  readonly marks: ExamMarks;
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
  const { exam, rows, marks, disabled, body, onSave, onHistory } = props;
  const { draft, wrong, type: onType } = marks;

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
    onType(fillDown(rows, from, column));
    goTo(cells[Math.min(from + column.length, cells.length) - 1]);
  };
  const typeOne = useCallback(
    (entry: ExamEntry, text: string): void => onType([[entry, text]]),
    [onType],
  );

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
            text={draft.texts.get(entry.studentId)}
            wrong={wrong.includes(entry.studentId)}
            disabled={disabled}
            onType={typeOne}
            onHistory={onHistory}
          />
        ))}
      </tbody>
    </DataTable>
  );
};
