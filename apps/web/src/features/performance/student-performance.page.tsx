import { usePerson } from '../../lib/use-session.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { StudentPerformance } from './student/student-performance.tsx';
/** A student's own marks, as far as they are published. */
export default function StudentPerformancePage() {
  return (
    <>
      <PageHead title="Performance" />
      <StudentPerformance
        email={usePerson().email}
        empty="No published marks yet. They appear here when your teachers publish results."
        sheets="/student/performance"
      />
    </>
  );
}
