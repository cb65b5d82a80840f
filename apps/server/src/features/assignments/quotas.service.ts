import { type assignments, doesNotFit, type FileQuotas, type ReplyOf } from '@campus/contract';
import type { Campus } from '../../campus.ts';
import type { Transaction } from '../../db/db.ts';
import { CampusError } from '../../campus-error.ts';
import type { Actor } from '../../http/call.ts';
import { addStored, type StoredBytes, storedBytes, type Storing } from './quotas.queries.ts';

export type { Storing };

const gigabyte = 1024 ** 3;
const quotas: readonly (keyof FileQuotas)[] = ['person', 'assignment', 'campus'];

const leftOf = ({ settings: { fileQuotas } }: Campus, stored: StoredBytes): number =>
  Math.min(...quotas.map((one) => fileQuotas[one] * gigabyte - stored[one]));

const refuseAbove = (left: number, bytes: number): void => {
  if (bytes <= left) return;
  const message = doesNotFit(Math.max(0, left));
  throw new CampusError('too_large', message, { details: [{ field: 'files', message }] });
};

/** Refuses what does not fit, before it is received or stored. */
export const requireRoom = async (
  campus: Campus,
  storing: Storing,
  bytes: number,
): Promise<void> => {
  if (bytes > 0) refuseAbove(leftOf(campus, await storedBytes(campus.db, storing)), bytes);
};

/**
 * Counts what the transaction has stored, as its last act, so that nobody waits long for it. Of two who
 * share what is left the second is refused.
 */
export const countStored = async (
  tx: Transaction,
  campus: Campus,
  storing: Storing,
  bytes: number,
): Promise<void> => {
  if (bytes === 0) return;
  const left = leftOf(campus, await addStored(tx, storing, bytes));
  refuseAbove(left + bytes, bytes);
};

export const storageFor = async (
  campus: Campus,
  actor: Actor,
  assignmentId: string | null,
): Promise<ReplyOf<typeof assignments.readStorage>> => {
  const stored = await storedBytes(campus.db, { personId: actor.id, assignmentId });
  const space = (quota: keyof FileQuotas) => ({
    used: stored[quota],
    limit: campus.settings.fileQuotas[quota] * gigabyte,
  });
  return {
    left: Math.max(0, leftOf(campus, stored)),
    assignment: actor.role !== 'student' && assignmentId !== null ? space('assignment') : null,
    campus: actor.role === 'admin' ? space('campus') : null,
  };
};
