import { cellOf, writtenValue } from './preview-rows.ts';
import type { PreviewProps, PreviewRow } from './preview-rows.ts';
import type { UploadList } from './upload-list.ts';
import { RowOutcome } from './row-outcome.tsx';
import classes from './import-preview.module.css';

interface CellProps {
  readonly list: UploadList;
  readonly row: PreviewRow;
  readonly field: string;
}

/** The cell as the file has it, filled and outlined when it needs a fix. */
const Cell = ({ list, row, field }: CellProps) => {
  const problem = row.problems.find((one) => cellOf(list, one) === field);
  return problem ? <td data-bad>{writtenValue(problem)}</td> : <td>{row.cells[field]}</td>;
};

export const PreviewTable = ({ list, rows }: PreviewProps) => (
  <table className={classes['table']} aria-label="Preview">
    <thead>
      <tr>
        <th scope="col">Row</th>
        {list.cells.map(({ field, label }) => (
          <th key={field} scope="col">
            {label}
          </th>
        ))}
        <th scope="col">Problem</th>
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={row.row}>
          <th scope="row">{row.row}</th>
          {list.cells.map(({ field }) => (
            <Cell key={field} list={list} row={row} field={field} />
          ))}
          <td>
            <RowOutcome list={list} row={row} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);
