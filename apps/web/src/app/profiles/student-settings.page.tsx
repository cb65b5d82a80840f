import { ChangePasswordCard } from '../../features/identity/change-password/change-password-card.tsx';
import { StudentProfilePage } from '../../features/profiles/student-profile.page.tsx';

const Page = () => <StudentProfilePage below={<ChangePasswordCard />} />;

export default Page;
