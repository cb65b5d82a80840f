import { type Connection, withClient } from '../../apps/server/src/db/connection.ts';

/** The e-mails of the demo's teachers. */
export const teachersOf = (connection: Connection): Promise<string[]> =>
  withClient(connection, async (client) => {
    const { rows } = await client.query<{ email: string }>(
      `select email from people where role = 'teacher' order by email`,
    );
    return rows.map(({ email }) => email);
  });
