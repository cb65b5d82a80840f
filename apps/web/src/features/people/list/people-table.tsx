import { DataTable, SortHeader } from '../../../ui/data-table.tsx';
import { OptionalValue } from '../../../ui/optional-value.tsx';
import type { Column, Person } from './people-records.tsx';
import { NewPerson } from './new-person.tsx';
import type { PeopleListState } from './use-people-list.ts';
import classes from './people-records.module.css';

export interface PeopleRowsProps<Row extends Person> {
  readonly title: string;
  readonly state: PeopleListState<Row>;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** The address of the area a person's record lies in: `/admin/students`. */
  readonly records: string;
  /** Said beside the name of whoever is not simply active. */
  readonly mark: (row: Row) => string | null;
}

export const PeopleTable = <Row extends Person>(props: PeopleRowsProps<Row>) => {
  const { title, state, columns, rows } = props;
  const { view, setView, newcomers } = state;
  const others = columns.slice(1);
  const head = ({ label, sort }: Column<Row>) =>
    sort ? (
      <SortHeader key={label} label={label} column={sort} view={view} onSort={setView} />
    ) : (
      <th key={label} scope="col">
        {label}
      </th>
    );
  return (
    <DataTable label={title} className={classes['table']}>
      <thead>
        <tr>{columns.map(head)}</tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const isNew = newcomers.includes(row.email);
          return (
            <tr key={row.id} data-new={isNew || undefined}>
              <th scope="row">
                <NewPerson person={row} isNew={isNew} {...props} />
              </th>
              {others.map(({ label, value, quiet }) => (
                <td key={label} data-quiet={quiet}>
                  <OptionalValue value={value(row)} />
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </DataTable>
  );
};
