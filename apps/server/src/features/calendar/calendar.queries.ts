import { z } from 'zod';
import { type Db, integer, text, textOrNull } from '../../db/db.ts';
import { instant } from '../../db/sql.ts';

export interface PdfFile {
  readonly fileName: string;
  readonly content: Buffer;
  /** In bytes. */
  readonly size: number;
  readonly digest: string;
}

const storedPdf = z.object({
  id: text,
  fileName: text,
  size: integer,
  digest: text,
  uploadedAt: text,
});
export type StoredPdf = z.infer<typeof storedPdf>;
const columns = `id::text, file_name as "fileName", size, digest,
  ${instant('uploaded_at')} as "uploadedAt"`;

const places = {
  calendars: { column: 'title', row: storedPdf.extend({ title: text }), shown: 'title' },
  class_infos: {
    column: 'teacher_id',
    row: storedPdf.extend({ teacherId: textOrNull }),
    shown: 'teacher_id::text as "teacherId"',
  },
} as const;
type Place = keyof typeof places;
type Stored<P extends Place> = z.infer<(typeof places)[P]['row']>;

export const contentOf = (db: Db, place: Place, id: string) =>
  db.value(z.instanceof(Buffer), `select content from ${place} where id = $1`, [id]);

/** Stores a file with its title, or with its audience. */
export const insertPdf = <P extends Place>(
  db: Db,
  place: P,
  { fileName, content, size, digest }: PdfFile,
  of: { readonly value: string | null; readonly by: string },
) => {
  const { column, row, shown } = places[place];
  return db.one(
    row,
    `insert into ${place} (file_name, content, size, digest, ${column}, uploaded_by)
     values ($1, $2, $3, $4, $5, $6) returning ${columns}, ${shown}`,
    [fileName, content, size, digest, of.value, of.by],
  ) as Promise<Stored<P>>;
};

export const newestCalendar = (db: Db) =>
  db.row(
    places.calendars.row,
    `select ${columns}, title from calendars order by calendars.id desc limit 1`,
  );

/** Who class information is for: the id of a teacher, or null for all. */
export type Audience = string | null;

/** What an audience sees: the teacher's own, or else what is for all. */
export const shownTo = (db: Db, audience: Audience) =>
  db.row(
    places.class_infos.row,
    `select ${columns}, ${places.class_infos.shown} from class_infos
     where removed_at is null and (teacher_id is null or teacher_id = $1)
     order by teacher_id is null, class_infos.id desc limit 1`,
    [audience],
  );

/** Removes class information, earlier versions included, so that none reappears; returns how many rows. */
export const removeClassInfos = (db: Db, audience: Audience, removedBy: string) =>
  db.query(
    `update class_infos set removed_by = $2, removed_at = now()
     where teacher_id is not distinct from $1 and removed_at is null`,
    [audience, removedBy],
  );
