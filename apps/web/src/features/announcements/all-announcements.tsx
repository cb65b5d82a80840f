import type { Announcement } from '@campus/contract';
import { Button } from '@mantine/core';
import { IconSpeakerphone, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FallbackNote } from '../../ui/fallback-note.tsx';
import { Loading } from '../../ui/loading.tsx';
import { notifyError, notifySuccess } from '../../ui/toasts.tsx';
import { AnnouncementList, EarlierAnnouncements } from './announcement-list.tsx';
import {
  announcementsKey,
  atFirst,
  announcementsQuery,
  deleteAnnouncement,
} from './announcements.api.ts';
import { AnnouncementsSkeleton } from './announcements-skeleton.tsx';
import classes from './announcements.module.css';

const Everything = () => {
  const client = useQueryClient();
  const all = useRef<HTMLDivElement>(null);
  const [limit, setLimit] = useState(atFirst);
  const { data, isPending, refetch } = useQuery(announcementsQuery(limit));
  const remove = useMutation({
    mutationFn: ({ id }: Announcement) => deleteAnnouncement(id),
    onSuccess: () => notifySuccess('Announcement deleted successfully!'),
    onError: () => notifyError('Failed to delete announcement'),
    onSettled: () => client.invalidateQueries({ queryKey: announcementsKey }),
  });
  const { isIdle, isPending: isDeleting } = remove;
  useEffect(() => {
    // The button that had the focus is gone with its announcement.
    const isSettled = !isIdle && !isDeleting;
    if (isSettled && document.activeElement === document.body) all.current?.focus();
  }, [isIdle, isDeleting]);

  /** A second press while the first is under way changes nothing. */
  const begin = (announcement: Announcement): void => {
    if (!isDeleting || remove.variables.id !== announcement.id) remove.mutate(announcement);
  };

  if (isPending)
    return (
      <Loading text="Loading...">
        <AnnouncementsSkeleton />
      </Loading>
    );
  const announcements = data?.announcements ?? [];
  return (
    <div ref={all} tabIndex={-1} className={classes['all']}>
      {announcements.length === 0 ? (
        <EmptyState icon={<IconSpeakerphone stroke={1.75} />} text="No announcements yet." />
      ) : (
        <AnnouncementList
          announcements={announcements}
          level={3}
          renderBeside={(announcement, titleId) => (
            <Button
              variant="subtle"
              color="brick"
              className={classes['delete'] ?? ''}
              leftSection={<IconTrash size={18} stroke={1.75} aria-hidden />}
              aria-describedby={titleId}
              onClick={() => begin(announcement)}
            >
              Delete
            </Button>
          )}
        />
      )}
      {data ? (
        <EarlierAnnouncements limit={limit} total={data.total} onMore={setLimit} />
      ) : (
        <FallbackNote what="The announcements" onRetry={() => void refetch()} />
      )}
    </div>
  );
};

/** Everything that has been announced. Delete acts at once. */
export const AllAnnouncements = () => (
  <Card title="All Announcements">
    <Everything />
  </Card>
);
