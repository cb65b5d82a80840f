import type { Announcement, announcements, BodyOf } from '@campus/contract';
import type { Campus } from '../../campus.ts';
import { isRecordId } from '../../db/sql.ts';
import type { Actor } from '../../http/call.ts';
import { notFound } from '../../campus-error.ts';
import { insertAnnouncement, markDeleted } from './announcements.queries.ts';

export { countAnnouncements, listAnnouncements } from './announcements.queries.ts';

export const sendAnnouncement = (
  campus: Campus,
  actor: Actor,
  input: BodyOf<typeof announcements.sendAnnouncement>,
): Promise<Announcement> => insertAnnouncement(campus.db, { ...input, authorId: actor.id });

/** Nobody sees it any more; the row stays, with who deleted it and when. */
export const deleteAnnouncement = async (
  campus: Campus,
  actor: Actor,
  id: string,
): Promise<void> => {
  if (isRecordId(id) && (await markDeleted(campus.db, id, actor.id))) return;
  throw notFound('There is no such announcement. Someone may have deleted it already.');
};
