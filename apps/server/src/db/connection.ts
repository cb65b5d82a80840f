import { callbackify } from 'node:util';
import { Client, type ClientConfig } from 'pg';

/** How long one of several servers may take to say whether it is writable. */
const PATIENCE_MS = 3_000;

/** Splits `postgres://user@one:5432,two:5433/campus` into one URL per server. */
export const serversOf = (url: string): string[] => {
  const [, before = '', hosts = '', after = ''] =
    /^([a-z]+:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/i.exec(url) ?? [];
  return hosts.split(',').map((host) => `${before}${host}${after}`);
};

interface Asked {
  readonly server: string;
  /** Its WAL timeline in hexadecimal, which increases with each promotion; absent if it is not writable. */
  readonly timeline?: string;
  /** Why it cannot be used. */
  readonly problem?: string;
}

const ask = async (server: string): Promise<Asked> => {
  const client = clientOf({ connectionString: server, connectionTimeoutMillis: PATIENCE_MS });
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
 * A client class that connects to the writable one of several servers: the same as before while that
 * is writable, otherwise the one promoted last.
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
 * How to reach one database: a URL that every client understands, also for a Unix socket
 * (`postgres://campus@localhost/campus?host=/folder/of/the/socket`). Unless it has several servers it
 * is plain data and can be passed to other processes and test workers.
 */
export interface Connection {
  readonly connectionString: string;
  /** With several servers: connects to the writable one, while the URL is that of the first. */
  readonly Client?: typeof Client;
}

export const connectionTo = (url: string): Connection => {
  const servers = serversOf(url);
  const [connectionString = url] = servers;
  return { connectionString, ...(servers.length > 1 && { Client: primaryClient(servers) }) };
};

/** A new client, which the caller connects and ends. */
export const clientOf = ({
  Client: Chosen = Client,
  ...config
}: Connection & ClientConfig): Client => {
  const client = new Chosen(config);
  // The next query fails anyway; without a listener, the 'error' event would end the process.
  return client.on('error', () => undefined);
};

/** Another database on the same server. */
export const inDatabase = (connection: Connection, database: string): Connection => {
  const url = new URL(connection.connectionString);
  url.pathname = `/${encodeURIComponent(database)}`;
  return { connectionString: url.href };
};

/** Server and database for messages, without the password. */
export const describeConnection = (connection: Connection): string => {
  const url = new URL(connection.connectionString);
  return `${url.searchParams.get('host') ?? url.host}${url.pathname}`;
};

/** Codes of the system, and of a server that is stopping, has crashed, is starting or has no free connection. */
const unreachable =
  /^(?:53300|57P0[1-3]|ECONN(?:REFUSED|RESET)|E(?:HOST|NET)(?:UNREACH|DOWN)|ETIMEDOUT|EPIPE|ENOENT|ENOTFOUND|EAI_AGAIN)$/;
/** Messages of the driver, without codes, for a lost connection or none becoming free. */
const noConnection =
  /^(?:Connection terminated|Client (?:has encountered a connection error|was closed) |timeout (?:expired$|exceeded when trying to connect))/;

/** Whether an error means that nothing answers at the moment, so that trying again may help. */
export const isUnreachable = (error: unknown): boolean => {
  const { code = '', message = '', path } = (error ?? {}) as Partial<NodeJS.ErrnoException>;
  // Errors of files have the same codes, and a path.
  return path === undefined && (unreachable.test(code) || noConnection.test(message));
};

/** Runs work on its own connection, and always closes it. */
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
