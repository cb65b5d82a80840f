import { Link, useParams } from '@tanstack/react-router';
import { SheetPage } from '../../performance/student/sheet-page.tsx';
import { StudentSubpage } from './student-subpage.tsx';

/** A student's result sheet of one term, for the registrar. */
const Page = () => {
  const { studentId = '', termId = '' } = useParams({ strict: false });
  return (
    <StudentSubpage what="Result sheet" headless>
      {({ email, name }) => (
        <SheetPage
          email={email}
          termId={termId}
          back={
            <Link to="/admin/students/$studentId/performance" params={{ studentId }} search>
              Performance of {name}
            </Link>
          }
        />
      )}
    </StudentSubpage>
  );
};

export default Page;
