import type { QueryConfig } from 'pg';
import { withClient } from '../db/connection.ts';
import type { TestDatabase } from './test-database.ts';
import { watchStatements } from './watch-statements.ts';

interface Plan {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Plan[];
}

/** Rows of each table that a plan read, whether it used them or not. */
const countRows = (plan: Plan, counted: Map<string, number>): void => {
  const table = plan['Relation Name'];
  const rows = (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'];
  if (table) counted.set(table, (counted.get(table) ?? 0) + rows);
  for (const part of plan.Plans ?? []) countRows(part, counted);
};

/**
 * How many rows of each table `work` reads: its statements are explained once more, with the statistics of now and by
 * indexes where they help, as if the tables were large. Call it before the pool's first query.
 */
export const countRowsRead = ({ pool, connection }: TestDatabase) => {
  const watched = watchStatements<QueryConfig[]>(pool, (sent, _client, [statement, values]) => {
    const text = { text: statement, values: values ?? [] };
    sent.push((typeof statement === 'string' ? text : statement) as QueryConfig);
  });
  return async (work: () => Promise<unknown>): Promise<(table: string) => number> => {
    const sent: QueryConfig[] = [];
    const counted = new Map<string, number>();
    await watched.run(sent, work);
    await withClient(connection, async (client) => {
      await client.query('set enable_seqscan = off');
      for (const { text, values } of sent.filter((one) =>
        /^\s*(?:\(?select|with)\b/i.test(one.text),
      )) {
        const { rows } = await client.query(`explain (analyze, format json) ${text}`, values);
        countRows(rows[0]['QUERY PLAN'][0].Plan, counted);
      }
    });
    return (table) => counted.get(table) ?? 0;
  };
};
