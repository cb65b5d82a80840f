import { usePerson } from '../../lib/use-session.ts';
import { Page } from '../../ui/page.tsx';
import { StudentPerformance } from './student/student-performance.tsx';

/** A student's own marks, as far as they are published. */
export default function StudentPerformancePage() {
  return (
    <Page title="Performance">
      <StudentPerformance
        email={usePerson().email}
        empty="No published marks yet. They appear here when your teachers publish results."
        sheets="/student/performance"
      />
    </Page>
  );
}
