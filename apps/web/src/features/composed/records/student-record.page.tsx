import { Link } from '@tanstack/react-router';
import { AttendanceFigures } from './attendance-figures.tsx';
import { StudentRecordPage } from '../../people/record/student-record.page.tsx';
import { PerformanceFigures } from '../../performance/student/performance-figures.tsx';
import { Card } from '../../../ui/card.tsx';
import { PersonAccount } from './person-account.tsx';
import { PersonPicture } from './person-picture.tsx';

/** A student's record, put together of what several features know. */
const Page = () => (
  <StudentRecordPage
    renderBeside={({ id, email, name, stuImage }) => (
      <>
        <Card
          title="Attendance"
          actions={
            <Link to="/admin/students/$studentId/attendance" params={{ studentId: id }} search>
              All records
            </Link>
          }
        >
          <AttendanceFigures email={email} />
        </Card>
        <Card
          title="Performance"
          actions={
            <Link to="/admin/students/$studentId/performance" params={{ studentId: id }} search>
              All marks
            </Link>
          }
        >
          <PerformanceFigures email={email} />
        </Card>
        <PersonAccount personId={id} />
        <PersonPicture kind="student" email={email} name={name} marker={stuImage} />
      </>
    )}
  />
);

export default Page;
