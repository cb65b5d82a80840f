import { people, type StudentDetails } from '@campus/contract';
import type { ReactNode } from 'react';
import { Link, useParams } from '@tanstack/react-router';
import { useReply } from '../../../lib/query.ts';
import { errorText } from '../../../lib/error-text.ts';
import { ErrorState } from '../../../ui/loaded.tsx';
import { PageHead } from '../../../ui/page.tsx';

interface StudentSubpageProps {
  /** What is shown of the student: "Attendance". */
  readonly what: string;
  /** Whether the content has its own heading. */
  readonly headless?: true;
  readonly children: (student: StudentDetails) => ReactNode;
}

/** A page about a student, reached from their record. */
export const StudentSubpage = ({ what, headless, children }: StudentSubpageProps) => {
  const { studentId = '' } = useParams({ strict: false });
  const {
    data: student,
    error,
    refetch,
  } = useReply(people.readStudent, { params: { id: studentId } });
  const record = (
    <Link to="/admin/students/$studentId" params={{ studentId }} search>
      Record
    </Link>
  );
  return (
    <>
      {!(headless && student) && (
        <PageHead
          title={student ? `${what} of ${student.name}` : what}
          {...(!headless && { line: record })}
        />
      )}
      {student && children(student)}
      {error && !student && (
        <ErrorState
          text={errorText(error, 'The student could not be loaded')}
          onRetry={() => void refetch()}
        />
      )}
    </>
  );
};
