import { ClassInfoCard } from '../../calendar/class-info/class-info-card.tsx';
import { FacultyRecordPage } from '../../people/record/faculty-record.page.tsx';
import { AccountAndPicture } from './account-and-picture.tsx';

/** A teacher's record, combining several features. */
const Page = () => (
  <FacultyRecordPage
    renderBeside={({ id, email, name, teacherImage }) => (
      <>
        <AccountAndPicture kind="teacher" id={id} email={email} name={name} marker={teacherImage} />
        <ClassInfoCard audience={email} />
      </>
    )}
  />
);

export default Page;
