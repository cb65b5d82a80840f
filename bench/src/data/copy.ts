import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

export type Cell = string | number | boolean | null;

/** One line of COPY's text format; the generated data needs no escaping. */
export const line = (...cells: readonly Cell[]): string =>
  `${cells.map((cell) => (cell === null ? '\\N' : String(cell))).join('\t')}\n`;

/** Fills `into`, a table with its columns in parentheses. */
export const copy = async (
  client: Client,
  into: string,
  lines: Iterable<string>,
): Promise<void> => {
  await pipeline(Readable.from(lines), client.query(copyFrom(`copy ${into} from stdin`)));
};

/** Lets the ids that these tables generate continue after those that were copied. */
export const continueIds = async (client: Client, ...tables: readonly string[]): Promise<void> => {
  for (const table of tables)
    await client.query(
      `select setval(pg_get_serial_sequence('${table}', 'id'), max(id)) from ${table}`,
    );
};
