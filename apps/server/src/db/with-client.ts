import { Client } from 'pg';
import type { Connection } from './connection.ts';

/** One connection of its own for a piece of work, closed afterwards whatever happens. */
export async function withClient<T>(
  connection: Connection,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client(connection);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
