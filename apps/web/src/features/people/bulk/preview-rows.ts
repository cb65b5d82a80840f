import type { ImportPreviewRow, ImportReport, RowProblem } from '@campus/contract';
import type { BulkList } from './bulk-list.ts';

export interface PreviewRow extends ImportPreviewRow {
  readonly problems: readonly RowProblem[];
}

export interface PreviewProps {
  readonly list: BulkList;
  readonly rows: readonly PreviewRow[];
}

/** The cell of the preview that a problem is about; null when the preview does not show it. */
export const cellOf = ({ cells, fieldOf }: BulkList, { column }: RowProblem): string | null => {
  const about = fieldOf(column ?? '');
  return cells.find(({ field }) => field === about)?.field ?? null;
};

/** The rows with their problems, the bad ones first, each kind in the order of the file. */
export const previewRows = ({ preview, problems }: ImportReport): readonly PreviewRow[] => {
  const byRow = Map.groupBy(problems, ({ row }) => row);
  const shown = new Set(preview.map(({ row }) => row));
  // Every problem is shown, also of a row that the preview left out.
  const others = [...byRow.keys()].filter((row) => !shown.has(row)).map(blankRow);
  const rows = [...preview, ...others].map((row) => ({
    ...row,
    problems: byRow.get(row.row) ?? [],
  }));
  const bad = (row: PreviewRow): boolean => row.outcome === 'problem';
  return rows.toSorted((a, b) => Number(bad(b)) - Number(bad(a)) || a.row - b.row);
};

const blankRow = (row: number): ImportPreviewRow => ({
  row,
  name: '',
  email: '',
  outcome: 'problem',
});

/** What the cell of a problem holds, in words. */
export const writtenValue = ({ value }: RowProblem): string => value?.trim() || '(blank)';

/** A problem in one sentence; the header is named where the preview does not show the cell. */
export const problemText = (list: BulkList, problem: RowProblem): string =>
  cellOf(list, problem) || problem.column === null || problem.reason.includes(problem.column)
    ? problem.reason
    : `${problem.column}: ${problem.reason}`;
