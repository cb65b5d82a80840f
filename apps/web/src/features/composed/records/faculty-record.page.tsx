import { ClassInfoCard } from '../../calendar/class-info/class-info-card.tsx';
import { FacultyRecordPage } from '../../people/record/faculty-record.page.tsx';
import { PersonAccount } from './person-account.tsx';
import { PersonPicture } from './person-picture.tsx';

/** A teacher's record, put together of what several features know. */
const Page = () => (
  <FacultyRecordPage
    renderBeside={({ id, email, name, teacherImage }) => (
      <>
        <PersonAccount personId={id} />
        <PersonPicture kind="teacher" email={email} name={name} marker={teacherImage} />
        <ClassInfoCard audience={email} />
      </>
    )}
  />
);

export default Page;
