import type { Endpoint } from '@campus/contract';
import type { FastifyRequest } from 'fastify';
import { CampusError } from '../campus-error.ts';

/**
 * The version in an `If-Match`, null without the header or for `*`: either one of our ETags, which
 * begin with the version, or the quoted version alone. An exam's ETag begins with two versions, of its
 * marks and of its `fields`.
 */
export const versionOf = (
  ifMatch: string | undefined,
  of: NonNullable<Endpoint['ifMatch']>,
): number | null => {
  if (ifMatch === undefined || ifMatch.trim() === '*') return null;
  const match = /^(?:W\/)?"(\d{1,9})(?:-(\d{1,9}))?(?:\.[\w-]*)?"$/.exec(ifMatch.trim());
  if (!match)
    throw new CampusError('malformed', 'If-Match must be an ETag that came with the record.');
  return Number(of === 'fields' ? (match[2] ?? match[1]) : match[1]);
};

/**
 * Whether a record has changed since version `seen`; false if that is null. Throws a conflict for a
 * version that never existed (they count from `first`).
 */
export const isStale = (seen: number | null, now: number, first = 1): seen is number => {
  if (seen !== null && (seen < first || seen > now))
    throw new CampusError(
      'conflict',
      'There has never been such a version of this record. Load it again, then change it.',
    );
  return seen !== null && seen !== now;
};

/**
 * Whether `If-None-Match` names this ETag, perhaps among others, or any (`*`). A proxy that compresses a
 * reply puts `W/` before it.
 */
export const isHeld = ({ headers }: FastifyRequest, etag: string): boolean =>
  (headers['if-none-match'] ?? '')
    .split(',')
    .map((one) => one.trim().replace(/^W\//, ''))
    .some((one) => one === etag || one === '*');
