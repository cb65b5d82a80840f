import { z } from 'zod';
import { exportOf } from '../../csv/table-file.contract.ts';
import { adminOnly, endpoint, everyone } from '../../endpoint.ts';
import { id } from '../../values/replies.ts';
import { listQuery, optionalText, verbatimText } from '../../values/requests.ts';

const registrar = adminOnly('registrar');

/** The title of an announcement sent without one. */
const defaultTitle = 'General Announcement';

/** Title and message are plain text: a client shows them as they are, with line breaks. */
export const announcement = z.object({
  id,
  title: z.string(),
  message: z.string(),
  createdAt: z.iso.datetime(),
});
export type Announcement = z.infer<typeof announcement>;

export const listAnnouncements = endpoint('GET /all/announcement', everyone, {
  summary: 'Announcements, newest first',
  /** `search` matches title and message. */
  query: listQuery,
  reply: z.array(announcement),
});

export const exportAnnouncements = exportOf(
  listAnnouncements,
  'announcements_exported',
  'announcements',
);

export const sendAnnouncement = endpoint('POST /admin/announcement', registrar, {
  act: 'announcement_sent',
  summary: 'Send an announcement to everyone',
  body: z.strictObject({
    title: optionalText(200, 'Title').transform((title) => title ?? defaultTitle),
    message: verbatimText(5000, 'Message'),
  }),
  reply: announcement,
  status: 201,
});

export const deleteAnnouncement = endpoint('DELETE /delete/Announcement/:id', registrar, {
  act: 'announcement_deleted',
  summary: 'Delete an announcement; nobody sees it any more',
});
