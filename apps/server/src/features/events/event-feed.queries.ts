import { roles } from '@campus/contract';
import { z } from 'zod';
import { type Db, text } from '../../db/db.ts';
import { instant } from '../../db/sql.ts';

const createdAt = `${instant('created_at')} as "createdAt"`;

export const feedCreatedAt = (db: Db, personId: string) =>
  db.value(text.optional(), `select ${createdAt} from event_feeds where person_id = $1`, [
    personId,
  ]);

/** Stores a person's token, which replaces the former one. */
export const storeFeed = (db: Db, personId: string, tokenDigest: string) =>
  db.value(
    text,
    `insert into event_feeds (person_id, token_digest) values ($1, $2)
     on conflict (person_id) do update
       set token_digest = excluded.token_digest, created_at = excluded.created_at
     returning ${createdAt}`,
    [personId, tokenDigest],
  );

export const removeFeed = (db: Db, personId: string): Promise<unknown> =>
  db.query('delete from event_feeds where person_id = $1', [personId]);

const feedOwner = { id: text, role: z.enum(roles), namespace: text };

/** The owner of the calendar, as long as their account is active. */
export const ownerOfFeed = (db: Db, tokenDigest: string) =>
  db.row(
    feedOwner,
    `select people.id::text, people.role, namespace::text
     from event_feeds join people on people.id = person_id cross join event_namespace
     where token_digest = $1 and people.active`,
    [tokenDigest],
  );
