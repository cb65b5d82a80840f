import { useId } from 'react';
import { DataTable } from '../../../ui/data-table.tsx';
import { Hidden } from '../../../ui/hidden.tsx';
import { OptionalValue } from '../../../ui/optional-value.tsx';
import type { StudentRow } from './read-students.ts';
import { StudentActions } from './student-actions.tsx';
import type { StudentsProps } from './student-actions.tsx';
import classes from './students.module.css';

const Row = ({
  student,
  onOpen,
}: { readonly student: StudentRow } & Pick<StudentsProps, 'onOpen'>) => {
  const id = useId();
  return (
    <tr>
      <th scope="row" id={id}>
        <OptionalValue value={student.name} />
      </th>
      <td data-quiet className={classes['email']}>
        <OptionalValue value={student.email} />
      </td>
      <td>
        <OptionalValue value={student.rollNo} />
      </td>
      <td>
        <OptionalValue value={student.course} />
      </td>
      <td className={classes['actions']}>
        <StudentActions student={student} describedBy={id} onOpen={onOpen} />
      </td>
    </tr>
  );
};

export const StudentTable = ({ rows, onOpen }: StudentsProps) => (
  <DataTable label="Students" className={classes['table']}>
    <thead>
      <tr>
        <th scope="col">Name</th>
        <th scope="col">Email</th>
        <th scope="col">Roll No</th>
        <th scope="col">Course</th>
        <th scope="col">
          <Hidden>Actions</Hidden>
        </th>
      </tr>
    </thead>
    <tbody>
      {rows.map((student) => (
        <Row key={`${student.id} ${student.email}`} student={student} onOpen={onOpen} />
      ))}
    </tbody>
  </DataTable>
);
