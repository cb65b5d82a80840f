import type { FacultyProfile } from '@campus/contract';
import { formatDay } from '../../lib/day.ts';
import { ProfilePage } from './profile-page.tsx';
import { teacherProfileOptions } from './teacher-profile.ts';

const fieldsOf = (teacher: FacultyProfile) =>
  [
    ['University ID', teacher.univId],
    ['Department', teacher.department],
    ['Date of Birth', teacher.dob && formatDay(teacher.dob)],
    ['Contact Number', teacher.contactPhone ?? teacher.contactNo],
    ['Address', teacher.address],
  ] as const;

const TeacherProfilePage = () => (
  <ProfilePage
    title="Settings & Profile"
    kind="teacher"
    options={teacherProfileOptions}
    image="teacherImage"
    columnsOf={(teacher) => [fieldsOf(teacher)]}
  />
);

export default TeacherProfilePage;
