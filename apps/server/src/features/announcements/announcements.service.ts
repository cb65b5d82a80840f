import type { announcements } from '@campus/contract';
import { notFound } from '../../campus-error.ts';
import { describeAct } from '../../db/acts.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Handler } from '../../http/call.ts';
import { exportedList } from '../../http/export-list.ts';
import { readPart } from '../../http/pages.ts';
import * as queries from './announcements.queries.ts';

export const listAnnouncements: Handler<typeof announcements.listAnnouncements> = (call) =>
  readPart(call.query, queries.announcementsList(call.campus.db, call.query.search));

export const sendAnnouncement: Handler<typeof announcements.sendAnnouncement> = (call) =>
  inTransaction(call.campus.db, async (tx) => {
    const sent = await queries.insertAnnouncement(tx, { ...call.body, authorId: call.actor.id });
    describeAct({ recordId: sent.id });
    return sent;
  });

/** Hides an announcement; the row stays, with who deleted it and when. */
export const deleteAnnouncement: Handler<typeof announcements.deleteAnnouncement> = (call) =>
  inTransaction(call.campus.db, async (tx) => {
    if (!(await queries.markDeleted(tx, call.params.id, call.actor.id)))
      throw notFound('There is no such announcement. Someone may have deleted it already.');
  });

export const exportAnnouncements = exportedList<typeof announcements.listAnnouncements>(
  listAnnouncements,
  [
    ['Title', 'text', (row) => row.title],
    ['Message', 'text', (row) => row.message],
    ['Sent (UTC)', 'instant', (row) => row.createdAt],
  ],
);
