import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import { rowWith } from '../../db/sql.ts';
import type { PdfFile } from './pdf-file.ts';

/** A stored PDF, without its bytes. */
const columns = [
  'id',
  'file_name as fileName',
  'size',
  'digest',
  'uploaded_at as uploadedAt',
] as const;

export const contentOf = async (db: Db, table: 'calendars' | 'class_infos', id: string) => {
  const row = await rowWith(db, table, { id }, ['content']);
  if (!row) throw new Error('The bytes of a stored file are not there.');
  return row.content;
};

export const newestCalendar = (db: Db) =>
  db
    .selectFrom('calendars')
    .select([...columns, 'title'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

export const insertCalendar = (
  db: Db,
  calendar: PdfFile & { readonly title: string; readonly uploaded_by: string },
) =>
  db
    .insertInto('calendars')
    .values(calendar)
    .returning([...columns, 'title'])
    .executeTakeFirstOrThrow();

/** Whom class information is for: a teacher, or null for all. */
export type Audience = string | null;

/** What an audience sees: a teacher's own, else that of all. */
export const shownTo = (db: Db, audience: Audience) =>
  db
    .selectFrom('class_infos')
    .where('removed_at', 'is', null)
    .where((row) =>
      row.or([
        row('teacher_id', 'is', null),
        ...(audience ? [row('teacher_id', '=', audience)] : []),
      ]),
    )
    .select([...columns, 'teacher_id as teacherId'])
    .orderBy(sql`teacher_id is null`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

export const insertClassInfo = (
  db: Db,
  info: PdfFile & { readonly teacher_id: Audience; readonly uploaded_by: string },
) =>
  db
    .insertInto('class_infos')
    .values(info)
    .returning([...columns, 'teacher_id as teacherId'])
    .executeTakeFirstOrThrow();

/** Whether there was one to remove. Those before it are removed with it: none comes back. */
export const removeClassInfos = async (db: Db, audience: Audience, removedBy: string) => {
  const { numUpdatedRows } = await db
    .updateTable('class_infos')
    .set({ removed_by: removedBy, removed_at: sql`now()` })
    .where('teacher_id', 'is not distinct from', audience)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};
