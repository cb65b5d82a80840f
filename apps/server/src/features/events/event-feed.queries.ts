import type { Role } from '@campus/contract';
import type { Db } from '../../db/db.ts';

export const feedCreatedAt = async (db: Db, personId: string): Promise<Date | null> => {
  const { rows } = await db.query<{ at: Date }>(
    'select created_at as at from event_feeds where person_id = $1',
    [personId],
  );
  return rows[0]?.at ?? null;
};

/** A new token takes the place of the one before it. */
export const storeFeed = async (
  db: Db,
  personId: string,
  tokenDigest: string,
): Promise<Date | undefined> => {
  const { rows } = await db.query<{ at: Date }>(
    `insert into event_feeds (person_id, token_digest) values ($1, $2)
     on conflict (person_id) do update
       set token_digest = excluded.token_digest, created_at = excluded.created_at
     returning created_at as at`,
    [personId, tokenDigest],
  );
  return rows[0]?.at;
};

export const removeFeed = (db: Db, personId: string): Promise<unknown> =>
  db.query('delete from event_feeds where person_id = $1', [personId]);

/** Whose calendar it is, as long as their account is active. */
export const ownerOfFeed = async (
  db: Db,
  tokenDigest: string,
): Promise<{ id: string; role: Role; namespace: string } | undefined> => {
  const { rows } = await db.query<{ id: string; role: Role; namespace: string }>(
    `select people.id::text, people.role, namespace::text
     from event_feeds join people on people.id = person_id cross join event_namespace
     where token_digest = $1 and people.active`,
    [tokenDigest],
  );
  return rows[0];
};
