import { Link } from '@tanstack/react-router';
import { useSession } from '../../../lib/use-session.ts';

interface StudentNameProps {
  readonly studentId: string;
  readonly studentName: string;
}

/** An administrator goes on to the student's marks; a teacher sees the name alone. */
export const StudentName = ({ studentId, studentName }: StudentNameProps) =>
  useSession()?.role === 'admin' ? (
    <Link to="/admin/students/$studentId/performance" params={{ studentId }} search>
      {studentName}
    </Link>
  ) : (
    studentName
  );
