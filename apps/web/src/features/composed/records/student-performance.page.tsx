import { StudentSubpage } from './student-subpage.tsx';
import { StudentPerformance } from '../../performance/student/student-performance.tsx';

/** A student's marks, reached from their record. */
const Page = () => (
  <StudentSubpage what="Performance">
    {({ id, email, name }) => (
      <StudentPerformance
        email={email}
        empty={`Nothing is published of ${name} yet.`}
        sheets={`/admin/students/${id}/performance`}
      />
    )}
  </StudentSubpage>
);

export default Page;
