import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Card } from '../../ui/page.tsx';
import { FallbackNote } from '../../ui/loaded.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { AnnouncementList, announcementsLoading } from './announcement-list.tsx';
import { latestAnnouncementsQuery } from './announcements.api.ts';
import classes from './announcements-panel.module.css';

const Latest = () => {
  const { data, isFetched, refetch } = useQuery(latestAnnouncementsQuery);
  if (!data && !isFetched) return announcementsLoading;
  const latest = data?.rows ?? [];
  return (
    <>
      {latest.length > 0 ? (
        <AnnouncementList announcements={latest} level={3} />
      ) : (
        <p className={classes['empty']}>No announcements yet.</p>
      )}
      {!data && <FallbackNote what="The announcements" onRetry={refetch} />}
    </>
  );
};

/** The newest announcements, for the administrator's dashboard. */
export const AnnouncementsPanel = () => (
  <Card
    title="Announcements"
    actions={
      <Link to="/admin/communication">
        Show all<VisuallyHidden> announcements</VisuallyHidden>
      </Link>
    }
    className={classes['panel']}
  >
    <Latest />
  </Card>
);
