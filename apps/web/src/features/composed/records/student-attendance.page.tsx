import { StudentAttendance } from '../../attendance/student/student-attendance.page.tsx';
import { OfStudent } from './of-student.tsx';

/** A student's attendance, reached from their record. */
const Page = () => (
  <OfStudent what="Attendance">{({ email }) => <StudentAttendance email={email} />}</OfStudent>
);

export default Page;
