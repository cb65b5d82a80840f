import { describeAct, tellAct } from './acts.ts';
import { refuseDuplicates, type Refusals } from './constraints.ts';
import type { Database } from './database.ts';
import { boolean, type Db, type Transaction, transactionOn } from './db.ts';

type Work<T> = (tx: Transaction) => Promise<T>;

/**
 * Runs a use case in one transaction on one connection: committed when it returns, with the act in the
 * trail that it is, rolled back when it throws. Where `refusals` are given, uniqueness is refused as they say it.
 */
export const inTransaction = <T>(
  db: Database,
  ...change: [work: Work<T>] | [refusals: Refusals, work: Work<T>]
): Promise<T> =>
  change.length === 1
    ? transaction(db, change[0])
    : refuseDuplicates(change[0], () => transaction(db, change[1]));

const transaction = async <T>(db: Database, work: Work<T>): Promise<T> => {
  const client = await db.pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin');
    const tx = transactionOn(client);
    const result = await work(tx);
    const told = await tellAct(tx);
    const { command } = await client.query('commit');
    // A statement had failed and its error was caught: PostgreSQL says so by this alone.
    if (command === 'ROLLBACK') throw new Error('The transaction was rolled back.');
    told();
    return result;
  } catch (error) {
    await client.query('rollback').catch((failure: unknown) => {
      broken = failure instanceof Error ? failure : new Error(String(failure));
    });
    throw error;
  } finally {
    // A connection that cannot even roll back is closed instead of going back to the pool.
    client.release(broken);
  }
};

/** For an act that changes nothing, such as handing out a file: tells of it before it is done. */
export const tellOf = (db: Database, more: Parameters<typeof describeAct>[0]): Promise<void> => {
  describeAct(more);
  return inTransaction(db, () => Promise.resolve());
};

/** As `inTransaction`, for work on a whole list, a term or the world outside, which may take long. */
export const inLongTransaction = <T>(
  db: Database,
  ...change: [work: Work<T>] | [refusals: Refusals, work: Work<T>]
): Promise<T> => {
  const work = change.length === 1 ? change[0] : change[1];
  const slowly: Work<T> = async (tx) => {
    await tx.query(
      `set local statement_timeout = '15min'; set local lock_timeout = '5min';
       set local idle_in_transaction_session_timeout = '15min'`,
    );
    return work(tx);
  };
  return change.length === 1 ? inTransaction(db, slowly) : inTransaction(db, change[0], slowly);
};

/** Throws in words where the database answers but takes no changes. */
export const requireChanges = async (db: Db): Promise<void> => {
  const readOnly = await db.value(
    boolean,
    `select current_setting('transaction_read_only') = 'on'`,
  );
  if (readOnly) throw new Error('it takes no changes, as a standby or by its settings');
};
