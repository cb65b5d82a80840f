import type { ReactNode } from 'react';
import { DataTable } from '../../ui/data-table.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import classes from './library.module.css';

interface Column<R> {
  readonly name: string;
  readonly renderCell: (row: R) => ReactNode;
}

interface RecordListProps<R> {
  readonly label: string;
  readonly rows: readonly R[];
  /** The first names the row. */
  readonly columns: readonly [Column<R>, ...Column<R>[]];
  /** Buttons of a row; without it there is no column for them. */
  readonly renderActions?: (row: R) => ReactNode;
}

/** Rows as a table, or as lines where there is no room for columns. */
export const RecordList = <R extends { readonly id: string }>(props: RecordListProps<R>) => {
  const { label, rows, columns, renderActions } = props;
  const { ref, narrow } = useNarrow(620);
  const [first, ...others] = columns;
  return (
    <div ref={ref}>
      {narrow ? (
        <ul className={classes['lines']} aria-label={label}>
          {rows.map((row) => (
            <li key={row.id}>
              {first.renderCell(row)}
              {others.map(({ name, renderCell }) => (
                <div key={name}>{renderCell(row)}</div>
              ))}
              {renderActions && <div className={classes['actions']}>{renderActions(row)}</div>}
            </li>
          ))}
        </ul>
      ) : (
        <DataTable label={label}>
          <thead>
            <tr>
              {columns.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
              {renderActions && <th scope="col">Actions</th>}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <th scope="row">{first.renderCell(row)}</th>
                {others.map(({ name, renderCell }) => (
                  <td key={name}>{renderCell(row)}</td>
                ))}
                {renderActions && (
                  <td>
                    <div className={classes['actions']}>{renderActions(row)}</div>
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </DataTable>
      )}
    </div>
  );
};

/** A title over its quieter line. */
export const Titled = (props: { readonly title: ReactNode; readonly line: ReactNode }) => (
  <span className={classes['what']}>
    {props.title}
    <span className={classes['quiet']}>{props.line}</span>
  </span>
);
