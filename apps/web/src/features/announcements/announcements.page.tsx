import { IconSpeakerphone } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Card, Page } from '../../ui/page.tsx';
import { EmptyState, ErrorState } from '../../ui/loaded.tsx';
import {
  AnnouncementList,
  announcementsLoading,
  EarlierAnnouncements,
} from './announcement-list.tsx';
import { announcementsQuery } from './announcements.api.ts';
import classes from './announcements.module.css';

const Announcements = () => {
  const query = useInfiniteQuery(announcementsQuery);
  const { data, isFetched, refetch } = query;
  if (!data && !isFetched) return announcementsLoading;
  if (!data) return <ErrorState text="Failed to load announcements" onRetry={refetch} />;
  const rows = data.pages.flatMap(({ reply }) => reply);
  if (rows.length === 0)
    return <EmptyState icon={IconSpeakerphone} text="No announcements available" />;
  return (
    <>
      <AnnouncementList announcements={rows} level={2} />
      <EarlierAnnouncements {...query} />
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
