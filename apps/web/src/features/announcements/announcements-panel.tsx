import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Card } from '../../ui/page.tsx';
import { FallbackNote } from '../../ui/loaded.tsx';
import { Hidden } from '../../ui/hidden.tsx';
import { AnnouncementList, announcementsLoading } from './announcement-list.tsx';
import { latestAnnouncementsQuery } from './announcements.api.ts';
import classes from './panel.module.css';

const Latest = () => {
  const { data, isPending, isError, refetch } = useQuery(latestAnnouncementsQuery);
  if (isPending) return announcementsLoading;
  const latest = data?.rows ?? [];
  return (
    <>
      {latest.length > 0 ? (
        <AnnouncementList announcements={latest} level={3} />
      ) : (
        <p className={classes['none']}>No announcements yet.</p>
      )}
      {isError && !data && <FallbackNote what="The announcements" onRetry={() => void refetch()} />}
    </>
  );
};

/** The newest announcements, for the administrator's dashboard. */
export const AnnouncementsPanel = () => (
  <Card
    title="Announcements"
    actions={
      <Link to="/admin/communication">
        Show all<Hidden> announcements</Hidden>
      </Link>
    }
    className={classes['panel']}
  >
    <Latest />
  </Card>
);
