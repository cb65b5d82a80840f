import { Link } from '@tanstack/react-router';
import { StudentRecordPage } from '../../features/people/record/student-record.page.tsx';
import { Card } from '../../ui/card.tsx';
import { PersonAccount } from './person-account.tsx';

/** A student's record, put together of what several features know. */
const Page = () => (
  <StudentRecordPage
    beside={(student) => (
      <>
        <PersonAccount personId={student.id} />
        <Card title="Attendance">
          <Link to="/admin/attendance" search={{ search: student.email }}>
            Attendance of {student.name}
          </Link>
        </Card>
      </>
    )}
  />
);

export default Page;
