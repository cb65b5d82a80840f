import type { Client } from 'pg';

/**
 * SQL statements that PostgreSQL itself counted for each of `requests` requests, BEGIN and COMMIT
 * included. Nothing else may ask the database meanwhile.
 */
export const statementsPerRequest = async (
  client: Client,
  requests: number,
  work: () => Promise<unknown>,
): Promise<number> => {
  await client.query('select pg_stat_statements_reset()');
  await work();
  const { rows } = await client.query<{ calls: number }>(
    `select coalesce(sum(calls), 0)::int as calls from pg_stat_statements
     where query not like '%pg_stat_statements%'`,
  );
  const calls = rows[0]?.calls ?? 0;
  if (calls === 0) throw new Error('PostgreSQL counted no statements.');
  return calls / requests;
};
