import type { Client } from 'pg';

const track = async (client: Client, what: 'top' | 'none'): Promise<void> => {
  await client.query(`alter system set pg_stat_statements.track = '${what}'`);
  await client.query('select pg_reload_conf()');
  // Sessions take the new setting up before their next statement, this one as the others.
  const { rows } = await client.query<{ track: string }>(
    `select current_setting('pg_stat_statements.track') as track`,
  );
  if (rows[0]?.track !== what) throw new Error('PostgreSQL did not take a setting up.');
};

/**
 * SQL statements that PostgreSQL itself counted for each of `requests` requests, BEGIN and COMMIT
 * included. Nothing else may ask the database meanwhile.
 */
export const statementsPerRequest = async (
  client: Client,
  requests: number,
  work: () => Promise<unknown>,
): Promise<number> => {
  await track(client, 'top');
  await client.query('select pg_stat_statements_reset()');
  await work();
  const { rows } = await client.query<{ calls: number }>(
    `select coalesce(sum(calls), 0)::int as calls from pg_stat_statements
     where query not like '%pg_stat_statements%'`,
  );
  await track(client, 'none');
  const calls = rows[0]?.calls ?? 0;
  if (calls === 0) throw new Error('PostgreSQL counted no statements.');
  return calls / requests;
};
