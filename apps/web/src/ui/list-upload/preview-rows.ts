import type { RowProblem } from '@campus/contract';
import type { UploadList, UploadReport } from './upload-list.ts';

type Listed = UploadReport['preview'][number];

export interface PreviewRow {
  readonly row: number;
  readonly outcome: Listed['outcome'];
  /** What the file has in it, by field. */
  readonly cells: Readonly<Record<string, string | number | null | undefined>>;
  readonly problems: readonly RowProblem[];
}

export interface PreviewProps {
  readonly list: UploadList;
  readonly rows: readonly PreviewRow[];
}

/** The cell of the preview that a problem is about; null when the preview does not show it. */
export const cellOf = ({ cells, fieldOf }: UploadList, { column }: RowProblem): string | null => {
  const about = fieldOf(column ?? '');
  return cells.find(({ field }) => field === about)?.field ?? null;
};

/** The rows with their problems, the bad ones first, each kind in the order of the file. */
export const previewRows = ({ preview, problems }: UploadReport): readonly PreviewRow[] => {
  const byRow = Map.groupBy(problems, ({ row }) => row);
  const shown = new Set(preview.map(({ row }) => row));
  // Every problem is shown, also of a row that the preview left out.
  const others = [...byRow.keys()].filter((row) => !shown.has(row)).map(blankRow);
  const rows = [...preview, ...others].map((cells) => ({
    row: cells.row,
    outcome: cells.outcome,
    cells,
    problems: byRow.get(cells.row) ?? [],
  }));
  const bad = (row: PreviewRow): boolean => row.outcome === 'problem';
  return rows.toSorted((a, b) => Number(bad(b)) - Number(bad(a)) || a.row - b.row);
};

const blankRow = (row: number): Listed => ({ row, outcome: 'problem' });

/** What the cell of a problem holds, in words. */
export const writtenValue = ({ value }: RowProblem): string => value?.trim() || '(blank)';

/** A problem in one sentence; the header is named where the preview does not show the cell. */
export const problemText = (list: UploadList, problem: RowProblem): string =>
  cellOf(list, problem) || problem.column === null || problem.reason.includes(problem.column)
    ? problem.reason
    : `${problem.column}: ${problem.reason}`;
