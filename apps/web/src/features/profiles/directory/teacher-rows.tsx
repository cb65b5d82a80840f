import type { FacultyListItem } from '@campus/contract';
import { DataTable } from '../../../ui/data-table.tsx';
import { Hidden } from '../../../ui/hidden.tsx';
import { OptionalValue } from '../../../ui/optional-value.tsx';
import classes from './directory.module.css';

interface RowsProps {
  readonly rows: readonly FacultyListItem[];
}

const Address = ({ email }: { readonly email: string }) => (
  <a href={`mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`}>{email}</a>
);

export const TeacherTable = ({ rows }: RowsProps) => (
  <DataTable label="Teachers">
    <thead>
      <tr>
        <th scope="col">Name</th>
        <th scope="col">Department</th>
        <th scope="col">Email</th>
      </tr>
    </thead>
    <tbody>
      {rows.map(({ id, name, department, email }) => (
        <tr key={id}>
          <th scope="row">{name}</th>
          <td>
            <OptionalValue value={department} />
          </td>
          <td className={classes['email']}>
            <Address email={email} />
          </td>
        </tr>
      ))}
    </tbody>
  </DataTable>
);

/** The list where a table does not fit. */
export const TeacherLines = ({ rows }: RowsProps) => (
  <ul className={classes['lines']} aria-label="Teachers">
    {rows.map(({ id, name, department, email }) => (
      <li key={id}>
        <span className={classes['name']}>{name}</span>
        <span>
          <Hidden>Department</Hidden> <OptionalValue value={department} />
        </span>
        <span className={classes['email']}>
          <Address email={email} />
        </span>
      </li>
    ))}
  </ul>
);
