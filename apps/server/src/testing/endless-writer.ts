// Stores numbers in a database opened as Campus opens it, and prints each once the database has
// acknowledged it. Runs until it is killed.
import { createDb } from '../db/database.ts';
import { openDatabase } from '../db/open-database.ts';

const dataDir = process.env['CAMPUS_DATA_DIR'];
if (dataDir === undefined) throw new Error('CAMPUS_DATA_DIR is missing.');

const { owner } = await openDatabase({ dataDir, database: { kind: 'embedded' } });
const { pool } = createDb(owner);
await pool.query('create table if not exists numbers (value bigint generated always as identity)');

/** Keeps a backend busy, which briefly outlives a killed server. */
const outlive = pool.query('select pg_sleep(600)');
const write = async (): Promise<never> => {
  for (;;) {
    const { rows } = await pool.query<{ value: string }>(
      'insert into numbers default values returning value',
    );
    process.stdout.write(`stored ${rows[0]?.value}\n`);
  }
};
await Promise.race([outlive, ...Array.from({ length: 4 }, write)]);
