import type { FileQuotas } from '@campus/contract';
import { z } from 'zod';
import { type Db, number, type Transaction } from '../../db/db.ts';

/** Who stores something, and for which assignment; null for a new one. */
export interface Storing {
  readonly personId: string;
  readonly assignmentId: string | null;
}

export type StoredBytes = Readonly<Record<keyof FileQuotas, number>>;

const tally = z.object({ quota: z.enum(['person', 'assignment', 'campus']), bytes: number });

const inBytes = (rows: readonly z.infer<typeof tally>[]): StoredBytes => ({
  person: 0,
  assignment: 0,
  campus: 0,
  ...Object.fromEntries(rows.map(({ quota, bytes }) => [quota, bytes])),
});

/** How much of each quota is used. */
export const storedBytes = async (db: Db, { personId, assignmentId }: Storing) => {
  const rows = await db.rows(
    tally,
    `select quota, bytes::float8 as bytes from file_tallies
     where (quota, owner_id) in (('person', $1), ('assignment', $2), ('campus', 0))`,
    [personId, assignmentId],
  );
  return inBytes(rows);
};

/** Adds what this transaction has stored and returns the new totals. Locks them: others who add wait until it ends. */
export const addStored = async (
  tx: Transaction,
  { personId, assignmentId }: Storing,
  bytes: number,
): Promise<StoredBytes> => {
  const rows = await tx.rows(
    tally,
    `insert into file_tallies as tally (quota, owner_id, bytes)
     values ('person', $1, $3::bigint), ('assignment', $2, $3), ('campus', 0, $3)
     on conflict (quota, owner_id) do update set bytes = tally.bytes + excluded.bytes
     returning quota, bytes::float8 as bytes`,
    [personId, assignmentId, bytes],
  );
  return inBytes(rows);
};
