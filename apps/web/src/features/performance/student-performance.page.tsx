import { usePerson } from '../../lib/use-session.ts';
import { Page } from '../../ui/page.tsx';
import { StudentPerformance } from './student/student-performance.tsx';

/** A student's own published marks. */
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
