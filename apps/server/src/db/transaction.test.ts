import { once } from 'node:events';
import type { Connection, PoolClient } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '../testing/test-database.ts';
import { inTransaction } from './transaction.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const cut = async (client: PoolClient): Promise<void> => {
  const { stream } = (client as unknown as { connection: Connection }).connection;
  stream.destroy();
  await once(stream, 'close');
};

test('a transaction that loses its connection while it waits fails, and the process goes on', async () => {
  const { pool } = database;
  const work = inTransaction(pool, async (tx) => {
    await tx.query('create table half (done boolean)');
    // Say while a mail is handed over: nothing is asked of the database at the moment.
    await cut(tx);
    return tx.query('insert into half values (false)');
  });
  await expect(work).rejects.toThrow(/connection/i);
  const { rows } = await pool.query<{ half: string | null }>(`select to_regclass('half') as half`);
  expect(rows).toEqual([{ half: null }]);
});
