import type pg from 'pg';

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
