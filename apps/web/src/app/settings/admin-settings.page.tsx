import { GradingScaleCard } from '../../features/performance/grading/grading-scale-card.tsx';
import { ProfileDetails } from '../../features/settings/profile-details.tsx';

const Page = () => <ProfileDetails more={<GradingScaleCard />} />;

export default Page;
