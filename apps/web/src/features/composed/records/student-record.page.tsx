import { attendance, schoolPerformance } from '@campus/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { percentText } from '../../../lib/count.ts';
import { May } from '../../../lib/may-call.tsx';
import { formatDay } from '../../../lib/day.ts';
import { Card } from '../../../ui/page.tsx';
import { DefinitionList } from '../../../ui/definition-list.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { studentSummaryQuery } from '../../attendance/student/student.api.ts';
import { StudentRecordPage } from '../../people/record/student-record.page.tsx';
import { PerformanceFigures } from '../../performance/student/performance-figures.tsx';
import { StudentSubjectsCard } from '../../subjects/student-subjects-card.tsx';
import { AccountAndPicture } from './account-and-picture.tsx';

/** A student's percentage and the days it covers. */
const AttendanceFigures = ({ email }: { readonly email: string }) => (
  <Loaded query={useQuery(studentSummaryQuery(email))} what="attendance" rows={3} columns={2}>
    {({ overallPercentage, startDate, endDate }) => (
      <DefinitionList
        items={[
          ['Overall', percentText(overallPercentage)],
          ['From', startDate && formatDay(startDate)],
          ['To', endDate && formatDay(endDate)],
        ]}
      />
    )}
  </Loaded>
);

/** A student's record, combining several features. */
const Page = () => (
  <StudentRecordPage
    renderBeside={({ id, email, name, stuImage }) => (
      <>
        <May call={attendance.studentSummary}>
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
        </May>
        <May call={schoolPerformance.monthlyMarks}>
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
        </May>
        <StudentSubjectsCard email={email} name={name} />
        <AccountAndPicture kind="student" id={id} email={email} name={name} marker={stuImage} />
      </>
    )}
  />
);

export default Page;
