import { pipeline } from 'node:stream/promises';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import type { Client } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';

/** The tables with a student's rows, referenced ones first. */
const tables = [
  { name: 'people', person: 'id' },
  { name: 'students', person: 'person_id' },
  { name: 'enrolments', person: 'student_id' },
] as const;

/** The rows of one table in COPY's binary format, so that nothing needs converting. */
export interface TableRows {
  readonly name: string;
  readonly rows: Buffer;
}

/** Reads the rows of everybody after `lastId`. */
export const readAdded = async (client: Client, lastId: number): Promise<TableRows[]> => {
  const read: TableRows[] = [];
  for (const { name, person } of tables) {
    const select = `select * from ${name} where ${person} > ${lastId}`;
    const rows = await buffer(client.query(copyTo(`copy (${select}) to stdout (format binary)`)));
    read.push({ name, rows });
  }
  return read;
};

/** Stores the same rows again: one plain COPY per table, in one transaction. */
export const copyAgain = async (client: Client, added: readonly TableRows[]): Promise<void> => {
  await client.query('begin');
  for (const { name, rows } of added)
    await pipeline(
      Readable.from([rows]),
      client.query(copyFrom(`copy ${name} from stdin (format binary)`)),
    );
  await client.query('commit');
};

/** Deletes everybody after `lastId`, so that the next turn meets the same tables. */
export const removeAdded = async (client: Client, lastId: number): Promise<void> => {
  // Skips the foreign key checks: nothing refers to these rows.
  await client.query('set session_replication_role = replica');
  await client.query(`delete from student_directory where person_id > ${lastId}`);
  for (const { name, person } of tables.toReversed())
    await client.query(`delete from ${name} where ${person} > ${lastId}`);
  await client.query('set session_replication_role = origin');
  for (const { name } of tables) await client.query(`vacuum (analyze) ${name}`);
  await client.query('checkpoint');
};
