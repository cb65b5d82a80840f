import { hash } from 'node:crypto';
import { z } from 'zod';
import type { Database } from '../../db/database.ts';
import { buffer, type Db, integer, text, type Transaction } from '../../db/db.ts';
import { inLongTransaction, inTransaction } from '../../db/transaction.ts';
import type { Job } from '../../jobs.ts';
import type { Log } from '../../log.ts';
import { locks } from '../../db/locks.ts';

/**
 * The parts of an entry as they are digested, with their salts; for an erased part, its digest. Written out here,
 * without functions of the database, because the database is what it watches.
 */
const columns = `id::text,
  salt::text || jsonb_build_array(id, to_char(at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US'),
    kind, person_id, role, record_kind, record_id, request_id) as facts,
  origin_salt::text || jsonb_build_array(address, browser) as origin,
  details_salt::text || coalesce(details::text, '') as details,
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
type EntryParts = z.infer<typeof entryRow>;

const segmentRow = z.object({
  number: integer,
  sealedAt: text,
  ids: text.array(),
  digests: buffer,
  previous: buffer,
  digest: buffer,
});
type Segment = z.infer<typeof segmentRow>;

/** Whether no other process is doing it; if so, none will until the transaction ends. */
const mayDo = (tx: Transaction, what: 'sealing' | 'checking') =>
  tx.value(z.boolean(), 'select pg_try_advisory_xact_lock($1)', [locks[what]]);

export const lastCheck = (db: Db) =>
  db.row(
    { checkedAt: z.date(), problem: text.nullable(), hours: z.number() },
    `select checked_at as "checkedAt", problem,
       extract(epoch from now() - checked_at)::float8 / 3600 as hours
     from trail_checks order by id desc limit 1`,
  );

/** Also the most that are checked at once, for a moment of the only thread: between two reads it answers requests. */
const entriesOfSegment = 1000;
const segmentsAtOnce = 20;
const sealEveryMs = 10_000;
const checkEveryHours = 24;
const nothing = Buffer.alloc(32);

const sha256 = (...parts: readonly (string | Buffer)[]): Buffer =>
  hash('sha256', Buffer.concat(parts.map((part) => Buffer.from(part))), 'buffer');

/** The digest of an entry. Undefined if a part is missing that was not erased in the permitted way. */
const digestOf = (entry: EntryParts): Buffer | undefined => {
  const origin = entry.origin === null ? entry.originDigest : sha256(entry.origin);
  const details = entry.details === null ? entry.detailsDigest : sha256(entry.details);
  return origin && details ? sha256(sha256(entry.facts), origin, details) : undefined;
};

const segmentDigest = (segment: Omit<Segment, 'digest'>): Buffer => {
  const { number, sealedAt, ids, digests, previous } = segment;
  return sha256(previous, JSON.stringify([number, sealedAt, ids]), digests);
};

/** Seals committed entries, in their order, and returns how many. Only one process does it at a time. */
const sealSegment = (db: Database): Promise<number> =>
  inTransaction(db, async (tx) => {
    if (!(await mayDo(tx, 'sealing'))) return 0;
    const entries = await tx.rows(
      entryRow,
      `with taken as (
         delete from trail_pending
         where id in (select id from trail_pending order by id limit $1) returning id
       )
       select ${columns} from trail where id in (select id from taken) order by trail.id`,
      [entriesOfSegment],
    );
    if (entries.length === 0) return 0;
    const last = await tx.one(
      { number: integer, digest: buffer.nullable(), now: text },
      `select coalesce(number, 0)::int as number, digest,
         to_char(now() at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') as now
       from (select) as always
       left join (select number, digest from trail_segments order by number desc limit 1) last on true`,
    );
    const segment = {
      number: last.number + 1,
      sealedAt: last.now,
      ids: entries.map(({ id }) => id),
      digests: Buffer.concat(entries.map((entry) => digestOf(entry) ?? nothing)),
      previous: last.digest ?? nothing,
    };
    const { number, sealedAt, ids, digests, previous } = segment;
    await tx.query(
      `insert into trail_segments (number, sealed_at, ids, digests, previous, digest)
       values ($1, $2::timestamp at time zone 'UTC', $3, $4, $5, $6)`,
      [number, sealedAt, ids, digests, previous, segmentDigest(segment)],
    );
    return entries.length;
  });

export const sealTrail = async (db: Database): Promise<void> => {
  while ((await sealSegment(db)) === entriesOfSegment);
};

/** How a segment differs from what was sealed; undefined if it does not. */
const problemOf = (
  segment: Segment,
  before: { readonly number: number; readonly digest: Buffer },
  entries: ReadonlyMap<string, EntryParts>,
): string | undefined => {
  const { number, ids, digests, previous } = segment;
  if (number !== before.number + 1) return `Segment ${before.number + 1} is missing.`;
  if (!segmentDigest(segment).equals(segment.digest)) return `Segment ${number} was changed.`;
  if (!previous.equals(before.digest))
    return `Segment ${number} does not follow on the one before it: the chain was rewritten up to there.`;
  for (const [place, id] of ids.entries()) {
    const sealed = `after it was sealed on ${segment.sealedAt.slice(0, 19)} UTC`;
    const entry = entries.get(id);
    if (!entry) return `Entry ${id} was removed ${sealed}.`;
    const digest = digests.subarray(place * 32, place * 32 + 32);
    if (!digestOf(entry)?.equals(digest)) return `Entry ${id} was changed ${sealed}.`;
  }
  return undefined;
};

/** Recomputes the whole chain. `kept` is a digest kept elsewhere that must be in it; the signal ends it early. */
export const verifyTrail = async (db: Db, kept?: string, signal?: AbortSignal) => {
  let before: Pick<Segment, 'number' | 'digest'> = { number: 0, digest: nothing };
  let entries = 0;
  // The digest of the empty chain is in every one.
  let keptIsThere = kept === undefined || kept === nothing.toString('hex');
  const verdict = (problem: string | null) => ({
    /** The first problem, as a sentence; null if there is none. */
    problem,
    segments: before.number,
    entries,
    /**
     * The digest of the newest segment: kept elsewhere, it proves later that nobody has rewritten the chain up to
     * there.
     */
    digest: before.digest.toString('hex'),
  });
  for (;;) {
    signal?.throwIfAborted();
    const segments = await db.rows(
      segmentRow,
      `select number::int, ids::text[] as ids, digests, previous, digest,
         to_char(sealed_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') as "sealedAt"
       from (
         select *, sum(cardinality(ids)) over (order by number) as entries
         from trail_segments where number > $1 order by number limit $2
       ) as next
       where entries <= $3 or entries = cardinality(ids) order by next.number`,
      [before.number, segmentsAtOnce, entriesOfSegment],
    );
    if (segments.length === 0) break;
    const ofThese = segments.flatMap(({ ids }) => ids);
    const found = await db.rows(entryRow, `select ${columns} from trail where id = any($1)`, [
      ofThese,
    ]);
    const byId = new Map(found.map((entry) => [entry.id, entry]));
    for (const segment of segments) {
      const problem = problemOf(segment, before, byId);
      if (problem !== undefined) return verdict(problem);
      before = segment;
      entries += segment.ids.length;
      keptIsThere ||= segment.digest.toString('hex') === kept;
    }
  }
  // Entries that are in no segment and are not waiting for one.
  const outside = await db.value(
    integer,
    `select ((select count(*) from trail) - (select count(*) from trail_pending)
       - (select coalesce(sum(cardinality(ids)), 0) from trail_segments))::int`,
  );
  if (outside !== 0)
    return verdict(
      `${outside} ${outside === 1 ? 'entry stands' : 'entries stand'} outside the chain: added to it by hand, or the end of the chain was removed.`,
    );
  if (!keptIsThere)
    return verdict('The digest that was kept is not in the chain: it was rewritten, or cut short.');
  return verdict(null);
};

/** Seals new entries, and verifies the whole chain once a day, each in one process at a time. */
export const trailJobs = (db: Database, log: Log): Job[] => [
  {
    name: 'Trail',
    does: 'Seals what was done, so that changes to it are found',
    retryMs: sealEveryMs,
    failed: 'The trail could not be sealed.',
    async run() {
      await sealTrail(db);
      return sealEveryMs;
    },
  },
  {
    name: 'Trail, checked',
    does: 'Reckons every seal again, once a day',
    retryMs: 3_600_000,
    failed: 'The trail could not be checked.',
    async run(signal) {
      await inLongTransaction(db, async (tx) => {
        if (!(await mayDo(tx, 'checking'))) return;
        const hours = (await lastCheck(tx))?.hours ?? checkEveryHours;
        // Negative: dated by a clock that was ahead.
        if (hours >= 0 && hours < checkEveryHours) return;
        const { problem } = await verifyTrail(tx, undefined, signal);
        await tx.query('insert into trail_checks (problem) values ($1)', [problem]);
        if (problem !== null) log.error({ problem }, 'The trail is broken.');
      });
      return 600_000;
    },
  },
];
