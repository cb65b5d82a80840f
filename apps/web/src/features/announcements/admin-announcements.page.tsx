import { PageHead } from '../../ui/page-head.tsx';
import { AllAnnouncements } from './all-announcements.tsx';
import { SendAnnouncement } from './send-announcement.tsx';
import classes from './announcements.module.css';

/** Announcing something to everybody, beside all that has been announced. */
const AdminAnnouncementsPage = () => (
  <>
    <PageHead title="Announcement" />
    <div className={classes['columns']}>
      <SendAnnouncement />
      <AllAnnouncements />
    </div>
  </>
);

export default AdminAnnouncementsPage;
