import { cellOf, previewCells, writtenValue } from './preview-rows.ts';
import type { PreviewCell, PreviewRow } from './preview-rows.ts';
import { RowOutcome } from './row-outcome.tsx';
import classes from './import-preview.module.css';

interface CellProps {
  readonly row: PreviewRow;
  readonly cell: PreviewCell;
}

/** The cell as the file has it, filled and outlined when it needs a fix. */
const Cell = ({ row, cell }: CellProps) => {
  const problem = row.problems.find((one) => cellOf(one) === cell);
  return problem ? <td data-bad>{writtenValue(problem)}</td> : <td>{row[cell]}</td>;
};

export const PreviewTable = ({ rows }: { readonly rows: readonly PreviewRow[] }) => (
  <table className={classes['table']} aria-label="Preview">
    <thead>
      <tr>
        <th scope="col">Row</th>
        <th scope="col">Name</th>
        <th scope="col">Email</th>
        <th scope="col">Semester</th>
        <th scope="col">Problem</th>
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={row.row}>
          <th scope="row">{row.row}</th>
          {previewCells.map((cell) => (
            <Cell key={cell} row={row} cell={cell} />
          ))}
          <td>
            <RowOutcome row={row} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);
