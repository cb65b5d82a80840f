import { z } from 'zod';
import { csvType } from '../../csv/list-import.contract.ts';
import { tableFile } from '../../csv/table-file.contract.ts';
import { adminOnly, endpoint } from '../../endpoint.ts';
import { roles } from '../../permissions.ts';
import { count, id, isoDate, textOrNull } from '../../values/replies.ts';
import { listQuery } from '../../values/requests.ts';
import { actKinds } from './acts.rules.ts';

/** Entries are counted up to this number; beyond it the interface says "more than". */
export const maxCounted = 1000;

const name = z.string().trim().max(200).optional();

const search = z.strictObject({
  /** Part of the name, e-mail or university ID of the person who acted. */
  who: name,
  kind: z.enum(actKinds).optional(),
  /**
   * The same for the person it was about, or part of the name of a subject, term, exam, assignment, book
   * or event.
   */
  about: name,
  /** Days on campus, both included. */
  from: isoDate().optional(),
  to: isoDate().optional(),
});

export const trailEntry = z.object({
  id,
  /** ISO 8601 in UTC, by the clock of the database. */
  at: z.string(),
  kind: z.enum(actKinds),
  role: z.enum([...roles, 'visitor', 'operator', 'campus']),
  /** Current names; null if nobody was signed in. */
  who: textOrNull,
  /** What it was about, and what that belongs to; null for the campus as a whole, or if unknown. */
  about: textOrNull,
  within: textOrNull,
  address: textOrNull,
  browser: textOrNull,
  requestId: textOrNull,
  /** The number of records, if an act was about many. */
  count: count.nullable(),
  /** What was changed, if the record has a history of its fields. */
  changes: z.array(z.object({ field: z.string(), before: textOrNull, after: textOrNull })),
});
export type TrailEntry = z.infer<typeof trailEntry>;

export const listTrail = endpoint('GET /trail', adminOnly('full'), {
  act: 'changes_read',
  summary: `Who did what, latest first; the total is counted up to ${(maxCounted + 1).toLocaleString('en')}`,
  query: search.extend(listQuery.pick({ limit: true, cursor: true }).shape),
  reply: z.array(trailEntry),
});

export const trailState = endpoint('GET /trail/state', adminOnly('full'), {
  summary: 'The result of the last verification of the trail’s hash chain; null before the first',
  reply: z.object({ checkedAt: z.string(), problem: textOrNull }).nullable(),
});

export const exportTrailAsCsv = endpoint('GET /trail/export.csv', adminOnly('full'), {
  act: 'trail_exported',
  summary: 'The entries matching a search as CSV or XLSX, latest first',
  query: search.extend(tableFile),
  download: { type: csvType, fileName: 'trail.csv' },
});

export const exportTrailAsJson = endpoint('GET /trail/export.json', adminOnly('full'), {
  act: 'trail_exported',
  summary: 'The entries matching a search as a JSON array, latest first',
  query: search,
  download: { type: 'application/json', fileName: 'trail.json' },
});
