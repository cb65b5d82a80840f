import { z } from 'zod';
import { buffer, type Db, integer, text, type Transaction } from '../../db/db.ts';
import { locks } from '../../db/locks.ts';

/** A part of an entry as it is digested, with its salt; its digest where it was erased. */
const part = (salt: string, content: string) => `${salt}::text || ${content}`;

/** An entry as it is digested. In words of its own, and not by functions of the database that it watches. */
const columns = `id::text,
  ${part(
    'salt',
    `jsonb_build_array(id, to_char(at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US'),
    kind, person_id, role, record_kind, record_id, request_id)`,
  )} as facts,
  ${part('origin_salt', 'jsonb_build_array(address, browser)')} as origin,
  ${part('details_salt', `coalesce(details::text, '')`)} as details,
  case when num_nonnulls(origin_salt, address, browser) = 0 then origin_digest end as "originDigest",
  case when num_nonnulls(details_salt, details) = 0 then details_digest end as "detailsDigest"`;

const entryRow = z.object({
  id: text,
  facts: text,
  origin: text.nullable(),
  details: text.nullable(),
  originDigest: buffer.nullable(),
  detailsDigest: buffer.nullable(),
});
export type EntryParts = z.infer<typeof entryRow>;

/** Takes entries off the list of those without a segment, at most so many. */
export const takePending = (tx: Transaction, most: number) =>
  tx.rows(
    entryRow,
    `with taken as (
       delete from trail_pending
       where id in (select id from trail_pending order by id limit $1) returning id
     )
     select ${columns} from trail where id in (select id from taken) order by trail.id`,
    [most],
  );

export const entriesByIds = (db: Db, ids: readonly string[]) =>
  db.rows(entryRow, `select ${columns} from trail where id = any($1)`, [ids]);

const segmentRow = z.object({
  number: integer,
  sealedAt: text,
  ids: text.array(),
  digests: buffer,
  previous: buffer,
  digest: buffer,
});
export type Segment = z.infer<typeof segmentRow>;

const segmentColumns = `number::int,
  to_char(sealed_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') as "sealedAt",
  ids::text[] as ids, digests, previous, digest`;

export const segmentsAfter = (db: Db, number: number, most: number) =>
  db.rows(
    segmentRow,
    `select ${segmentColumns} from trail_segments where number > $1 order by number limit $2`,
    [number, most],
  );

/** The newest one, and the time. */
export const endOfChain = (tx: Transaction) =>
  tx.one(
    { number: integer, digest: buffer.nullable(), now: text },
    `select coalesce(number, 0)::int as number, digest,
       to_char(now() at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') as now
     from (select) as always
     left join (select number, digest from trail_segments order by number desc limit 1) last on true`,
  );

export const insertSegment = (tx: Transaction, segment: Segment) =>
  tx.query(
    `insert into trail_segments (number, sealed_at, ids, digests, previous, digest)
     values ($1, $2::timestamp at time zone 'UTC', $3, $4, $5, $6)`,
    [
      segment.number,
      segment.sealedAt,
      segment.ids,
      segment.digests,
      segment.previous,
      segment.digest,
    ],
  );

/** Entries that no segment has and that do not wait for one. */
export const countOutside = (db: Db) =>
  db.value(
    integer,
    `select ((select count(*) from trail) - (select count(*) from trail_pending)
       - (select coalesce(sum(cardinality(ids)), 0) from trail_segments))::int`,
  );

/** Whether no other process does it; then none does until this transaction ends. */
export const mayDo = (tx: Transaction, what: 'sealing' | 'checking') =>
  tx.value(z.boolean(), 'select pg_try_advisory_xact_lock($1)', [locks[what]]);

export const lastCheck = (db: Db) =>
  db.row(
    { checkedAt: z.date(), problem: text.nullable(), hours: z.number() },
    `select checked_at as "checkedAt", problem,
       extract(epoch from now() - checked_at)::float8 / 3600 as hours
     from trail_checks order by id desc limit 1`,
  );

export const insertCheck = (tx: Transaction, problem: string | null) =>
  tx.query('insert into trail_checks (problem) values ($1)', [problem]);
