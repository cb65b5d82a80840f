import { type Kysely, sql } from 'kysely';
import type pg from 'pg';
import type { DB } from './tables.generated.ts';

/**
 * Runs a use case in one transaction on one connection: committed when it returns, rolled back
 * when it throws. For prepared statements and COPY; ordinary queries use Kysely's own transactions.
 */
export const inTransaction = async <T>(
  pool: pg.Pool,
  work: (tx: pg.PoolClient) => Promise<T>,
): Promise<T> => {
  const tx = await pool.connect();
  let broken: Error | undefined;
  try {
    await tx.query('begin');
    const result = await work(tx);
    await tx.query('commit');
    return result;
  } catch (error) {
    await tx.query('rollback').catch((failure: unknown) => {
      broken = failure instanceof Error ? failure : new Error(String(failure));
    });
    throw error;
  } finally {
    // A connection that cannot even roll back is closed instead of going back to the pool.
    tx.release(broken);
  }
};

/** The bounds of work on a whole list, a term or the world outside; everything else has the usual ones. */
const longBounds = `
  select set_config('statement_timeout', '15min', true), set_config('lock_timeout', '5min', true),
    set_config('idle_in_transaction_session_timeout', '15min', true)`;

/** As `inTransaction`, for work that may take long. */
export const inLongTransaction = <T>(
  pool: pg.Pool,
  work: (tx: pg.PoolClient) => Promise<T>,
): Promise<T> =>
  inTransaction(pool, async (tx) => {
    await tx.query(longBounds);
    return work(tx);
  });

/** Lets this transaction take long. */
export const allowLongWork = async (tx: Kysely<DB>): Promise<void> => {
  await sql.raw(longBounds).execute(tx);
};
