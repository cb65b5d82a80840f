import { OfStudent } from './of-student.tsx';
import { StudentPerformance } from '../../performance/student/student-performance.tsx';

/** A student's marks, reached from their record. */
const Page = () => (
  <OfStudent what="Performance">
    {({ id, email, name }) => (
      <StudentPerformance
        email={email}
        empty={`Nothing is published of ${name} yet.`}
        sheets={`/admin/students/${id}/performance`}
      />
    )}
  </OfStudent>
);

export default Page;
