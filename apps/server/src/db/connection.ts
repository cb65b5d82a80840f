import { callbackify } from 'node:util';
import { Client, type ClientConfig } from 'pg';

/** How long one of several servers may take to say whether it takes changes. */
const PATIENCE_MS = 3_000;

/** `postgres://user@one:5432,two:5433/campus` as an address for each server; one alone is itself. */
export const serversOf = (url: string): string[] => {
  const [, before = '', hosts = '', after = ''] =
    /^([a-z]+:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/i.exec(url) ?? [];
  return hosts.split(',').map((host) => `${before}${host}${after}`);
};

interface Asked {
  readonly server: string;
  /** What it writes on, as hexadecimal digits: higher with each promotion. */
  readonly timeline?: string;
  /** Why it is not the one to work with. */
  readonly problem?: string;
}

const ask = async (server: string): Promise<Asked> => {
  const client = new Client({ connectionString: server, connectionTimeoutMillis: PATIENCE_MS });
  // The query hears of it; unheard, the event itself would end the process.
  client.on('error', () => undefined);
  const address = `${client.host}:${client.port}`;
  try {
    await client.connect();
    const { rows } = await client.query<{ timeline: string | null }>(
      `select case when current_setting('transaction_read_only') = 'off'
         then left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline`,
    );
    const timeline = rows[0]?.timeline;
    return timeline ? { server, timeline } : { server, problem: `${address} takes no changes` };
  } catch (error) {
    const { message, code = '' } = error as NodeJS.ErrnoException;
    return { server, problem: `${address} says: ${message || code}` };
  } finally {
    await client.end();
  }
};

/**
 * A client that connects to the one of several servers that takes changes: the same as before while that one
 * does, else the one promoted last.
 */
const primaryClient = (servers: readonly string[]): typeof Client => {
  let current: string | undefined;
  let looking: Promise<string> | undefined;

  const look = async (): Promise<string> => {
    if (current !== undefined && (await ask(current)).timeline !== undefined) return current;
    const asked = await Promise.all(servers.map(ask));
    const last = asked.map(({ timeline = '' }) => timeline).reduce((a, b) => (a > b ? a : b));
    current = asked.find(({ timeline }) => timeline === last)?.server;
    if (current !== undefined) return current;
    const problems = asked.map(({ problem }) => problem).join('; ');
    throw Object.assign(new Error(`No server takes changes: ${problems}.`), {
      code: 'ECONNREFUSED',
    });
  };

  return class extends Client {
    override connect(): Promise<Client>;
    override connect(callback: (error: Error) => void): void;
    override connect(callback?: (error: Error) => void): Promise<Client> | void {
      if (callback) return callbackify(() => this.connect())(callback);
      looking ??= look().finally(() => (looking = undefined));
      return looking.then((server) => {
        const { host, port } = new Client({ connectionString: server });
        Object.assign(this, { host, port });
        return super.connect();
      });
    }
  };
};

/**
 * How to reach one database: an address in the form every client understands, also when it is a
 * Unix socket (`postgres://campus@localhost/campus?host=/folder/of/the/socket`). Plain data, so it
 * can be handed to other processes and test workers, unless it names several servers.
 */
export interface Connection {
  readonly connectionString: string;
  /** Of several servers, connects to the one that takes changes; the address is that of the first. */
  readonly Client?: typeof Client;
}

/** As `DATABASE_URL` names it. */
export const connectionTo = (url: string): Connection => {
  const servers = serversOf(url);
  const [connectionString = url] = servers;
  return { connectionString, ...(servers.length > 1 && { Client: primaryClient(servers) }) };
};

/** A client for one piece of work. Whoever connects it ends it. */
export const clientOf = ({
  Client: Chosen = Client,
  ...config
}: Connection & ClientConfig): Client => new Chosen(config);

/** The same server, another database on it. */
export const inDatabase = (connection: Connection, database: string): Connection => {
  const url = new URL(connection.connectionString);
  url.pathname = `/${encodeURIComponent(database)}`;
  return { connectionString: url.href };
};

/** Server and database in words, without the password. */
export const describeConnection = (connection: Connection): string => {
  const url = new URL(connection.connectionString);
  return `${url.searchParams.get('host') ?? url.host}${url.pathname}`;
};

/** One connection of its own for a piece of work, closed afterwards whatever happens. */
export const withClient = async <T>(
  connection: Connection,
  work: (client: Client) => Promise<T>,
): Promise<T> => {
  const client = clientOf(connection);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};
