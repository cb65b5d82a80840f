import { ChangePasswordCard } from '../../features/identity/change-password/change-password-card.tsx';
import { TeacherProfilePage } from '../../features/profiles/teacher-profile.page.tsx';

const Page = () => <TeacherProfilePage below={<ChangePasswordCard />} />;

export default Page;
