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
import { currentAsker, ConnectionLimiter } from './shares.ts';

export interface Database extends Db {
  readonly pool: Pool;
  readonly shares: ConnectionLimiter;
  /** Closes every connection. Work that still uses one is ended: transactions are rolled back and fail. */
  close(): Promise<void>;
}

// OIDs of PostgreSQL types; the driver's list lacks arrays.
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
 * How values are parsed: bigint and numeric as text (ids are opaque; cast counts to int in SQL), dates
 * as 'YYYY-MM-DD' and never as an instant in some time zone, timestamptz as Date.
 * Set per pool, because the driver's global parsers are shared with its other users.
 */
const types: CustomTypesConfig = {
  getTypeParser(type, format) {
    const oid: number = type;
    if (format !== 'binary' && oid === DATE) return asText;
    if (format !== 'binary' && oid === DATE_ARRAY) return textArray;
    return pgTypes.getTypeParser(type, format);
  },
};

/** Database timeouts in milliseconds. */
export interface DatabaseTimes {
  readonly statement: number;
  /** Waiting for a lock. */
  readonly lock: number;
  /** An idle transaction. */
  readonly idle: number;
  /** Waiting for a connection. */
  readonly connection: number;
}

export const defaultTimes: DatabaseTimes = {
  statement: 30_000,
  lock: 5000,
  idle: 60_000,
  connection: 30_000,
};

export interface DatabaseOptions {
  readonly times?: DatabaseTimes;
  /** Called when an idle connection breaks, for example because the server restarts. The pool replaces it. */
  readonly onIdleError?: (error: Error) => void;
  readonly watch?: Watch | undefined;
}

/** Called with each new connection before its first statement. */
type Watch = (client: ClientBase) => void;

/**
 * The settings of a pool's connections. Set by a statement, because connection poolers refuse startup parameters.
 * Without JIT compilation, the default of servers with LLVM: at 20 million marks the slowest reports took 1.4 to 1.8
 * times as long with it.
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
       set idle_in_transaction_session_timeout = ${idle}; set jit = off`,
    );
  },
});

/** The most connections, and how many of them may serve the same person or endpoint. */
const most = {
  connections: 16,
  perPerson: 3,
  perEndpoint: 4,
  perLargeEndpoint: 1,
  waitingOfPerson: 256,
} as const;

type Connected = (
  error: Error | undefined,
  client: PoolClient | undefined,
  release: (error?: Error | boolean) => void,
) => void;

/** A pool that limits requests to their shares; other work is not limited. */
class SharedPool extends Pool {
  readonly shares: ConnectionLimiter;

  constructor(config: PoolConfig, shares: ConnectionLimiter) {
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

type PoolState = Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount' | 'options'>;

/** The connections that these pools have together, and may have. */
export const connectionsOf = (...pools: readonly (PoolState | undefined)[]) => {
  const sum = (count: (pool: PoolState) => number): number =>
    pools.reduce((all, pool) => all + (pool ? count(pool) : 0), 0);
  return {
    used: sum(({ totalCount, idleCount }) => totalCount - idleCount),
    idle: sum(({ idleCount }) => idleCount),
    waiting: sum(({ waitingCount }) => waitingCount),
    most: sum(({ options }) => options.max),
  };
};

/** Connects with the first query. */
export const createDb = (connection: Connection, options: DatabaseOptions = {}): Database => {
  const times = options.times ?? defaultTimes;
  const shares = new ConnectionLimiter({ ...most, waitMs: times.connection });
  const pool = new SharedPool(
    {
      ...bounded(times, options.watch),
      // Firewalls drop idle connections silently.
      keepAlive: true,
      ...connection,
      max: most.connections,
      types,
    },
    shares,
  );
  // Without a listener the driver's 'error' event would end the process.
  pool.on('error', (error) => {
    // While the pool closes, the server may drop a connection first.
    if (!pool.ending) options.onIdleError?.(error);
  });
  // The pool listens only while a connection is idle. In use, the next query fails anyway; without a
  // listener, the event would end the process.
  pool.on('connect', (client) => void client.on('error', () => undefined));
  const inUse = new Set<PoolClient>();
  pool.on('acquire', (client) => inUse.add(client));
  pool.on('release', (_error, client) => inUse.delete(client));
  return Object.assign(dbOf(pool), {
    pool,
    shares,
    async close() {
      const ended = pool.end();
      await Promise.all([...inUse].map((client) => client.end()));
      await ended;
    },
  });
};
