import type { Client } from 'pg';

/** The only column of a statement's first row. */
export const valueOf = async <T>(
  client: Client,
  text: string,
  values: readonly unknown[] = [],
): Promise<T> => {
  const { rows } = await client.query<[T]>({ text, values: [...values], rowMode: 'array' });
  if (!rows[0]) throw new Error(`Nothing was found: ${text}`);
  return rows[0][0];
};

/**
 * PostgreSQL's own statistics of the work, by request: statements, including BEGIN and COMMIT, and the time they took.
 * Nothing else may use the database meanwhile.
 */
export const statisticsPerRequest = async (
  client: Client,
  requests: number,
  work: () => Promise<unknown>,
): Promise<{ statements: number; milliseconds: number }> => {
  await client.query('select pg_stat_statements_reset()');
  await work();
  const { rows } = await client.query<{ calls: number; milliseconds: number }>(
    `select coalesce(sum(calls), 0)::int as calls, coalesce(sum(total_exec_time), 0) as milliseconds
     from pg_stat_statements where query not like '%pg_stat_statements%'`,
  );
  const [found] = rows;
  if (!found?.calls) throw new Error('PostgreSQL counted no statements.');
  return { statements: found.calls / requests, milliseconds: found.milliseconds / requests };
};
