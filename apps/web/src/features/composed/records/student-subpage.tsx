import { people, type StudentDetails } from '@campus/contract';
import type { ReactNode } from 'react';
import { Link, useParams } from '@tanstack/react-router';
import { useReply } from '../../../lib/query.ts';
import { Loaded } from '../../../ui/loaded.tsx';
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
  const query = useReply(people.readStudent, { params: { id: studentId } });
  const { data: student } = query;
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
      <Loaded query={query} what="student" card>
        {children}
      </Loaded>
    </>
  );
};
