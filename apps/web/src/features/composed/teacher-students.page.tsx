import { TeacherStudentsPage } from '../corrections/teacher-students.page.tsx';
import { StudentPortrait } from '../profiles/picture/portrait.tsx';

/** The students of the campus for a teacher, with their pictures. */
const Page = () => (
  <TeacherStudentsPage renderPicture={(student) => <StudentPortrait {...student} />} />
);

export default Page;
