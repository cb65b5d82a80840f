import { FacultyRecordPage } from '../../features/people/record/faculty-record.page.tsx';
import { PersonAccount } from './person-account.tsx';

/** A teacher's record, put together of what several features know. */
const Page = () => (
  <FacultyRecordPage renderBeside={(teacher) => <PersonAccount personId={teacher.id} />} />
);

export default Page;
