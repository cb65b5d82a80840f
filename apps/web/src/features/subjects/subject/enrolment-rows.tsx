import type { SubjectEnrolment } from '@campus/contract';
import { Button } from '@mantine/core';
import { formatDay } from '../../../lib/day.ts';
import { DataTable } from '../../../ui/data-table.tsx';
import { OptionalValue } from '../../../ui/optional-value.tsx';
import { dropLabel } from './drop-dialog.tsx';
import classes from './students-card.module.css';

interface EnrolmentRowsProps {
  readonly rows: readonly SubjectEnrolment[];
  /** A closed term's rows cannot be changed. */
  readonly readOnly: boolean;
  readonly onDrop: (enrolment: SubjectEnrolment) => void;
}

const To = ({ row }: { readonly row: SubjectEnrolment }) => (
  <>
    {row.toOn === null ? <span className={classes['still']}>Enrolled</span> : formatDay(row.toOn)}
    {row.droppedBy && <span className={classes['by']}>by {row.droppedBy}</span>}
  </>
);

const From = ({ row }: { readonly row: SubjectEnrolment }) => (
  <>
    {formatDay(row.fromOn)}
    {row.addedBy && <span className={classes['by']}>by {row.addedBy}</span>}
  </>
);

const DropButton = ({
  row,
  onDrop,
}: Pick<EnrolmentRowsProps, 'onDrop'> & { row: SubjectEnrolment }) => (
  <Button
    variant="subtle"
    size="compact-sm"
    onClick={() => onDrop(row)}
    aria-label={`${dropLabel(row)}: ${row.studentName}`}
  >
    {dropLabel(row)}
  </Button>
);

export const EnrolmentTable = ({ rows, readOnly, onDrop }: EnrolmentRowsProps) => (
  <DataTable label="Students" className={classes['table']}>
    <thead>
      <tr>
        <th scope="col">Name</th>
        <th scope="col">Roll No</th>
        <th scope="col">From</th>
        <th scope="col">To</th>
        {!readOnly && (
          <th scope="col" data-number>
            Action
          </th>
        )}
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={row.id}>
          <th scope="row">
            {row.studentName}
            <span className={classes['email']}>{row.studentEmail}</span>
          </th>
          <td>
            <OptionalValue value={row.studentRollNo} />
          </td>
          <td>
            <From row={row} />
          </td>
          <td>
            <To row={row} />
          </td>
          {!readOnly && (
            <td data-number>
              <DropButton row={row} onDrop={onDrop} />
            </td>
          )}
        </tr>
      ))}
    </tbody>
  </DataTable>
);

/** The same on a narrow card, a student a line. */
export const EnrolmentLines = ({ rows, readOnly, onDrop }: EnrolmentRowsProps) => (
  <ul className={classes['lines']} aria-label="Students">
    {rows.map((row) => (
      <li key={row.id}>
        <div>
          <b>{row.studentName}</b>
          <span className={classes['email']}>{row.studentEmail}</span>
          <span className={classes['days']}>
            {formatDay(row.fromOn)} – {row.toOn === null ? 'enrolled' : formatDay(row.toOn)}
          </span>
        </div>
        {!readOnly && <DropButton row={row} onDrop={onDrop} />}
      </li>
    ))}
  </ul>
);
