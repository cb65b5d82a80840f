import type { RowProblem } from '@campus/contract';
import { Checkbox } from '@mantine/core';
import { IconAlertCircle, IconCheck, IconMinus, IconRefresh } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { pluralize } from '../../lib/count.ts';
import { type Column, RecordTable } from '../record-table.tsx';
import { labelOf, type ReportProps, type UploadList, type UploadReport } from './upload-list.ts';
import classes from './import-preview.module.css';

type Listed = UploadReport['preview'][number];

interface PreviewRow {
  readonly cells: Listed;
  readonly problems: readonly RowProblem[];
}

/** The field that a column of the file contains; null if a problem concerns the whole row. */
export type FieldOf = (column: string | null) => string | null;

/** The rows with their problems: bad ones first, each group in the order of the file. */
const previewRows = ({ preview, problems }: UploadReport): readonly PreviewRow[] => {
  const byRow = Map.groupBy(problems, ({ row }) => row);
  const shown = new Set(preview.map(({ row }) => row));
  // Every problem is shown, even for rows that the preview leaves out.
  const others = [...byRow.keys()].filter((row) => !shown.has(row)).map(blankRow);
  const bad = ({ outcome }: Listed): boolean => outcome === 'problem';
  return [...preview, ...others]
    .toSorted((a, b) => Number(bad(b)) - Number(bad(a)) || a.row - b.row)
    .map((cells) => ({ cells, problems: byRow.get(cells.row) ?? [] }));
};

const blankRow = (row: number): Listed => ({ row, outcome: 'problem' });

/** The content of the cell with a problem, in words. */
const writtenValue = ({ value }: RowProblem): string => value?.trim() || '(blank)';

const outcomes = {
  create: { text: 'Ready', Icon: IconCheck },
  update: { text: 'Updates the', Icon: IconRefresh },
  unchanged: { text: 'Unchanged', Icon: IconMinus },
  skip: { text: 'Skipped', Icon: IconMinus },
} as const;

/** Texts for lists that are only compared. */
const compared: Partial<Record<keyof typeof outcomes, string>> = {
  update: 'Differs',
  unchanged: 'Agrees',
};

interface RowOutcomeProps {
  readonly list: UploadList;
  readonly row: PreviewRow;
  /** Leaves out the problems of single cells, which are shown in their cells. */
  readonly inTable?: boolean;
}

const Problem = ({ children }: { readonly children: ReactNode }) => (
  <span className={classes['problem']}>
    <IconAlertCircle size={18} stroke={1.75} aria-hidden />
    <span>{children}</span>
  </span>
);

/** The outcome of a row: its problems, or that it is ready. */
const RowOutcome = ({ list, row, inTable = false }: RowOutcomeProps) => {
  const { outcome } = row.cells;
  if (outcome !== 'problem') {
    const { text, Icon } = outcomes[outcome];
    return (
      <span
        className={classes['outcome']}
        data-muted={['skip', 'unchanged'].includes(outcome) || undefined}
      >
        <Icon size={18} stroke={1.75} aria-hidden />
        {list.compared
          ? (compared[outcome] ?? text)
          : outcome === 'update'
            ? `${text} ${list.one}`
            : text}
      </span>
    );
  }
  return (
    <ul className={classes['problems']}>
      {row.problems
        .filter(({ column }) => !inTable || column === null)
        .map((problem) => (
          <li key={`${problem.column} ${problem.reason}`}>
            <Problem>
              {problem.reason}
              {problem.column !== null && `: ${problem.column} ${writtenValue(problem)}`}
            </Problem>
          </li>
        ))}
    </ul>
  );
};

/** The cells as in the file; those with a problem are filled and outlined, with the problem in words. */
const columnsOf = (
  list: UploadList,
  { problems: all, hints, preview }: UploadReport,
  fieldOf: FieldOf,
): readonly Column<PreviewRow, never>[] => {
  const wrong = [...new Set(all.map(({ column }) => fieldOf(column)))].filter(
    (one) => one !== null,
  );
  const given = list.cellsIfGiven?.filter((field) => preview[0] && field in preview[0]) ?? [];
  const more = [...given, ...wrong].filter((field) => !(field in list.cells));
  const shown = {
    ...list.cells,
    ...Object.fromEntries(more.map((one) => [one, labelOf(list, one)])),
  };
  return [
    { head: 'Row', render: ({ cells }) => cells.row },
    ...Object.entries(shown).map(([field, head]) => ({
      head,
      render: ({ cells, problems }: PreviewRow) => {
        const ofCell = problems.filter(({ column }) => fieldOf(column) === field);
        const [first] = ofCell;
        const hint = hints.find((one) => one.field === field && one.value === cells[field]);
        if (!first)
          return hint ? (
            <>
              {hint.value}{' '}
              <small>{hint.taken ? `→ ${hint.meant}` : `Did you mean ${hint.meant}?`}</small>
            </>
          ) : (
            (cells[field] ?? '')
          );
        return (
          <span data-invalid>
            {writtenValue(first)}
            {ofCell.map(({ reason }) => (
              <Problem key={reason}>{reason}</Problem>
            ))}
          </span>
        );
      },
    })),
    { head: 'Problem', render: (row) => <RowOutcome list={list} row={row} inTable /> },
  ];
};

/** The rows of the chosen file, those with problems first. It only warns and blocks nothing. */
export const ImportPreview = ({
  list,
  report,
  fieldOf,
}: ReportProps & { readonly fieldOf: FieldOf }) => {
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
        // Focusable, so that it can be scrolled with the keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <section className={classes['rows']} aria-label="Rows of the file" tabIndex={0}>
          <RecordTable
            label="Preview"
            rows={rows}
            keyOf={({ cells }) => String(cells.row)}
            columns={columnsOf(list, report, fieldOf)}
            className={classes['table']}
            linesBelow={560}
            renderLine={(row) => (
              <>
                <p>
                  <strong>Row {row.cells.row}</strong> <span>{list.titleOf(row.cells)}</span>
                </p>
                {list.cellsIfGiven
                  ?.filter((field) => row.cells[field])
                  .map((field) => (
                    <p key={field}>
                      <span>
                        {labelOf(list, field)}: {row.cells[field]}
                      </span>
                    </p>
                  ))}
                <RowOutcome list={list} row={row} />
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
          {pluralize(report.moreProblems, 'more problem')} in the file.
        </p>
      )}
      {notShown > 0 && (
        <p className={classes['note']}>{pluralize(notShown, 'more row')} in the file.</p>
      )}
    </section>
  );
};
