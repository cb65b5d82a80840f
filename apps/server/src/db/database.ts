import {
  type ClientBase,
  type CustomTypesConfig,
  Pool,
  type PoolClient,
  type PoolConfig,
  types as pgTypes,
} from 'pg';
import type { Connection } from './connection.ts';
import { type Db, dbOf } from './db.ts';
import { currentAsker, Shares } from './shares.ts';

export interface Database extends Db {
  readonly pool: Pool;
  readonly shares: Shares;
  /** Waits for running queries, then closes every connection. */
  close(): Promise<void>;
}

// The numbers of PostgreSQL's types; the driver's own list leaves out the arrays.
const DATE = 1082;
const DATE_ARRAY = 1182;
const TEXT_ARRAY = 1009;
const asText = (value: string): string => value;
const parserOf = pgTypes.getTypeParser as (
  oid: number,
  format: 'text',
) => (text: string) => unknown;
const textArray = parserOf(TEXT_ARRAY, 'text');

/**
 * How values arrive: bigint and numeric as text (ids are opaque; cast counts to int in SQL), a date
 * as 'YYYY-MM-DD', never as a moment in some time zone, timestamptz as Date.
 * Per pool, because the driver's global parsers are shared with other users of it.
 */
const types: CustomTypesConfig = {
  getTypeParser(type, format) {
    const oid: number = type;
    if (format !== 'binary' && oid === DATE) return asText;
    if (format !== 'binary' && oid === DATE_ARRAY) return textArray;
    return pgTypes.getTypeParser(type, format);
  },
};

/** How long the database may keep a request, in milliseconds. */
export interface DatabaseTimes {
  readonly statement: number;
  /** Waiting for what someone else's transaction holds. */
  readonly lock: number;
  /** A transaction whose next statement does not come. */
  readonly idle: number;
  /** Waiting for a connection. */
  readonly connection: number;
}

export const usualTimes: DatabaseTimes = {
  statement: 30_000,
  lock: 5000,
  idle: 60_000,
  connection: 30_000,
};

export interface DatabaseOptions {
  readonly times?: DatabaseTimes;
  /** An idle connection broke, say because the server restarts. The pool replaces it by itself. */
  readonly onIdleError?: (error: Error) => void;
  readonly watch?: Watch | undefined;
}

/** Told of each new connection, before anything is asked on it. */
type Watch = (client: ClientBase) => void;

/**
 * The part of a pool's configuration that bounds what its connections do. Not by start-up
 * parameters: poolers refuse them.
 */
export const bounded = (
  { statement, lock, idle, connection }: DatabaseTimes,
  watch?: Watch,
): PoolConfig => ({
  connectionTimeoutMillis: connection,
  onConnect: (client: ClientBase) => {
    watch?.(client);
    return client.query(
      `set statement_timeout = ${statement}; set lock_timeout = ${lock};
       set idle_in_transaction_session_timeout = ${idle}`,
    );
  },
});

/** Connections at most, and how many of them may serve the same person or the same endpoint. */
const most = {
  connections: 16,
  ofPerson: 3,
  ofEndpoint: 4,
  ofLarge: 2,
  waitingOfPerson: 256,
} as const;

type Connected = (
  error: Error | undefined,
  client: PoolClient | undefined,
  release: (error?: Error | boolean) => void,
) => void;

/** A pool that gives connections to requests by their shares; other work takes what it needs. */
class SharedPool extends Pool {
  readonly shares: Shares;

  constructor(config: PoolConfig, shares: Shares) {
    super(config);
    this.shares = shares;
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<PoolClient> | void {
    if (!callback)
      return new Promise((resolve, reject) =>
        this.connect((error, client) => (client ? resolve(client) : reject(error))),
      );
    const asker = currentAsker();
    if (!asker) return super.connect(callback);
    const leave = (): void => this.shares.leave(asker);
    const start = (): void =>
      super.connect((error, client, release) => {
        if (!client) leave();
        else
          client.release = (broken) => {
            release(broken);
            leave();
          };
        callback(error, client, client ? (broken) => client.release(broken) : release);
      });
    const refuse = (error: Error): void => callback(error, undefined, () => undefined);
    try {
      const turn = this.shares.enter(asker);
      if (turn) turn.then(start, refuse);
      else start();
    } catch (error) {
      refuse(error as Error);
    }
  }
}

/** Opens lazily: the first query connects. */
export const createDb = (connection: Connection, options: DatabaseOptions = {}): Database => {
  const times = options.times ?? usualTimes;
  const shares = new Shares({ ...most, waitMs: times.connection });
  const pool = new SharedPool(
    {
      ...bounded(times, options.watch),
      // A firewall forgets connections without a word.
      keepAlive: true,
      ...connection,
      max: most.connections,
      types,
    },
    shares,
  );
  // Without a listener the driver's 'error' event would end the process.
  pool.on('error', (error) => {
    // While closing, the server may hang up before a connection has said goodbye.
    if (!pool.ending) options.onIdleError?.(error);
  });
  // The pool listens only while a connection is idle. Anyone who uses it learns of its end by the next
  // query; unheard, the event itself would end the process.
  pool.on('connect', (client) => void client.on('error', () => undefined));
  return Object.assign(dbOf(pool), {
    pool,
    shares,
    close: () => pool.end(),
  });
};
