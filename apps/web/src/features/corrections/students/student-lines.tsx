import { useId } from 'react';
import { Hidden } from '../../../ui/hidden.tsx';
import { OptionalValue } from '../../../ui/optional-value.tsx';
import type { StudentRow } from './read-students.ts';
import { StudentActions } from './student-actions.tsx';
import type { StudentsProps } from './student-actions.tsx';
import classes from './students.module.css';

const Line = ({
  student,
  onOpen,
}: { readonly student: StudentRow } & Pick<StudentsProps, 'onOpen'>) => {
  const id = useId();
  return (
    <li>
      <span className={classes['name']} id={id}>
        <OptionalValue value={student.name} />
      </span>
      <span className={classes['address']}>
        <OptionalValue value={student.email} />
      </span>
      <dl>
        <div>
          <dt>
            <Hidden>Roll No</Hidden>
          </dt>
          <dd>
            <OptionalValue value={student.rollNo} />
          </dd>
        </div>
        <div>
          <dt>
            <Hidden>Course</Hidden>
          </dt>
          <dd>
            <OptionalValue value={student.course} />
          </dd>
        </div>
      </dl>
      <div className={classes['buttons']}>
        <StudentActions student={student} describedBy={id} onOpen={onOpen} />
      </div>
    </li>
  );
};

/** The list where a table does not fit. */
export const StudentLines = ({ rows, onOpen }: StudentsProps) => (
  <ul className={classes['lines']} aria-label="Students">
    {rows.map((student) => (
      <Line key={`${student.id} ${student.email}`} student={student} onOpen={onOpen} />
    ))}
  </ul>
);
