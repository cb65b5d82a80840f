import type { Client } from 'pg';

/**
 * PostgreSQL's own statistics for the work, including BEGIN and COMMIT. Nothing else may use the database
 * meanwhile.
 */
const counted = async (
  client: Client,
  work: () => Promise<unknown>,
): Promise<{ calls: number; milliseconds: number }> => {
  await client.query('select pg_stat_statements_reset()');
  await work();
  const { rows } = await client.query<{ calls: number; milliseconds: number }>(
    `select coalesce(sum(calls), 0)::int as calls, coalesce(sum(total_exec_time), 0) as milliseconds
     from pg_stat_statements where query not like '%pg_stat_statements%'`,
  );
  const [found] = rows;
  if (!found?.calls) throw new Error('PostgreSQL counted no statements.');
  return found;
};

export const statementsPerRequest = async (
  client: Client,
  requests: number,
  work: () => Promise<unknown>,
): Promise<number> => (await counted(client, work)).calls / requests;

/** PostgreSQL's execution time per request, in milliseconds. */
export const databaseTime = async (
  client: Client,
  requests: number,
  work: () => Promise<unknown>,
): Promise<number> => (await counted(client, work)).milliseconds / requests;
