import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { PdfFile, StoredPdf } from './pdf-file.ts';

/** Null: all teachers. */
export type Audience = string | null;

export interface StoredClassInfo extends StoredPdf {
  readonly teacherId: Audience;
}

const columns = [
  'id',
  'teacher_id as teacherId',
  'file_name as fileName',
  'size',
  'digest',
  'uploaded_at as uploadedAt',
] as const;

/** What an audience sees: a teacher's own, else that of all. */
export const shownTo = (db: Db, audience: Audience): Promise<StoredClassInfo | undefined> =>
  db
    .selectFrom('class_infos')
    .where('removed_at', 'is', null)
    .where((row) =>
      row.or([
        row('teacher_id', 'is', null),
        ...(audience ? [row('teacher_id', '=', audience)] : []),
      ]),
    )
    .select(columns)
    .orderBy(sql`teacher_id is null`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

export const insertClassInfo = (
  db: Db,
  { fileName, content, size, digest }: PdfFile,
  { audience, uploadedBy }: { readonly audience: Audience; readonly uploadedBy: string },
): Promise<StoredClassInfo> =>
  db
    .insertInto('class_infos')
    .values({
      teacher_id: audience,
      file_name: fileName,
      content,
      size,
      digest,
      uploaded_by: uploadedBy,
    })
    .returning(columns)
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
