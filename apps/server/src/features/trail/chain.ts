import { hash } from 'node:crypto';
import type { Database } from '../../db/database.ts';
import type { Db } from '../../db/db.ts';
import { inLongTransaction, inTransaction } from '../../db/transaction.ts';
import type { Job } from '../../jobs.ts';
import {
  countOutside,
  endOfChain,
  entriesByIds,
  type EntryParts,
  insertCheck,
  insertSegment,
  lastCheck,
  mayDo,
  type Segment,
  segmentsAfter,
  takePending,
} from './chain.queries.ts';

const entriesOfSegment = 1000;
/** Looked at together: at most as many entries as fit into memory easily. */
const segmentsAtOnce = 20;
const sealEveryMs = 10_000;
const checkEveryHours = 24;
const nothing = Buffer.alloc(32);

const sha256 = (...parts: readonly (string | Buffer)[]): Buffer =>
  hash('sha256', Buffer.concat(parts.map((part) => Buffer.from(part))), 'buffer');

/** Undefined for a part that is neither there nor was erased as it may be. */
const digestOf = (entry: EntryParts): Buffer | undefined => {
  const origin = entry.origin === null ? entry.originDigest : sha256(entry.origin);
  const details = entry.details === null ? entry.detailsDigest : sha256(entry.details);
  return origin && details ? sha256(sha256(entry.facts), origin, details) : undefined;
};

const segmentDigest = (segment: Omit<Segment, 'digest'>): Buffer => {
  const { number, sealedAt, ids, digests, previous } = segment;
  return sha256(previous, JSON.stringify([number, sealedAt, ids]), digests);
};

/** Seals entries that were committed, in their order; answers how many. One process does it at a time. */
const sealSegment = (db: Database): Promise<number> =>
  inTransaction(db, async (tx) => {
    if (!(await mayDo(tx, 'sealing'))) return 0;
    const entries = await takePending(tx, entriesOfSegment);
    if (entries.length === 0) return 0;
    const last = await endOfChain(tx);
    const segment = {
      number: last.number + 1,
      sealedAt: last.now,
      ids: entries.map(({ id }) => id),
      digests: Buffer.concat(entries.map((entry) => digestOf(entry) ?? nothing)),
      previous: last.digest ?? nothing,
    };
    await insertSegment(tx, { ...segment, digest: segmentDigest(segment) });
    return entries.length;
  });

export const sealTrail = async (db: Database): Promise<void> => {
  while ((await sealSegment(db)) === entriesOfSegment);
};

/** What of a segment is not as it was sealed. */
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

export interface Verdict {
  /** The first thing that is wrong, in a sentence. */
  readonly problem: string | null;
  readonly segments: number;
  readonly entries: number;
  /** Of the newest segment: kept elsewhere, it shows that nobody has rewritten the chain up to there. */
  readonly digest: string;
}

/** Computes the whole chain again. `kept`: a digest that was kept elsewhere and must be in it. */
export const verifyTrail = async (db: Db, kept?: string): Promise<Verdict> => {
  let before: Pick<Segment, 'number' | 'digest'> = { number: 0, digest: nothing };
  let entries = 0;
  let keptIsThere = kept === undefined;
  const verdict = (problem: string | null): Verdict => ({
    problem,
    segments: before.number,
    entries,
    digest: before.digest.toString('hex'),
  });
  for (;;) {
    const segments = await segmentsAfter(db, before.number, segmentsAtOnce);
    if (segments.length === 0) break;
    const found = await entriesByIds(
      db,
      segments.flatMap(({ ids }) => ids),
    );
    const byId = new Map(found.map((entry) => [entry.id, entry]));
    for (const segment of segments) {
      const problem = problemOf(segment, before, byId);
      if (problem !== undefined) return verdict(problem);
      before = segment;
      entries += segment.ids.length;
      keptIsThere ||= segment.digest.toString('hex') === kept;
    }
  }
  const outside = await countOutside(db);
  if (outside !== 0)
    return verdict(
      `${outside} ${outside === 1 ? 'entry stands' : 'entries stand'} outside the chain: added to it by hand, or the end of the chain was removed.`,
    );
  if (!keptIsThere)
    return verdict('The digest that was kept is not in the chain: it was rewritten, or cut short.');
  return verdict(null);
};

interface Log {
  error(details: object, sentence: string): void;
}

/** Seals what was told, and looks over the whole chain once a day; of several processes one does. */
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
    async run() {
      await inLongTransaction(db, async (tx) => {
        if (!(await mayDo(tx, 'checking'))) return;
        if (((await lastCheck(tx))?.hours ?? checkEveryHours) < checkEveryHours) return;
        const { problem } = await verifyTrail(tx);
        await insertCheck(tx, problem);
        if (problem !== null) log.error({ problem }, 'The trail is broken.');
      });
      return 600_000;
    },
  },
];
