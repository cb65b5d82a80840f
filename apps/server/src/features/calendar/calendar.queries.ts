import type { Db } from '../../db/db.ts';
import { rowWith } from '../../db/sql.ts';
import type { PdfFile, StoredPdf } from './pdf-file.ts';

export interface StoredCalendar extends StoredPdf {
  readonly title: string;
}

const columns = [
  'id',
  'title',
  'file_name as fileName',
  'size',
  'digest',
  'uploaded_at as uploadedAt',
] as const;

export const newestCalendar = (db: Db): Promise<StoredCalendar | undefined> =>
  db.selectFrom('calendars').select(columns).orderBy('id', 'desc').limit(1).executeTakeFirst();

export const contentOf = async (db: Db, table: 'calendars' | 'class_infos', id: string) => {
  const row = await rowWith(db, table, { id }, ['content']);
  if (!row) throw new Error('The bytes of a stored file are not there.');
  return row.content;
};

export const insertCalendar = (
  db: Db,
  { fileName, content, size, digest }: PdfFile,
  { title, uploadedBy }: { readonly title: string; readonly uploadedBy: string },
): Promise<StoredCalendar> =>
  db
    .insertInto('calendars')
    .values({ title, file_name: fileName, content, size, digest, uploaded_by: uploadedBy })
    .returning(columns)
    .executeTakeFirstOrThrow();
