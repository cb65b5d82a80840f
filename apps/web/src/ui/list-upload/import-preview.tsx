import type { RowProblem } from '@campus/contract';
import { Checkbox } from '@mantine/core';
import { IconAlertCircle, IconCheck, IconMinus, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { countOf } from '../../lib/count.ts';
import { type Column, RecordTable } from '../record-table.tsx';
import type { ReportProps, UploadList, UploadReport } from './upload-list.ts';
import classes from './import-preview.module.css';

type Listed = UploadReport['preview'][number];

/** A row as the file has it, and what is wrong with it. */
interface PreviewRow {
  readonly cells: Listed;
  readonly problems: readonly RowProblem[];
}

/** The cell of the preview that a problem is about; null when the preview does not show it. */
const cellOf = ({ cells, fieldOf }: UploadList, { column }: RowProblem): string | null => {
  const about = fieldOf(column ?? '');
  return about !== null && about in cells ? about : null;
};

/** The rows with their problems, the bad ones first, each kind in the order of the file. */
const previewRows = ({ preview, problems }: UploadReport): readonly PreviewRow[] => {
  const byRow = Map.groupBy(problems, ({ row }) => row);
  const shown = new Set(preview.map(({ row }) => row));
  // Every problem is shown, also of a row that the preview left out.
  const others = [...byRow.keys()].filter((row) => !shown.has(row)).map(blankRow);
  const bad = ({ outcome }: Listed): boolean => outcome === 'problem';
  return [...preview, ...others]
    .toSorted((a, b) => Number(bad(b)) - Number(bad(a)) || a.row - b.row)
    .map((cells) => ({ cells, problems: byRow.get(cells.row) ?? [] }));
};

const blankRow = (row: number): Listed => ({ row, outcome: 'problem' });

/** What the cell of a problem holds, in words. */
const writtenValue = ({ value }: RowProblem): string => value?.trim() || '(blank)';

/** A problem in one sentence; the header is named where the preview does not show the cell. */
const problemText = (list: UploadList, problem: RowProblem): string =>
  cellOf(list, problem) || problem.column === null || problem.reason.includes(problem.column)
    ? problem.reason
    : `${problem.column}: ${problem.reason}`;

const outcomes = {
  create: { text: 'Ready', Icon: IconCheck },
  update: { text: 'Updates the', Icon: IconRefresh },
  skip: { text: 'Skipped', Icon: IconMinus },
} as const;

interface RowOutcomeProps {
  readonly list: UploadList;
  readonly row: PreviewRow;
  /** Adds what the cell holds, where the cell itself is not on screen. */
  readonly withValue?: boolean;
}

/** What becomes of a row: its problems in words, or that it is ready. */
const RowOutcome = ({ list, row, withValue = false }: RowOutcomeProps) => {
  const { outcome } = row.cells;
  if (outcome !== 'problem') {
    const { text, Icon } = outcomes[outcome];
    return (
      <span className={classes['outcome']} data-muted={outcome === 'skip' || undefined}>
        <Icon size={18} stroke={1.75} aria-hidden />
        {outcome === 'update' ? `${text} ${list.one}` : text}
      </span>
    );
  }
  return (
    <ul className={classes['problems']}>
      {row.problems.map((problem) => (
        <li key={`${problem.column} ${problem.reason}`} className={classes['problem']}>
          <IconAlertCircle size={18} stroke={1.75} aria-hidden />
          <span>
            {problemText(list, problem)}
            {withValue && problem.column !== null && `: ${writtenValue(problem)}`}
          </span>
        </li>
      ))}
    </ul>
  );
};

/** The cells as the file has them, filled and outlined when they need a fix. */
const columnsOf = (list: UploadList): readonly Column<PreviewRow, never>[] => [
  { head: 'Row', render: ({ cells }) => cells.row },
  ...Object.entries(list.cells).map(([field, head]) => ({
    head,
    render: ({ cells, problems }: PreviewRow) => {
      const problem = problems.find((one) => cellOf(list, one) === field);
      return problem ? <span data-bad>{writtenValue(problem)}</span> : (cells[field] ?? '');
    },
  })),
  { head: 'Problem', render: (row) => <RowOutcome list={list} row={row} /> },
];

/** The rows of the chosen file, those that need a fix first. It warns; it forbids nothing. */
export const ImportPreview = ({ list, report }: ReportProps) => {
  const [all, setAll] = useState(true);
  const everyRow = previewRows(report);
  const rows = everyRow.filter(({ cells }) => all || cells.outcome === 'problem');
  const notShown = all ? report.rows - everyRow.length : 0;
  return (
    <section className={classes['preview']} aria-label="Preview">
      <div className={classes['head']}>
        <h2>Preview</h2>
        <Checkbox
          label="Show all rows"
          checked={all}
          onChange={(event) => setAll(event.currentTarget.checked)}
        />
      </div>
      {rows.length > 0 ? (
        // Can be scrolled with the keys, so it can have the focus.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <section className={classes['rows']} aria-label="Rows of the file" tabIndex={0}>
          <RecordTable
            label="Preview"
            rows={rows}
            keyOf={({ cells }) => String(cells.row)}
            columns={columnsOf(list)}
            className={classes['table']}
            linesBelow={560}
            renderLine={(row) => (
              <>
                <p>
                  <strong>Row {row.cells.row}</strong> <span>{list.titleOf(row.cells)}</span>
                </p>
                <RowOutcome list={list} row={row} withValue />
              </>
            )}
          />
        </section>
      ) : (
        <p className={classes['note']}>
          {report.rows === 0 ? 'The file has no rows.' : 'No row needs a fix.'}
        </p>
      )}
      {report.moreProblems > 0 && (
        <p className={classes['note']}>
          {countOf(report.moreProblems, 'more problem')} in the file.
        </p>
      )}
      {notShown > 0 && (
        <p className={classes['note']}>{countOf(notShown, 'more row')} in the file.</p>
      )}
    </section>
  );
};
