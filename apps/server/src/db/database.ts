import { Kysely, PostgresDialect } from 'kysely';
import { Pool, types as pgTypes } from 'pg';
import type { CustomTypesConfig } from 'pg';
import type { Connection } from './connection.ts';
import type { DB } from './tables.generated.ts';

export interface Database {
  /** For prepared statements and COPY. */
  readonly pool: Pool;
  readonly kysely: Kysely<DB>;
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

export interface DatabaseOptions {
  /** Connections at most; 10 unless told. */
  readonly max?: number;
  /** An idle connection broke, say because the server restarts. The pool replaces it by itself. */
  readonly onIdleError?: (error: Error) => void;
}

/** Whoever waits longer for a connection gets none: no browser waits any more either. */
const patienceMs = 60_000;

/** Opens lazily: the first query connects. */
export function createDb(connection: Connection, options: DatabaseOptions = {}): Database {
  const pool = new Pool({
    connectionTimeoutMillis: patienceMs,
    // A firewall forgets connections without a word.
    keepAlive: true,
    ...connection,
    max: options.max ?? 10,
    types,
  });
  // Without a listener the driver's 'error' event would end the process.
  pool.on('error', (error) => {
    // While closing, the server may hang up before a connection has said goodbye.
    if (!pool.ending) options.onIdleError?.(error);
  });
  // The pool listens only while a connection is idle. Whoever uses it learns of its end by the next
  // query; unheard, the event itself would end the process.
  pool.on('connect', (client) => void client.on('error', () => undefined));
  const kysely = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  return {
    pool,
    kysely,
    async close() {
      // Ends the pool too, but only if it has ever run a query through Kysely.
      await kysely.destroy();
      if (!pool.ending) await pool.end();
    },
  };
}
