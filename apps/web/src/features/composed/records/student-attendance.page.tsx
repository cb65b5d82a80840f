import { StudentAttendance } from '../../attendance/student/student-attendance.page.tsx';
import { StudentSubpage } from './student-subpage.tsx';

/** A student's attendance, reached from their record. */
const Page = () => (
  <StudentSubpage what="Attendance">
    {({ email }) => <StudentAttendance email={email} />}
  </StudentSubpage>
);

export default Page;
