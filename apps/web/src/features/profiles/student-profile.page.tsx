import { studentItems, studentProfileQuery } from '../../lib/student-profile.ts';
import { ProfilePage } from './profile-page.tsx';

const StudentProfilePage = () => (
  <ProfilePage
    title="Profile"
    kind="student"
    options={studentProfileQuery}
    image="stuImage"
    columnsOf={(student) => Object.values(studentItems(student))}
  />
);

export default StudentProfilePage;
