import { Link } from '@tanstack/react-router';
import { SheetLinkLabel } from '../../performance/student/sheet-link.tsx';
import { StudentPerformance } from '../../performance/student/student-performance.tsx';
import { OfStudent } from './of-student.tsx';

/** A student's marks, reached from their record. */
const Page = () => (
  <OfStudent what="Performance">
    {({ id, email, name }) => (
      <StudentPerformance
        email={email}
        empty={`Nothing is published of ${name} yet.`}
        renderSheetLink={(termId) => (
          <Link
            to="/admin/students/$studentId/performance/$termId"
            params={{ studentId: id, termId }}
          >
            <SheetLinkLabel />
          </Link>
        )}
      />
    )}
  </OfStudent>
);

export default Page;
