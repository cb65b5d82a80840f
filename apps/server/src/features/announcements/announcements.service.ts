import type { announcements } from '@campus/contract';
import { notFound } from '../../campus-error.ts';
import type { Handler } from '../../http/call.ts';
import { readPart } from '../../http/pages.ts';
import * as queries from './announcements.queries.ts';

export const listAnnouncements: Handler<typeof announcements.listAnnouncements> = (call) =>
  readPart(call.query, queries.announcementsList(call.campus.db, call.query.search));

export const sendAnnouncement: Handler<typeof announcements.sendAnnouncement> = (call) =>
  queries.insertAnnouncement(call.campus.db, { ...call.body, authorId: call.actor.id });

/** Nobody sees it any more; the row stays, with who deleted it and when. */
export const deleteAnnouncement: Handler<typeof announcements.deleteAnnouncement> = async (
  call,
) => {
  const { campus, actor, params } = call;
  if (!(await queries.markDeleted(campus.db, params.id, actor.id)))
    throw notFound('There is no such announcement. Someone may have deleted it already.');
};
