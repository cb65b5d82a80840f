import type { FieldProblem } from '@campus/contract';
import { CampusError } from '../campus-error.ts';
import { describeAct, recordCurrentAct } from './acts.ts';
import type { Database } from './database.ts';
import { boolean, type Db, type Transaction, transactionOn } from './db.ts';

export const isDatabaseError = (error: unknown): error is { code: string; constraint?: string } =>
  typeof error === 'object' && error !== null && 'code' in error;

/** For a constraint's name, the message for its violation, and optionally the field. */
export type Refusals = Readonly<Record<string, string | FieldProblem>>;

/**
 * Runs a change and turns the violation of a unique or exclusion constraint into a 409 with the message
 * for that constraint. The database decides, so that of two people at once only one succeeds.
 */
const refuseDuplicates = async <T>(refusals: Refusals, change: () => Promise<T>): Promise<T> => {
  try {
    return await change();
  } catch (error) {
    if (!isDatabaseError(error) || !['23505', '23P01'].includes(error.code)) throw error;
    const refusal = refusals[error.constraint ?? ''];
    if (typeof refusal !== 'object') throw new CampusError('duplicate', refusal);
    throw new CampusError('duplicate', refusal.message, { details: [refusal] });
  }
};

type Work<T> = (tx: Transaction) => Promise<T>;

/**
 * Runs a use case in one transaction on one connection: committed when it returns, together with the trail
 * entry of its act; rolled back when it throws. `refusals` are the messages for violated unique constraints.
 */
export const inTransaction = <T>(
  db: Database,
  ...change: [work: Work<T>] | [refusals: Refusals, work: Work<T>]
): Promise<T> =>
  change.length === 1
    ? transaction(db, change[0])
    : refuseDuplicates(change[0], () => transaction(db, change[1]));

/** The SQLSTATEs by which COMMIT says that nothing was stored; after any other error nobody knows. */
const rolledBack = /^(?!08|57P0|E)[0-9A-Z]{5}$/;

const transaction = async <T>(db: Database, work: Work<T>): Promise<T> => {
  const client = await db.pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin');
    const tx = transactionOn(client);
    const result = await work(tx);
    const markRecorded = await recordCurrentAct(tx);
    const { command } = await client.query('commit').catch((error: unknown) => {
      if (!isDatabaseError(error) || !rolledBack.test(error.code)) markRecorded();
      throw error;
    });
    // The only sign that a statement failed and its error was caught.
    if (command === 'ROLLBACK') throw new Error('The transaction was rolled back.');
    markRecorded();
    return result;
  } catch (error) {
    await client.query('rollback').catch((failure: unknown) => {
      broken = failure instanceof Error ? failure : new Error(String(failure));
    });
    throw error;
  } finally {
    // A connection that cannot roll back is closed instead of returned to the pool.
    client.release(broken);
  }
};

/** For an act that changes nothing, such as sending a file: records it beforehand. */
export const recordActBefore = (
  db: Database,
  more: Parameters<typeof describeAct>[0],
): Promise<void> => {
  describeAct(more);
  return inTransaction(db, () => Promise.resolve());
};

/** `inTransaction` with long timeouts, for work on a whole list or term, or with services outside. */
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

/** Throws if the database answers but is read-only. */
export const requireChanges = async (db: Db): Promise<void> => {
  const readOnly = await db.value(
    boolean,
    `select current_setting('transaction_read_only') = 'on'`,
  );
  if (readOnly) throw new Error('it takes no changes, as a standby or by its settings');
};
