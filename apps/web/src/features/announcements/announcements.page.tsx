import { IconSpeakerphone } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Card, Page } from '../../ui/page.tsx';
import { EmptyState, ErrorState } from '../../ui/loaded.tsx';
import {
  AnnouncementList,
  announcementsLoading,
  EarlierAnnouncements,
} from './announcement-list.tsx';
import { announcementsQuery, initialLimit } from './announcements.api.ts';
import classes from './announcements.module.css';

const Announcements = () => {
  const [limit, setLimit] = useState(initialLimit);
  const { data, isFetched, refetch } = useQuery(announcementsQuery(limit));
  if (!data && !isFetched) return announcementsLoading;
  if (!data) return <ErrorState text="Failed to load announcements" onRetry={refetch} />;
  if (data.rows.length === 0)
    return <EmptyState icon={IconSpeakerphone} text="No announcements available" />;
  return (
    <>
      <AnnouncementList announcements={data.rows} level={2} />
      <EarlierAnnouncements limit={limit} total={data.total} onMore={setLimit} />
    </>
  );
};

/** The administration's announcements, for students and teachers. */
const AnnouncementsPage = () => (
  <Page title="Announcements">
    <Card className={classes['board']}>
      <Announcements />
    </Card>
  </Page>
);

export default AnnouncementsPage;
