import { Link } from '@tanstack/react-router';
import { useSession } from '../../lib/use-session.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { SheetLinkLabel } from './student/sheet-link.tsx';
import { StudentPerformance } from './student/student-performance.tsx';

/** A student's own marks, as far as they are published. */
export default function StudentPerformancePage() {
  const email = useSession()?.email;
  return (
    <>
      <PageHead title="Performance" />
      {email !== undefined && (
        <StudentPerformance
          email={email}
          empty="No published marks yet. They appear here when your teachers publish results."
          renderSheetLink={(termId) => (
            <Link to="/student/performance/$termId" params={{ termId }}>
              <SheetLinkLabel />
            </Link>
          )}
        />
      )}
    </>
  );
}
