import { type Announcement, announcements } from '@campus/contract';
import { IconSend, IconSpeakerphone, IconTrash } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { May } from '../../lib/may-call.tsx';
import { isNetworkError } from '../../lib/call-error.ts';
import { call } from '../../lib/call.ts';
import { refresh } from '../../lib/query.ts';
import { CardForm } from '../../ui/form.tsx';
import { useForm } from '../../ui/use-form.ts';
import { DownloadMenu } from '../../ui/download-menu.tsx';
import { Card, CardColumns, Page } from '../../ui/page.tsx';
import { EmptyState, FallbackNote } from '../../ui/loaded.tsx';
import { TextAreaField, TextField } from '../../ui/fields.tsx';
import { IconButton, onSingleClick } from '../../ui/actions.tsx';
import { notifyError, notifySuccess } from '../../ui/toasts.tsx';
import {
  AnnouncementList,
  announcementsLoading,
  EarlierAnnouncements,
} from './announcement-list.tsx';
import { announcementsQuery } from './announcements.api.ts';
import classes from './announcements.module.css';

/** All announcements. Delete acts at once, without a question. */
const AllAnnouncements = () => {
  const client = useQueryClient();
  const all = useRef<HTMLDivElement>(null);
  const query = useInfiniteQuery(announcementsQuery);
  const { data, isFetched, refetch } = query;
  const remove = useMutation({
    mutationFn: ({ id }: Announcement) =>
      call(announcements.deleteAnnouncement, { params: { id } }),
    onSuccess: () => notifySuccess('Announcement deleted successfully!'),
    onError: () => notifyError('Failed to delete announcement'),
    onSettled: () => refresh(client, announcements.listAnnouncements.path),
  });
  const { isIdle, isPending: isDeleting } = remove;
  useEffect(() => {
    // The button that had the focus has gone with its announcement.
    const isSettled = !isIdle && !isDeleting;
    if (isSettled && document.activeElement === document.body) all.current?.focus();
  }, [isIdle, isDeleting]);

  /** Ignores a second press while the first is under way. */
  const begin = (announcement: Announcement): void => {
    if (!isDeleting || remove.variables.id !== announcement.id) remove.mutate(announcement);
  };

  if (!data && !isFetched) return announcementsLoading;
  const rows = data?.pages.flatMap(({ reply }) => reply) ?? [];
  return (
    <div ref={all} tabIndex={-1} className={classes['all']}>
      {rows.length === 0 ? (
        <EmptyState icon={IconSpeakerphone} text="No announcements yet." />
      ) : (
        <AnnouncementList
          announcements={rows}
          level={3}
          renderBeside={(announcement, titleId) => (
            <IconButton
              icon={IconTrash}
              needs={announcements.deleteAnnouncement}
              variant="subtle"
              color="brick"
              className={classes['delete'] ?? ''}
              aria-describedby={titleId}
              onClick={onSingleClick(() => begin(announcement))}
            >
              Delete
            </IconButton>
          )}
        />
      )}
      {data ? (
        <EarlierAnnouncements {...query} />
      ) : (
        <FallbackNote what="The announcements" onRetry={refetch} />
      )}
    </div>
  );
};

/** Sends a message with an optional title: everybody reads it within half a minute. */
const SendAnnouncement = () => {
  const { fieldProps, props } = useForm({
    draftKey: 'announcement',
    initial: { message: '', title: '' },
    check: ({ message }) => ({ message: message.trim() === '' && 'Please write a message' }),
    send: ({ message, title }) =>
      call(announcements.sendAnnouncement, { body: { message, title: title || null } }),
    clears: true,
    done: () => 'Announcement sent successfully!',
    refreshes: [announcements.listAnnouncements.path],
    failed: '',
    onRefused: (error, message) => {
      notifyError('Failed to send announcement');
      return isNetworkError(error) ? message : '';
    },
  });
  return (
    <Card>
      <CardForm
        {...props}
        button={{ size: 'md', leftSection: <IconSend size={18} stroke={1.75} aria-hidden /> }}
        action="Send Announcement"
        busyAction="Sending..."
      >
        <TextAreaField label="Message" required rows={4} {...fieldProps('message')} />
        <TextField
          label="Title (optional)"
          placeholder="General Announcement"
          size="sm"
          {...fieldProps('title')}
        />
      </CardForm>
    </Card>
  );
};

/** Sends announcements; lists all of them. */
const AdminAnnouncementsPage = () => (
  <Page title="Announcement">
    <CardColumns at="right">
      <Card
        title="All Announcements"
        actions={<DownloadMenu endpoint={announcements.exportAnnouncements} />}
      >
        <AllAnnouncements />
      </Card>
      <May call={announcements.sendAnnouncement}>
        <SendAnnouncement />
      </May>
    </CardColumns>
  </Page>
);

export default AdminAnnouncementsPage;
