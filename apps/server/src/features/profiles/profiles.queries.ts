import type { Db } from '../../db/db.ts';
import { rowWith } from '../../db/sql.ts';
import type { EncodedImage } from '../../pictures/encode-image.ts';

/** Whose images a call is about. */
export type Kind = 'student' | 'teacher';

export const readImage = async (db: Db, personId: string): Promise<EncodedImage | undefined> => {
  const columns = ['type', 'content', 'digest'] as const;
  const row = await rowWith(db, 'profile_images', { person_id: personId }, columns);
  return row && { ...row, type: row.type === 'image/png' ? 'image/png' : 'image/jpeg' };
};

/** In place of the one there was. */
export const storeImage = async (
  db: Db,
  { type, content, digest }: EncodedImage,
  of: { readonly personId: string; readonly by: string; readonly at: Date },
): Promise<void> => {
  const stored = { type, content, digest, stored_by: of.by, stored_at: of.at };
  await db
    .insertInto('profile_images')
    .values({ person_id: of.personId, ...stored })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(stored))
    .execute();
};
