import type { Db } from '../../db/db.ts';
import { encodedImage, type EncodedImage } from '../../pictures/encode-image.ts';

export const readImage = (db: Db, personId: string) =>
  db.row(encodedImage, 'select type, content, digest from profile_images where person_id = $1', [
    personId,
  ]);

/** Stores a person's image, replacing the former one. */
export const storeImage = (
  db: Db,
  { type, content, digest }: EncodedImage,
  of: { readonly personId: string; readonly by: string; readonly at: Date },
) =>
  db.query(
    `insert into profile_images (person_id, type, content, digest, stored_by, stored_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (person_id) do update set type = excluded.type, content = excluded.content,
       digest = excluded.digest, stored_by = excluded.stored_by, stored_at = excluded.stored_at`,
    [of.personId, type, content, digest, of.by, of.at],
  );
