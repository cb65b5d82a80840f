import { IconEye, IconPencil } from '@tabler/icons-react';
import type { StudentRow } from './read-students.ts';
import classes from './students.module.css';
import { IconButton } from '../../../ui/icon-button.tsx';

/** What a teacher opens about a student. */
export type OpenedAs = 'details' | 'edit';

/** Without an e-mail there is nobody to ask for. */
export type OpenedStudent = Pick<StudentRow, 'name' | 'email'>;

interface StudentActionsProps {
  readonly student: StudentRow;
  readonly onOpen: (student: StudentRow, as: OpenedAs) => void;
  /** The id of the element that says whom it is about. */
  readonly describedBy: string;
}

export const StudentActions = ({ student, describedBy, onOpen }: StudentActionsProps) => {
  const action = (as: OpenedAs, label: string, Icon: typeof IconEye) => (
    <IconButton
      icon={Icon}
      variant="subtle"
      className={classes['action'] ?? ''}
      aria-describedby={describedBy}
      disabled={student.email === null}
      onClick={() => onOpen(student, as)}
    >
      {label}
    </IconButton>
  );
  return (
    <>
      {action('details', 'View Details', IconEye)}
      {action('edit', 'Edit', IconPencil)}
    </>
  );
};
