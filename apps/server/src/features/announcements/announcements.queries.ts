import type { Announcement } from '@campus/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import { containing } from '../../db/sql.ts';

interface Row {
  readonly id: string;
  readonly title: string;
  readonly message: string;
  readonly created_at: Date;
}

const columns = ['id', 'title', 'message', 'created_at'] as const;

const announcementOf = ({ id, title, message, created_at }: Row): Announcement => ({
  id,
  title,
  message,
  createdAt: created_at.toISOString(),
});

const shown = (db: Db, search: string | undefined) => {
  const all = db.selectFrom('announcements').where('deleted_at', 'is', null);
  if (!search) return all;
  const like = containing(search);
  return all.where((where) =>
    where.or([where('title', 'ilike', like), where('message', 'ilike', like)]),
  );
};

/** Part of the list: at most `limit` rows after the one with the id `after`, or after `skip` rows. */
interface Part {
  readonly limit: number | undefined;
  readonly after: string | undefined;
  readonly skip: number;
}

/** The newest first. */
export const listAnnouncements = async (
  db: Db,
  search: string | undefined,
  { limit, after, skip }: Part,
): Promise<Announcement[]> => {
  let query = shown(db, search).select(columns).orderBy('id', 'desc');
  if (after !== undefined) query = query.where('id', '<', after);
  else if (skip) query = query.offset(skip);
  if (limit !== undefined) query = query.limit(limit);
  return (await query.execute()).map(announcementOf);
};

export const countAnnouncements = async (db: Db, search: string | undefined): Promise<number> => {
  const { n } = await shown(db, search)
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow();
  return n;
};

export const insertAnnouncement = async (
  db: Db,
  announcement: { readonly title: string; readonly message: string; readonly authorId: string },
): Promise<Announcement> => {
  const { title, message, authorId } = announcement;
  const row = await db
    .insertInto('announcements')
    .values({ title, message, created_by: authorId })
    .returning(columns)
    .executeTakeFirstOrThrow();
  return announcementOf(row);
};

/** Whether there was such an announcement to delete: of two who delete it, one does. */
export const markDeleted = async (db: Db, id: string, actorId: string): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('announcements')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .set({ deleted_at: sql<Date>`now()`, deleted_by: actorId })
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};
