import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { StudentAttendance } from '../../features/attendance/student-attendance.page.tsx';
import { studentOptions } from '../../features/people/record/record.api.ts';
import { errorText } from '../../lib/error-text.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageHead } from '../../ui/page-head.tsx';

/** A student's attendance, reached from their record. */
const Page = () => {
  const { studentId = '' } = useParams({ strict: false });
  const { data: student, error, refetch } = useQuery(studentOptions(studentId));
  return (
    <>
      <PageHead
        title={student ? `Attendance of ${student.name}` : 'Attendance'}
        line={
          <Link to="/admin/students/$studentId" params={{ studentId }} search>
            Record
          </Link>
        }
      />
      {student && <StudentAttendance email={student.email} />}
      {error && !student && (
        <ErrorState
          text={errorText(error, 'The student could not be loaded')}
          onRetry={() => void refetch()}
        />
      )}
    </>
  );
};

export default Page;
