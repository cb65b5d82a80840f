import { CardColumns } from '../../ui/card-layout.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { AllAnnouncements } from './all-announcements.tsx';
import { SendAnnouncement } from './send-announcement.tsx';

/** Announcing something to everybody, beside all that has been announced. */
const AdminAnnouncementsPage = () => (
  <>
    <PageHead title="Announcement" />
    <CardColumns side={380} stackedTo={900}>
      <SendAnnouncement />
      <AllAnnouncements />
    </CardColumns>
  </>
);

export default AdminAnnouncementsPage;
