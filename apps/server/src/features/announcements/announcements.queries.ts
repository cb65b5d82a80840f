import type { Announcement } from '@campus/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import { inPart, type Part } from '../../db/lists.ts';
import { anyContains, countOf, instant, now } from '../../db/sql.ts';

const createdAt = sql.raw<string>(instant('created_at')).as('createdAt');
const columns = ['id', 'title', 'message', createdAt] as const;

const shown = (db: Db, search: string | undefined) => {
  const all = db.selectFrom('announcements').where('deleted_at', 'is', null);
  return search ? all.where(anyContains(['title', 'message'], search)) : all;
};

/** The newest first. */
export const listAnnouncements = (db: Db, search: string | undefined, part: Part) =>
  inPart(shown(db, search).select(columns).orderBy('id', 'desc'), part, (rows, { id }) =>
    rows.where('id', '<', id),
  ).execute();

export const countAnnouncements = (db: Db, search: string | undefined) =>
  countOf(shown(db, search));

export const insertAnnouncement = (
  db: Db,
  { title, message, authorId }: Pick<Announcement, 'title' | 'message'> & { authorId: string },
): Promise<Announcement> =>
  db
    .insertInto('announcements')
    .values({ title, message, created_by: authorId })
    .returning(columns)
    .executeTakeFirstOrThrow();

/** Whether there was such an announcement to delete: of two who delete it, one does. */
export const markDeleted = async (db: Db, id: string, actorId: string): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('announcements')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .set({ deleted_at: now, deleted_by: actorId })
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};
