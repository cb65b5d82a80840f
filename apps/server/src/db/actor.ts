import { type Kysely, sql } from 'kysely';
import type pg from 'pg';
import type { DB } from './tables.generated.ts';

/** Whose work this transaction is: the history of people's records names them. */
export const actAs = async (tx: Kysely<DB>, actorId: string): Promise<void> => {
  await sql`select set_config('campus.actor', ${actorId}, true)`.execute(tx);
};

/** As `actAs`, for transactions on a connection of the driver. */
export const actAsOn = async (tx: pg.ClientBase, actorId: string): Promise<void> => {
  await tx.query(`select set_config('campus.actor', $1, true)`, [actorId]);
};
