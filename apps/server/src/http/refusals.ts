import type { RecordChange } from '@campus/contract';
import { CampusError, conflict } from '../campus-error.ts';
import type { Transaction } from '../db/db.ts';
import { changesSince, firstVersionOf, type RecordKind } from '../db/history.ts';
import { isStale } from './if-match.ts';

/** A 422 about one field. */
export const invalid = (field: string, message: string): CampusError =>
  new CampusError('invalid', message, { details: [{ field, message }] });

/** Throws a 409 if others have changed `what` in the meantime, listing the changes. */
export const refuseChanged = (what: string, changes: readonly RecordChange[]): void => {
  if (changes.length > 0)
    throw new CampusError(
      'conflict',
      `Someone else has changed ${what} in the meantime. Nothing was overwritten.`,
      { details: changes },
    );
};

/**
 * Throws a 409 with the changes if others have changed a locked record since version `seen`. Without a
 * version the last write wins.
 */
export const requireVersion = async (
  tx: Transaction,
  kind: RecordKind,
  { id, version }: { readonly id: string; readonly version: number },
  seen: number | null,
  what = 'this',
): Promise<void> => {
  if (isStale(seen, version, firstVersionOf(kind)))
    refuseChanged(what, await changesSince(tx, kind, id, seen));
};

export interface Obstacle {
  readonly name: string;
  readonly what: string;
}

/** A 409 that names the obstacles, up to 200 of them in its details. */
export const refuseObstacles = (obstacles: readonly Obstacle[], sentence: string): void => {
  if (obstacles.length === 0) return;
  const named = obstacles.slice(0, 3).map(({ name, what }) => `${name} (${what})`);
  const more = obstacles.length - named.length;
  throw conflict(
    `${sentence}: ${named.join(', ')}${more > 0 ? ` and ${more.toLocaleString('en')} more` : ''}. Nothing was changed.`,
    obstacles.slice(0, 200),
  );
};
