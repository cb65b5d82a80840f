import { Card } from '../../ui/page.tsx';
import { MoveInLink } from '../../ui/move-in-link.tsx';
import { GradingScaleCard } from '../performance/grading/grading-scale-card.tsx';
import { ProfileDetails } from '../settings/profile-details.tsx';

const Page = () => (
  <ProfileDetails
    more={
      <>
        <GradingScaleCard />
        <Card title="Move in">
          <p>Terms, subjects and enrolments from the files of another system, batch by batch.</p>
          <MoveInLink />
        </Card>
      </>
    }
  />
);

export default Page;
