import { Client, type ClientConfig } from 'pg';
import { primaryClient, serversOf } from './primary.ts';

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
