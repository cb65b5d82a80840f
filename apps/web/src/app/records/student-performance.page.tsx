import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { studentOptions } from '../../features/people/record/record.api.ts';
import { SheetLinkLabel } from '../../features/performance/student/sheet-link.tsx';
import { StudentPerformance } from '../../features/performance/student/student-performance.tsx';
import { errorText } from '../../lib/error-text.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageHead } from '../../ui/page-head.tsx';

/** A student's marks, reached from their record. */
const Page = () => {
  const { studentId = '' } = useParams({ strict: false });
  const { data: student, error, refetch } = useQuery(studentOptions(studentId));
  return (
    <>
      <PageHead
        title={student ? `Performance of ${student.name}` : 'Performance'}
        line={
          <Link to="/admin/students/$studentId" params={{ studentId }} search>
            Record
          </Link>
        }
      />
      {student && (
        <StudentPerformance
          email={student.email}
          empty={`Nothing is published of ${student.name} yet.`}
          renderSheetLink={(termId) => (
            <Link
              to="/admin/students/$studentId/performance/$termId"
              params={{ studentId, termId }}
            >
              <SheetLinkLabel />
            </Link>
          )}
        />
      )}
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
