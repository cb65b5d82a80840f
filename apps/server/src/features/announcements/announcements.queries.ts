import type { Announcement } from '@campus/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import { listOf } from '../../db/lists.ts';
import { instant, now, searchExpression, searchKeyOf } from '../../db/sql.ts';

const createdAt = sql.raw<string>(instant('created_at')).as('createdAt');
const columns = ['id', 'title', 'message', createdAt] as const;

/** The announcements, newest first. */
export const announcementsList = (db: Db, search: string | undefined) => {
  const all = db.selectFrom('announcements').where('deleted_at', 'is', null);
  return listOf(
    search ? all.where(searchExpression(searchKeyOf('title', 'message'), search)) : all,
    (rows) => rows.select(columns).orderBy('id', 'desc'),
    (rows, { id }) => rows.where('id', '<', id),
  );
};

export const insertAnnouncement = (
  db: Db,
  { title, message, authorId }: Pick<Announcement, 'title' | 'message'> & { authorId: string },
): Promise<Announcement> =>
  db
    .insertInto('announcements')
    .values({ title, message, created_by: authorId })
    .returning(columns)
    .executeTakeFirstOrThrow();

/** Marks an announcement as deleted; false when there is none, or when somebody else has deleted it first. */
export const markDeleted = async (db: Db, id: string, actorId: string): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('announcements')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .set({ deleted_at: now, deleted_by: actorId })
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};
