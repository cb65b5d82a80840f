import { RowOutcome } from './row-outcome.tsx';
import type { PreviewProps } from './preview-rows.ts';
import classes from './import-preview.module.css';

/** The preview where a table does not fit: "Row 7", who it is about, and what is wrong. */
export const PreviewLines = ({ list, rows }: PreviewProps) => (
  <ul className={classes['lines']} aria-label="Preview">
    {rows.map((row) => (
      <li key={row.row}>
        <p>
          <strong>Row {row.row}</strong> <span>{list.titleOf(row.cells)}</span>
        </p>
        <RowOutcome list={list} row={row} withValue />
      </li>
    ))}
  </ul>
);
