import { GradingScaleCard } from '../performance/grading/grading-scale-card.tsx';
import { ProfileDetails } from '../settings/profile-details.tsx';

const Page = () => <ProfileDetails more={<GradingScaleCard />} />;

export default Page;
