import { sql } from 'kysely';

/** When the transaction began. */
export const now = sql<Date>`now()`;

/** An instant as the wire has it. */
export const instant = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The pattern of `like` for all that contains a text, which may hold signs of patterns itself. */
export const containing = (search: string): string =>
  `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
