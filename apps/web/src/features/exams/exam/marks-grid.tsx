import type { Exam, ExamEntry } from '@campus/contract';
import { pastedColumn } from '@campus/contract';
import { type ClipboardEvent, type KeyboardEvent, type Ref, useCallback } from 'react';
import { DataTable } from '../../../ui/data-table.tsx';
import { fillDown } from './marks-draft.ts';
import type { Texts } from './marks-draft.ts';
import { MarksRow } from './marks-row.tsx';
import classes from './marks-grid.module.css';

interface MarksGridProps {
  readonly exam: Exam;
  /** The students that are shown. */
  readonly rows: readonly ExamEntry[];
  readonly texts: Texts;
  readonly wrong: readonly string[];
  readonly disabled: boolean;
  readonly body: Ref<HTMLTableSectionElement>;
  readonly onType: (changes: readonly (readonly [ExamEntry, string])[]) => void;
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
  const { exam, rows, texts, wrong, disabled, body, onSave, onType, onHistory } = props;

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
            text={texts.get(entry.studentId)}
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
