import { studentRecords } from '@campus/contract';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { queryOf } from '../../../lib/query.ts';
import { SheetPage } from '../../performance/student/sheet-page.tsx';
import { errorText } from '../../../lib/error-text.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { PageHead } from '../../../ui/page-head.tsx';

/** A student's result sheet of one term, for the registrar. */
const Page = () => {
  const { studentId = '', termId = '' } = useParams({ strict: false });
  const {
    data: student,
    error,
    refetch,
  } = useQuery(queryOf(studentRecords.readStudent, { params: { id: studentId } }));
  if (!student)
    return (
      <>
        <PageHead title="Result sheet" />
        {error && (
          <ErrorState
            text={errorText(error, 'The student could not be loaded')}
            onRetry={() => void refetch()}
          />
        )}
      </>
    );
  return (
    <SheetPage
      email={student.email}
      termId={termId}
      back={
        <Link to="/admin/students/$studentId/performance" params={{ studentId }} search>
          Performance of {student.name}
        </Link>
      }
    />
  );
};

export default Page;
